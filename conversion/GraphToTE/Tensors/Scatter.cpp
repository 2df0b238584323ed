// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scattering from the view of each element of the result, which tests all
// updates. Replacements first find the last update per slice, so that slices
// are only copied. If there are many tests, the library scatters
// (ScatterCalls.cpp).

#include "conversion/GraphToTE/IndexArithmetic.h"
#include "conversion/GraphToTE/LibraryCalls.h"

#include "dialects/Graph/Tensors/GraphIndexing.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

/// The combination of old elements and updates, with its neutral update.
namespace {
struct Combination {
  Definition &d;
  ScatterReduction kind;

  /// For bools, add and mul mean or and and, which are unsigned max and min.
  bool isBool() const { return d.isBool(0); }
  bool isUnsigned() const { return d.isUnsigned(0); }

  Value combine(Value lhs, Value rhs) {
    switch (kind) {
    case ScatterReduction::Add:
      return isBool() ? d.b.max(lhs, rhs, true) : d.b.add(lhs, rhs);
    case ScatterReduction::Mul:
      return isBool() ? d.b.min(lhs, rhs, true) : d.b.mul(lhs, rhs);
    case ScatterReduction::Max:
      return d.b.max(lhs, rhs, isUnsigned());
    case ScatterReduction::Min:
      return d.b.min(lhs, rhs, isUnsigned());
    case ScatterReduction::None:
      return rhs;
    }
    llvm_unreachable("all reductions handled");
  }

  Value identity() {
    Type type = getComputeType(d.resultElement());
    double infinity = std::numeric_limits<double>::infinity();
    bool isMax = kind == ScatterReduction::Max;
    if (kind == ScatterReduction::Add)
      return d.b.constantInt(type, 0);
    if (kind == ScatterReduction::Mul)
      return d.b.constantInt(type, 1);
    if (isa<FloatType>(type))
      return d.b.constant(type, isMax ? -infinity : infinity);
    unsigned width = type.getIntOrFloatBitWidth();
    APInt bits = isUnsigned()
                     ? (isMax ? APInt(width, 0) : APInt::getMaxValue(width))
                     : (isMax ? APInt::getSignedMinValue(width)
                              : APInt::getSignedMaxValue(width));
    return arith::ConstantOp::create(d.b.builder, d.b.loc,
                                     IntegerAttr::get(type, bits));
  }
};
} // namespace

/// Builds `combine(x, all updates that hit)`: `hit(axes, reduction)` is an
/// `i1`, and `update(axes, reduction)` reads an update, 0 outside.
template <typename Hit, typename Update>
static Results defineReduction(Definition &d, ScatterReduction kind,
                               te::Extents dims, te::Extents reduction, Hit hit,
                               Update update) {
  Combination combination{d, kind};
  Type type = getComputeType(d.resultElement());
  Value identity = combination.identity();
  auto combined = d.b.reduce(
      ValueRange(identity), dims, reduction,
      [&](te::Axes axes, te::Axes reduceAxes) {
        Value element = d.b.cast(update(axes, reduceAxes), type);
        return SmallVector<Value>{
            d.b.select(hit(axes, reduceAxes), element, combination.identity())};
      },
      [&](ValueRange accumulated, ValueRange values) {
        return SmallVector<Value>{
            combination.combine(accumulated[0], values[0])};
      });
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), dims, [&](te::Axes axes) {
        Value old = d.b.cast(d.b.read(d.operands[0], axes), type);
        Value change = d.b.read(combined[0], axes);
        return d.b.cast(combination.combine(old, change), d.resultElement());
      })};
}

/// `position`, or -1 where not `hit`.
static Value selectPosition(Definition &d, Value hit, Value position) {
  Value i64 = arith::IndexCastOp::create(d.b.builder, d.b.loc,
                                         d.b.builder.getI64Type(), position);
  return d.b.select(hit, i64, d.b.constantInt(d.b.builder.getI64Type(), -1));
}

//===-- scatter_elements --------------------------------------------------===//

static Results defineScatterElements(ScatterElementsOp op, Definition &d) {
  auto type = cast<RankedTensorType>(op.getIndices().getType());
  int64_t rank = type.getRank(), axis = op.getAxis();
  axis += axis < 0 ? rank : 0;
  SmallVector<int64_t> comparisons(op.getType().getShape());
  comparisons.push_back(type.getDimSize(axis));
  if (isForLibrary(d, comparisons))
    return scatterByLibrary(d, op.getReduction(), axis);
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  SmallVector<OpFoldResult> count{d.b.dim(d.operands[1], axis)};
  IndexArithmetic arithmetic{d.b};
  auto updateAt = [&](te::Axes axes, const te::Index &k) {
    SmallVector<te::Index> at(axes);
    at[axis] = k;
    return at;
  };
  auto hit = [&](te::Axes axes, te::Axes reduction) {
    // Outside of the updates there are no hits: no index equals this padding.
    Value outside = d.b.constantInt(d.operandElement(1),
                                    std::numeric_limits<int32_t>::min());
    Value index =
        d.b.read(d.operands[1], updateAt(axes, reduction[0]), outside);
    Value position = arithmetic.position(index, d.b.value((*dims)[axis]),
                                         /*clamped=*/false);
    return arithmetic.equal(position, d.b.value(axes[axis]));
  };
  auto zero = [&] { return d.b.constantInt(d.resultElement(), 0); };
  if (op.getReduction() != ScatterReduction::None)
    return defineReduction(
        d, op.getReduction(), *dims, count, hit,
        [&](te::Axes axes, te::Axes reduction) {
          return d.b.read(d.operands[2], updateAt(axes, reduction[0]), zero());
        });
  Value last = d.b.reduce(te::Combiner::Max, d.b.builder.getI64Type(), *dims,
                          count, [&](te::Axes axes, te::Axes reduction) {
                            return selectPosition(d, hit(axes, reduction),
                                                  d.b.value(reduction[0]));
                          });
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        Value k = arithmetic.cast(d.b.read(last, axes));
        Value update =
            d.b.read(d.operands[2], updateAt(axes, te::Index(k)), zero());
        return d.b.select(arithmetic.less(k, arithmetic.constant(0)),
                          d.b.read(d.operands[0], axes), update);
      })};
}

//===-- scatter_nd --------------------------------------------------------===//

/// The extents of updates. One-dimensional indices belong to a single update,
/// which gets an extent, too.
static SmallVector<OpFoldResult> getUpdates(Definition &d) {
  SmallVector<OpFoldResult> updates = d.b.dims(d.operands[1]);
  updates.pop_back();
  if (updates.empty())
    updates.push_back(d.b.builder.getIndexAttr(1));
  return updates;
}

/// The position of update `number` in indices and updates.
static te::Axes getPlace(Definition &d, te::Axes number) {
  auto indices = cast<RankedTensorType>(d.operands[1].getType());
  return number.take_front(indices.getRank() - 1);
}

/// Whether update `number` belongs to the slice at `axes`.
static Value hitsSlice(Definition &d, te::Extents dims, te::Axes axes,
                       te::Axes number, int64_t count) {
  IndexArithmetic arithmetic{d.b};
  Value hit = d.b.constantInt(d.b.builder.getI1Type(), -1);
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<te::Index> coordinate(getPlace(d, number));
    coordinate.push_back(i);
    Value position = arithmetic.position(d.b.read(d.operands[1], coordinate),
                                         d.b.value(dims[i]), /*clamped=*/false);
    hit = d.b.logicalAnd(hit, arithmetic.equal(position, d.b.value(axes[i])));
  }
  return hit;
}

/// Replaces slices: finds the last update of each slice, then reads its
/// elements.
static Results defineReplacement(Definition &d, te::Extents dims,
                                 te::Extents updates, int64_t count) {
  IndexArithmetic arithmetic{d.b};
  Value last = d.b.reduce(
      te::Combiner::Max, d.b.builder.getI64Type(), dims.take_front(count),
      updates, [&](te::Axes axes, te::Axes reduction) {
        Value linear = arithmetic.constant(0);
        for (auto [axis, size] : llvm::zip(reduction, updates))
          linear = arithmetic.add(arithmetic.mul(linear, d.b.value(size)),
                                  d.b.value(axis));
        return selectPosition(d, hitsSlice(d, dims, axes, reduction, count),
                              linear);
      });
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), dims, [&](te::Axes axes) {
        Value winner = arithmetic.cast(d.b.read(last, axes.take_front(count)));
        Value isOld = arithmetic.less(winner, arithmetic.constant(0));
        Value linear = arithmetic.max(winner, arithmetic.constant(0));
        SmallVector<te::Index> number(updates.size(), 0);
        for (size_t i = updates.size(); i-- > 0;) {
          Value size =
              arithmetic.max(d.b.value(updates[i]), arithmetic.constant(1));
          number[i] = te::Index(arithmetic.rem(linear, size));
          linear = arithmetic.div(linear, size);
        }
        SmallVector<te::Index> at(getPlace(d, number));
        llvm::append_range(at, axes.drop_front(count));
        Value zero = d.b.constantInt(d.resultElement(), 0);
        return d.b.select(isOld, d.b.read(d.operands[0], axes),
                          d.b.read(d.operands[2], at, zero));
      })};
}

static Results defineScatterND(ScatterNDOp op, Definition &d) {
  auto type = cast<RankedTensorType>(op.getIndices().getType());
  int64_t count = type.getShape().back();
  // A replacement compares the indices of whole slices.
  bool isReplacement = op.getReduction() == ScatterReduction::None;
  ArrayRef<int64_t> shape = op.getType().getShape();
  SmallVector<int64_t> comparisons(isReplacement ? shape.take_front(count)
                                                 : shape);
  llvm::append_range(comparisons, type.getShape().drop_back());
  if (isForLibrary(d, comparisons))
    return scatterByLibrary(d, op.getReduction(), -1);
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  SmallVector<OpFoldResult> updates = getUpdates(d);
  if (isReplacement)
    return defineReplacement(d, *dims, updates, count);
  return defineReduction(
      d, op.getReduction(), *dims, updates,
      [&](te::Axes axes, te::Axes reduction) {
        return hitsSlice(d, *dims, axes, reduction, count);
      },
      [&](te::Axes axes, te::Axes reduction) {
        SmallVector<te::Index> at(getPlace(d, reduction));
        llvm::append_range(at, axes.drop_front(count));
        return d.b.read(d.operands[2], at);
      });
}

void attachScatterDefinitions(MLIRContext *context) {
  attachTensor<ScatterElementsOp, defineScatterElements>(context);
  attachTensor<ScatterNDOp, defineScatterND>(context);
}

} // namespace tvm
