// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices and borders.

#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

//===-- slice -------------------------------------------------------------===//

/// Index of the first element of a slice of a dimension of unknown size.
static te::Index getDynamicStart(Definition &d, int64_t dim, int64_t start,
                                 int64_t step) {
  if (start >= 0 && step > 0)
    return te::Index(start); // if there is an element at all
  IndexArithmetic arithmetic{d.b};
  Value size = d.b.value(d.b.dim(d.operands[0], dim));
  Value last = arithmetic.sub(size, arithmetic.constant(1));
  if (start >= 0)
    return te::Index(arithmetic.min(arithmetic.constant(start), last));
  Value position =
      arithmetic.add(size, arithmetic.constant(std::max<int64_t>(
                               start, std::numeric_limits<int32_t>::min())));
  return te::Index(arithmetic.max(position, arithmetic.constant(0)));
}

static Results defineSlice(SliceOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  auto type = cast<RankedTensorType>(op.getX().getType());
  SmallVector<std::pair<te::Index, int64_t>> steps(type.getRank(), {0, 1});
  for (auto [axis, start, end, step] :
       llvm::zip(op.getAxes(), op.getStarts(), op.getEnds(), op.getSteps())) {
    int64_t dim = axis < 0 ? axis + type.getRank() : axis;
    int64_t size = type.getDimSize(dim);
    // With at most one element, any step is equivalent to 1.
    int64_t stride = getConstantIntValue((*dims)[dim]) == 1 ? 1 : step;
    if (ShapedType::isDynamic(size))
      steps[dim] = {getDynamicStart(d, dim, start, step), stride};
    else
      steps[dim] = {te::Index(getSliceBounds(size, start, end, step).start),
                    stride};
  }
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        SmallVector<te::Index> indices;
        for (auto [axis, step] : llvm::zip(axes, steps))
          indices.push_back(step.first + axis * te::Index(step.second));
        return d.b.read(d.operands[0], indices);
      })};
}

namespace {
/// Operands of a dynamic slice, element by element.
struct SliceReader {
  Definition &d;
  DynamicSliceOp op;
  IndexArithmetic arithmetic{d.b};

  Value read(Value graphOperand, int64_t i) {
    for (auto [graphValue, storage] : llvm::zip(op->getOperands(), d.operands))
      if (graphValue == graphOperand)
        return arithmetic.cast(d.b.read(storage, {te::Index(i)}));
    llvm_unreachable("expected an operand");
  }

  /// First element and step along dimension `dim`.
  std::pair<Value, Value> getStartAndStep(int64_t dim, int64_t rank) {
    Value start = arithmetic.constant(0), step = arithmetic.constant(1);
    auto axes = op.getAxes() ? getConstantInts(op.getAxes()) : std::nullopt;
    int64_t count =
        cast<RankedTensorType>(op.getStarts().getType()).getNumElements();
    Value size = d.b.value(d.b.dim(d.operands[0], dim));
    for (int64_t i = 0; i < count; ++i) {
      Value applies;
      if (op.getAxes() && !axes) {
        Value axis = read(op.getAxes(), i);
        axis =
            d.b.select(arithmetic.less(axis, arithmetic.constant(0)),
                       arithmetic.add(axis, arithmetic.constant(rank)), axis);
        applies = arithmetic.equal(axis, arithmetic.constant(dim));
      } else {
        int64_t axis = axes ? (*axes)[i] : i;
        if ((axis < 0 ? axis + rank : axis) != dim)
          continue;
      }
      Value by =
          op.getSteps() ? read(op.getSteps(), i) : arithmetic.constant(1);
      Value from = normalize(read(op.getStarts(), i), size, by);
      start = applies ? d.b.select(applies, from, start) : from;
      step = applies ? d.b.select(applies, by, step) : by;
    }
    return {start, step};
  }

  Value normalize(Value start, Value size, Value step) {
    Value zero = arithmetic.constant(0);
    start = d.b.select(arithmetic.less(start, zero),
                       arithmetic.add(start, size), start);
    Value last = arithmetic.sub(size, arithmetic.constant(1));
    Value isBackward = arithmetic.less(step, zero);
    return arithmetic.clamp(start, zero, d.b.select(isBackward, last, size));
  }
};
} // namespace

static Results defineDynamicSlice(DynamicSliceOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        SliceReader reader{d, op};
        IndexArithmetic &arithmetic = reader.arithmetic;
        SmallVector<te::Index> indices;
        for (auto [i, axis] : llvm::enumerate(axes)) {
          auto [start, step] = reader.getStartAndStep(i, axes.size());
          Value index =
              arithmetic.add(start, arithmetic.mul(d.b.value(axis), step));
          // Data may violate the static types.
          Value size = d.b.value(d.b.dim(d.operands[0], i));
          Value last = arithmetic.sub(size, arithmetic.constant(1));
          indices.push_back(
              te::Index(arithmetic.clamp(index, arithmetic.constant(0), last)));
        }
        return d.b.read(d.operands[0], indices);
      })};
}

//===-- pad ---------------------------------------------------------------===//

/// The index in a dimension of `size` that is visible at position `at`.
static Value mapBorder(Definition &d, PadMode mode, Value at, Value size) {
  IndexArithmetic a{d.b};
  Value zero = a.constant(0), one = a.constant(1);
  if (mode == PadMode::Edge)
    return a.clamp(at, zero, a.sub(size, one));
  if (mode == PadMode::Wrap)
    return a.floorMod(at, a.max(size, one));
  // The period runs forth and back without repeating the edges.
  Value last = a.sub(size, one);
  Value period = a.max(a.mul(last, a.constant(2)), one);
  Value phase = a.floorMod(at, period);
  return d.b.select(a.less(last, phase), a.sub(period, phase), phase);
}

/// The storage value of the padding, read inside a compute.
static Value readPadValue(Definition &d, Value value) {
  if (!value)
    return d.b.constantInt(d.resultElement(), 0);
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  return d.b.read(value, SmallVector<te::Index>(rank, 0));
}

static Value readPadded(Definition &d, PadMode mode, Value padValue,
                        te::Axes positions, ArrayRef<bool> isPadded) {
  if (mode == PadMode::Constant)
    return d.b.read(d.operands[0], positions, readPadValue(d, padValue));
  SmallVector<te::Index> indices(positions);
  for (size_t i = 0; i < indices.size(); ++i)
    if (isPadded[i])
      indices[i] = te::Index(mapBorder(d, mode, d.b.value(positions[i]),
                                       d.b.value(d.b.dim(d.operands[0], i))));
  return d.b.read(d.operands[0], indices);
}

static Results definePad(PadOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Value value = op.getValue() ? d.operands[1] : Value();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        SmallVector<te::Index> positions;
        SmallVector<bool> isPadded;
        for (auto [i, axis] : llvm::enumerate(axes)) {
          positions.push_back(axis - te::Index(op.getLow()[i]));
          isPadded.push_back(op.getLow()[i] != 0 || op.getHigh()[i] != 0);
        }
        return readPadded(d, op.getMode(), value, positions, isPadded);
      })};
}

/// Elements added before dimension `dim`, read from `pads`.
static Value readLow(DynamicPadOp op, Definition &d, int64_t dim,
                     int64_t rank) {
  IndexArithmetic a{d.b};
  auto type = cast<RankedTensorType>(op.getPads().getType());
  auto axes = op.getAxes() ? getConstantInts(op.getAxes()) : std::nullopt;
  Value low = a.constant(0);
  for (int64_t i = 0; i < type.getDimSize(0) / 2; ++i) {
    Value pad = a.cast(d.b.read(d.operands[1], {te::Index(i)}));
    if (op.getAxes() && !axes) {
      Value axis = a.cast(d.b.read(d.operands.back(), {te::Index(i)}));
      axis = d.b.select(a.less(axis, a.constant(0)),
                        a.add(axis, a.constant(rank)), axis);
      low = d.b.select(a.equal(axis, a.constant(dim)), pad, low);
      continue;
    }
    int64_t axis = axes ? (*axes)[i] : i;
    if ((axis < 0 ? axis + rank : axis) == dim)
      low = pad;
  }
  return low;
}

static Results defineDynamicPad(DynamicPadOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Value value = op.getValue() ? d.operands[2] : Value();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        IndexArithmetic a{d.b};
        SmallVector<te::Index> positions;
        for (auto [i, axis] : llvm::enumerate(axes))
          positions.push_back(te::Index(
              a.sub(d.b.value(axis), readLow(op, d, i, axes.size()))));
        SmallVector<bool> isPadded(axes.size(), true);
        return readPadded(d, op.getMode(), value, positions, isPadded);
      })};
}

void attachSliceDefinitions(MLIRContext *context) {
  attachTensor<SliceOp, defineSlice>(context);
  attachTensor<DynamicSliceOp, defineDynamicSlice>(context);
  attachTensor<PadOp, definePad>(context);
  attachTensor<DynamicPadOp, defineDynamicPad>(context);
}

} // namespace tvm
