// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphControl.h"

#include "dialects/Graph/Shapes/ShapeValues.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace tvm::graph {

/// The last operation of `region`, if it is an `Op`.
template <typename Op> static Op getEnd(Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return {};
  return dyn_cast<Op>(region.front().back());
}

//===-- if ----------------------------------------------------------------===//

LogicalResult IfOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                     Adaptor adaptor,
                                     SmallVectorImpl<Type> &types) {
  auto then = getEnd<YieldOp>(adaptor.getThenRegion());
  auto otherwise = getEnd<YieldOp>(adaptor.getElseRegion());
  if (!then || !otherwise)
    return emitOptionalError(loc, "expected two branches that end with "
                                  "graph.yield");
  if (then.getNumOperands() != otherwise.getNumOperands()) // C1
    return emitOptionalError(loc, "expected branches with as many values, got ",
                             then.getNumOperands(), " and ",
                             otherwise.getNumOperands());
  for (auto [i, a, b] :
       llvm::enumerate(then.getOperandTypes(), otherwise.getOperandTypes())) {
    RankedTensorType type = joinTypes(a, b);
    if (!type) // C2
      return emitOptionalError(loc,
                               "expected values of one element type and "
                               "rank for result #",
                               i, ", got ", a, " and ", b);
    types.push_back(type);
  }
  return success();
}

//===-- loop --------------------------------------------------------------===//

SmallVector<Region *> LoopOp::getLoopRegions() { return {&getBodyRegion()}; }

NextOp LoopOp::getNext() { return cast<NextOp>(getBody()->getTerminator()); }

/// The type of rows of type `row`, `count` of them where that is known.
static RankedTensorType stackType(Type row, int64_t count) {
  auto type = cast<RankedTensorType>(row);
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, type.getShape());
  return type.clone(shape);
}

LogicalResult LoopOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  auto next = getEnd<NextOp>(adaptor.getBodyRegion());
  if (!next)
    return emitOptionalError(loc, "expected a body that ends with graph.next");
  auto inits = adaptor.getInitial();
  if (next.getCarried().size() != inits.size()) // C3
    return emitOptionalError(loc, "expected ", inits.size(),
                             " next values, got ", next.getCarried().size());
  for (auto [i, init, value] :
       llvm::enumerate(inits.getTypes(), next.getCarried().getTypes())) {
    RankedTensorType type = joinTypes(init, value);
    if (!type) // C2
      return emitOptionalError(loc,
                               "expected a next value of the element type "
                               "and rank of init #",
                               i, ", ", init, ", got ", value);
    types.push_back(type);
  }
  bool mayEnd = adaptor.getCondition() || next.getCondition();
  int64_t rows = ShapedType::kDynamic;
  if (auto count = adaptor.getCount() && !mayEnd
                       ? getConstantInts(adaptor.getCount())
                       : std::nullopt)
    rows = std::max<int64_t>(count->front(), 0);
  for (Value row : next.getRows())
    types.push_back(stackType(row.getType(), rows));
  return success();
}

LogicalResult LoopOp::verifyRegions() {
  auto iteration =
      RankedTensorType::get({}, IntegerType::get(getContext(), 64));
  if (getBody()->getNumArguments() != getInitial().size() + 1 ||
      getIteration().getType() != iteration) // C1
    return emitOpError("expected a body of the iteration, ")
           << iteration << ", and " << getInitial().size()
           << " carried values, got " << getBody()->getArgumentTypes();
  for (auto [argument, init, next] :
       llvm::zip(getCarried(), getInitial(), getNext().getCarried())) {
    auto type = cast<RankedTensorType>(argument.getType());
    RankedTensorType join = joinTypes(init.getType(), next.getType());
    bool isCovered =
        join && areCompatibleTypes(type, join) &&
        llvm::all_of(llvm::zip(type.getShape(), join.getShape()), [](auto d) {
          return ShapedType::isDynamic(std::get<0>(d)) ||
                 std::get<0>(d) == std::get<1>(d);
        });
    if (!isCovered) // C2
      return emitOpError("expected carried argument #")
             << argument.getArgNumber() - 1 << " to be of a type that covers "
             << init.getType() << " and " << next.getType() << ", got " << type;
  }
  if (!getCount() && !getCondition() && !getNext().getCondition()) // C4
    return emitOpError("expected a count or a condition");
  return success();
}

//===-- with_dims, append -------------------------------------------------===//

LogicalResult WithDimsOp::verify() {
  int64_t expected = cast<RankedTensorType>(getType()).getNumDynamicDims();
  if (static_cast<int64_t>(getDims().size()) != expected) // C1
    return emitOpError("expected ")
           << expected << " dynamic dimensions of " << getType() << ", got "
           << getDims().size();
  return success();
}

LogicalResult
WithDimsOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(getMixedValues(cast<RankedTensorType>(getType()).getShape(),
                                  getDims(), builder));
  return success();
}

LogicalResult AppendOp::verify() {
  RankedTensorType expected =
      stackType(getRow().getType(), ShapedType::kDynamic);
  if (expected != getRows().getType()) // C1
    return emitOpError("expected rows of type ")
           << expected << ", got " << getRows().getType();
  return success();
}

} // namespace tvm::graph

#define GET_OP_CLASSES
#include "dialects/Graph/Control/GraphControl.cpp.inc"

void tvm::graph::GraphDialect::registerControlOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Control/GraphControl.cpp.inc"
      >();
}
