#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

FailureOr<Loop> partition(Loop loop, int64_t factor) {
  if (factor < 1 || !isNormalized(loop))
    return failure();
  AffineMap bound = loop.getUpperBoundMap();
  AffineExpr count = bound.getResult(0);
  if (count.isMultipleOf(factor))
    return Loop();
  auto boundAt = [&](AffineExpr expr) {
    return AffineMap::get(bound.getNumDims(), bound.getNumSymbols(), expr);
  };
  AffineExpr full = count.floorDiv(factor) * factor;
  OpBuilder builder(loop);
  builder.setInsertionPointAfter(loop);
  auto rest = cast<Loop>(builder.clone(*loop));
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  loop.setUpperBound(operands, boundAt(full));
  rest.setUpperBound(operands, boundAt(count % factor));
  // i -> i + full, in terms of i and the operands of the bound.
  MLIRContext *context = loop.getContext();
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned i = 0; i < bound.getNumDims(); ++i)
    dims.push_back(getAffineDimExpr(1 + i, context));
  for (unsigned i = 0; i < bound.getNumSymbols(); ++i)
    symbols.push_back(getAffineDimExpr(1 + bound.getNumDims() + i, context));
  AffineExpr offset = full.replaceDimsAndSymbols(dims, symbols);
  auto map = AffineMap::get(1 + operands.size(), 0,
                            getAffineDimExpr(0, context) + offset);
  SmallVector<Value> mapOperands{rest.getInductionVar()};
  mapOperands.append(operands);
  substitute(rest, rest.getInductionVar(), map, mapOperands);
  return rest;
}

} // namespace tvm::schedule
