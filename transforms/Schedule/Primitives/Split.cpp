#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

bool isNormalized(Loop loop) {
  return loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 &&
         loop.getUpperBoundMap().getNumResults() == 1;
}

/// Whether the upper bound is provably a multiple of `factor`.
static bool isMultiple(Loop loop, int64_t factor) {
  return loop.getUpperBoundMap().getResult(0).isMultipleOf(factor);
}

FailureOr<std::pair<Loop, Loop>> split(Loop loop, int64_t factor) {
  if (factor < 1 || !isNormalized(loop) || !isMultiple(loop, factor))
    return failure();
  OpBuilder builder(loop);
  AffineMap bound = loop.getUpperBoundMap();
  AffineMap outerBound =
      AffineMap::get(bound.getNumDims(), bound.getNumSymbols(),
                     bound.getResult(0).floorDiv(factor));
  auto outer = Loop::create(builder, loop.getLoc(), ValueRange(),
                            builder.getConstantAffineMap(0),
                            loop.getUpperBoundOperands(), outerBound);
  loop->moveBefore(outer.getBody(), outer.getBody()->begin());
  loop.setConstantUpperBound(factor);
  // i -> o * factor + i
  AffineExpr o = builder.getAffineDimExpr(0), i = builder.getAffineDimExpr(1);
  auto map = AffineMap::get(2, 0, o * factor + i);
  substitute(loop, loop.getInductionVar(), map,
             {outer.getInductionVar(), loop.getInductionVar()});
  return std::make_pair(outer, loop);
}

} // namespace tvm::schedule
