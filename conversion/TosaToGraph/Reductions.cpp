// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TosaToGraph/Patterns.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphReduction.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

static Value createReduction(Value x, ReduceKind kind, int64_t axis,
                             Expansion &e) {
  if (e.failed())
    return {};
  Builder builder(x.getContext());
  return e.create<ReduceOp>(x, ReduceKindAttr::get(x.getContext(), kind),
                            builder.getDenseI64ArrayAttr(axis),
                            builder.getUnitAttr());
}

template <typename Op, ReduceKind kind>
static Value convertReduce(Op op, typename Op::Adaptor x, Expansion &e) {
  return createReduction(x.getInput(), kind, op.getAxis(), e);
}

template <typename Op, ReduceKind kind>
static Value convertExtreme(Op op, typename Op::Adaptor x, Expansion &e) {
  e.expectPropagation(op.getNanMode());
  return createReduction(x.getInput(), kind, op.getAxis(), e);
}

/// Bools are reduced as bytes of 0 and 1.
template <typename Op, ReduceKind kind>
static Value convertLogical(Op op, typename Op::Adaptor x, Expansion &e) {
  Type byte = IntegerType::get(op.getContext(), 8);
  Value bytes = e.cast(x.getInput(), byte);
  return e.cast(createReduction(bytes, kind, op.getAxis(), e),
                getElementTypeOrSelf(x.getInput()));
}

static Value convertArgMax(tosa::ArgMaxOp op, tosa::ArgMaxOp::Adaptor x,
                           Expansion &e) {
  e.expectPropagation(op.getNanMode());
  Value index = e.create<ArgMaxOp>(x.getInput(), op.getAxis(),
                                   /*keepdims=*/false, /*last=*/false);
  return e.cast(index, op.getType().getElementType());
}

void addReductions(Patterns &patterns) {
  patterns.add<tosa::ReduceAllOp>(
      convertLogical<tosa::ReduceAllOp, ReduceKind::Min>);
  patterns.add<tosa::ReduceAnyOp>(
      convertLogical<tosa::ReduceAnyOp, ReduceKind::Max>);
  patterns.add<tosa::ReduceMaxOp>(
      convertExtreme<tosa::ReduceMaxOp, ReduceKind::Max>);
  patterns.add<tosa::ReduceMinOp>(
      convertExtreme<tosa::ReduceMinOp, ReduceKind::Min>);
  patterns.add<tosa::ReduceProductOp>(
      convertReduce<tosa::ReduceProductOp, ReduceKind::Prod>);
  patterns.add<tosa::ReduceSumOp>(
      convertReduce<tosa::ReduceSumOp, ReduceKind::Sum>);
  patterns.add<tosa::ArgMaxOp>(convertArgMax);
}

} // namespace tvm::tosa_to_graph
