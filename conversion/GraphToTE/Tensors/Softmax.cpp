// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Tensors/Reduction.h"

#include "dialects/Graph/Tensors/GraphReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Compare = te::TEBuilder::Compare;
using Results = FailureOr<SmallVector<Value>>;

/// `axes` of the operand without the reduced axes.
static SmallVector<te::Index> dropAxes(te::Axes axes,
                                       ArrayRef<int64_t> reduced) {
  SmallVector<te::Index> kept;
  for (auto [i, axis] : llvm::enumerate(axes))
    if (!llvm::is_contained(reduced, static_cast<int64_t>(i)))
      kept.push_back(axis);
  return kept;
}

static SmallVector<OpFoldResult> dropDims(te::Extents dims,
                                          ArrayRef<int64_t> reduced) {
  SmallVector<OpFoldResult> kept;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (!llvm::is_contained(reduced, static_cast<int64_t>(i)))
      kept.push_back(dim);
  return kept;
}

/// Computes the maximum, exponentials of the differences from it, and their
/// sum. NaN may be missing in the maximum, but is in the sum.
template <typename Op, bool isLog>
static Results defineSoftmax(Op op, Definition &d) {
  Value x = d.operands[0];
  Type type = getComputeType(d.operandElement(0));
  SmallVector<OpFoldResult> dims = d.b.dims(x);
  ArrayRef<int64_t> axes = op.getAxes();
  ReductionSpace space = getSpace(d, axes, false, dropDims(dims, axes));
  auto same = [](Value element, te::Axes) { return element; };
  Value maximum =
      Reduction{d, space, te::Combiner::MaxNum, false}.build(x, type, same);
  auto shifted = [&](te::Axes at) {
    return d.b.sub(d.b.cast(d.b.read(x, at), type),
                   d.b.read(maximum, dropAxes(at, axes)));
  };
  Value exps = d.b.compute(type, dims, [&](te::Axes at) -> Value {
    return math::ExpOp::create(d.b.builder, d.b.loc, shifted(at));
  });
  Value sum =
      Reduction{d, space, te::Combiner::Sum, false}.build(exps, type, same);
  // One logarithm or reciprocal per reduction: a division takes as long as all
  // other operations together.
  Value factor = d.b.compute(type, space.dims, [&](te::Axes at) -> Value {
    Value total = d.b.read(sum, at);
    if (isLog)
      return math::LogOp::create(d.b.builder, d.b.loc, total);
    return d.b.div(d.b.constant(type, 1), total);
  });
  Value result = d.b.compute(d.resultElement(), dims, [&](te::Axes at) {
    Value common = d.b.read(factor, dropAxes(at, axes));
    Value element = isLog ? d.b.sub(shifted(at), common)
                          : d.b.mul(d.b.read(exps, at), common);
    return d.b.cast(element, d.resultElement());
  });
  for (Value stage : {maximum, exps, sum, factor, result})
    d.setRole(stage);
  return SmallVector<Value>{result};
}

/// Position of `axes` in the row-major order of `dims`, as an i64 value.
static Value linearize(te::TEBuilder &b, te::Axes axes, te::Extents dims) {
  Type type = b.builder.getI64Type();
  Value position = b.constantInt(type, 0);
  for (auto [axis, dim] : llvm::zip(axes, dims)) {
    Value size =
        arith::IndexCastOp::create(b.builder, b.loc, type, b.value(dim));
    position = b.add(b.mul(position, size), b.value(axis, type));
  }
  return position;
}

static Results defineHardmax(HardmaxOp op, Definition &d) {
  Value x = d.operands[0];
  SmallVector<OpFoldResult> dims = d.b.dims(x);
  ArrayRef<int64_t> axes = op.getAxes();
  ReductionSpace space = getSpace(d, axes, false, dropDims(dims, axes));
  Type type = getComputeType(d.operandElement(0));
  auto at = [&](te::Axes reduction) {
    return linearize(d.b, reduction, space.reduction);
  };
  if (axes.empty())
    return SmallVector<Value>{
        d.b.compute(d.resultElement(), dims, [&](te::Axes) {
          return d.b.constant(d.resultElement(), 1);
        })};
  Value winner = d.b.argReduce(
      te::Combiner::ArgMax, {type, d.b.builder.getI64Type()}, space.dims,
      space.reduction, [&](te::Axes spatial, te::Axes reduction) {
        Value element = d.b.read(x, space.source(spatial, reduction));
        return SmallVector<Value>{getComparable(d, element), at(reduction)};
      })[1];
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), dims, [&](te::Axes all) {
        SmallVector<te::Index> reduction;
        for (int64_t axis : axes)
          reduction.push_back(all[axis]);
        Value isWinner = d.b.compare(
            Compare::EQ, d.b.read(winner, dropAxes(all, axes)), at(reduction));
        return d.b.select(isWinner, d.b.constant(d.resultElement(), 1),
                          d.b.constant(d.resultElement(), 0));
      })};
}

void attachSoftmaxDefinitions(MLIRContext *context) {
  attachTensor<SoftmaxOp, defineSoftmax<SoftmaxOp, false>>(context);
  attachTensor<LogSoftmaxOp, defineSoftmax<LogSoftmaxOp, true>>(context);
  attachTensor<HardmaxOp, defineHardmax>(context);
}

} // namespace tvm
