// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gathering, and operators that select by an index.

#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Tensors/GraphIndexing.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

static int64_t rankOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getRank();
}

static int64_t normalize(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

/// The position in dimension `dim` of operand 0 that `indices` contains at
/// `at`.
static te::Index readPosition(Definition &d, Value indices, te::Axes at,
                              int64_t dim) {
  IndexArithmetic arithmetic{d.b};
  Value size = d.b.value(d.b.dim(d.operands[0], dim));
  return te::Index(
      arithmetic.position(d.b.read(indices, at), size, /*clamped=*/true));
}

//===-- gather ------------------------------------------------------------===//

/// Reads operand 0 at `indices(axes)`.
template <typename Indices>
static Results defineGathered(Definition &d, Indices indices) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        return d.b.read(d.operands[0], indices(axes));
      })};
}

static Results defineGather(GatherOp op, Definition &d) {
  int64_t axis = normalize(op.getAxis(), rankOf(d.operands[0]));
  int64_t count = rankOf(d.operands[1]);
  return defineGathered(d, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes.take_front(axis));
    indices.push_back(
        readPosition(d, d.operands[1], axes.slice(axis, count), axis));
    llvm::append_range(indices, axes.drop_front(axis + count));
    return indices;
  });
}

static Results defineGatherElements(GatherElementsOp op, Definition &d) {
  int64_t axis = normalize(op.getAxis(), rankOf(d.operands[0]));
  return defineGathered(d, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes);
    indices[axis] = readPosition(d, d.operands[1], axes, axis);
    return indices;
  });
}

static Results defineGatherND(GatherNDOp op, Definition &d) {
  int64_t batch = op.getBatchDims();
  auto type = cast<RankedTensorType>(op.getIndices().getType());
  int64_t outer = type.getRank() - 1, count = type.getShape().back();
  return defineGathered(d, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes.take_front(batch));
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<te::Index> at(axes.take_front(outer));
      at.push_back(i);
      indices.push_back(readPosition(d, d.operands[1], at, batch + i));
    }
    llvm::append_range(indices, axes.drop_front(outer));
    return indices;
  });
}

//===-- one_hot, reverse_sequence, tensor_scatter -------------------------===//

static Results defineOneHot(OneHotOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  int64_t axis = normalize(op.getAxis(), dims->size());
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        IndexArithmetic arithmetic{d.b};
        SmallVector<te::Index> at(axes);
        at.erase(at.begin() + axis);
        Value index = d.b.cast(d.b.read(d.operands[0], at),
                               d.b.builder.getI64Type(), d.isUnsigned(0));
        Value position = arithmetic.position(index, d.b.value((*dims)[axis]),
                                             /*clamped=*/false);
        Value isOn = arithmetic.equal(position, d.b.value(axes[axis]));
        return d.b.select(isOn, d.b.read(d.operands[2], {te::Index(1)}),
                          d.b.read(d.operands[2], {te::Index(0)}));
      })};
}

static Results defineReverseSequence(ReverseSequenceOp op, Definition &d) {
  return defineGathered(d, [&](te::Axes axes) {
    IndexArithmetic arithmetic{d.b};
    int64_t timeAxis = op.getTimeAxis();
    Value length =
        arithmetic.cast(d.b.read(d.operands[1], {axes[op.getBatchAxis()]}));
    Value size = d.b.value(d.b.dim(d.operands[0], timeAxis));
    length = arithmetic.min(length, size);
    Value time = d.b.value(axes[timeAxis]);
    Value mirrored =
        arithmetic.sub(arithmetic.sub(length, arithmetic.constant(1)), time);
    SmallVector<te::Index> indices(axes);
    indices[timeAxis] =
        te::Index(d.b.select(arithmetic.less(time, length), mirrored, time));
    return indices;
  });
}

static Results defineTensorScatter(TensorScatterOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  int64_t axis = normalize(op.getAxis(), dims->size());
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        IndexArithmetic arithmetic{d.b};
        Value begin = arithmetic.constant(0);
        if (op.getPositions())
          begin = arithmetic.cast(d.b.read(d.operands[2], {axes[0]}));
        Value position = arithmetic.sub(d.b.value(axes[axis]), begin);
        if (op.getCircular())
          position = arithmetic.floorMod(position, d.b.value((*dims)[axis]));
        Value length = d.b.value(d.b.dim(d.operands[1], axis));
        Value isNew =
            d.b.logicalAnd(arithmetic.less(arithmetic.constant(-1), position),
                           arithmetic.less(position, length));
        SmallVector<te::Index> indices(axes);
        indices[axis] = te::Index(position);
        Value zero = d.b.constantInt(d.resultElement(), 0);
        return d.b.select(isNew, d.b.read(d.operands[1], indices, zero),
                          d.b.read(d.operands[0], axes));
      })};
}

void attachScatterDefinitions(MLIRContext *context);

void attachIndexingDefinitions(MLIRContext *context) {
  attachTensor<GatherOp, defineGather>(context);
  attachTensor<GatherElementsOp, defineGatherElements>(context);
  attachTensor<GatherNDOp, defineGatherND>(context);
  attachTensor<OneHotOp, defineOneHot>(context);
  attachTensor<ReverseSequenceOp, defineReverseSequence>(context);
  attachTensor<TensorScatterOp, defineTensorScatter>(context);
  attachScatterDefinitions(context);
}

} // namespace tvm
