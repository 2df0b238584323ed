#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

FailureOr<Loop> fuse(Loop outer, Loop inner) {
  auto innerCount = getTripCount(inner);
  if (!isNormalized(outer) || !isNormalized(inner) || !innerCount ||
      *innerCount < 1 || inner->getParentOp() != outer ||
      !llvm::hasSingleElement(outer.getBody()->without_terminator()))
    return failure();
  OpBuilder builder(outer);
  AffineMap bound = outer.getUpperBoundMap();
  auto fused = Loop::create(
      builder, outer.getLoc(), ValueRange(), builder.getConstantAffineMap(0),
      outer.getUpperBoundOperands(),
      AffineMap::get(bound.getNumDims(), bound.getNumSymbols(),
                     bound.getResult(0) * *innerCount));
  fused.getBody()->getOperations().splice(
      fused.getBody()->begin(), inner.getBody()->getOperations(),
      inner.getBody()->begin(), std::prev(inner.getBody()->end()));
  AffineExpr f = builder.getAffineDimExpr(0);
  substitute(fused, inner.getInductionVar(),
             AffineMap::get(1, 0, f % *innerCount), fused.getInductionVar());
  substitute(fused, outer.getInductionVar(),
             AffineMap::get(1, 0, f.floorDiv(*innerCount)),
             fused.getInductionVar());
  outer.erase();
  return fused;
}

} // namespace tvm::schedule
