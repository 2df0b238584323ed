#include "transforms/Schedule/UnrollLoops.h"

#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Affine/Utils.h"

using namespace mlir;

namespace tvm::schedule {

SmallVector<Loop> findLoops(Operation *root, LoopKind kind) {
  SmallVector<Loop> loops;
  root->walk([&](Loop loop) {
    if (getLoopKind(loop) == kind)
      loops.push_back(loop);
  });
  return loops;
}

/// The one value of a bound's expressions that counts, where they are constant.
static std::optional<int64_t>
foldBound(AffineMap map, SmallVector<Value> operands, bool isUpper) {
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  std::optional<int64_t> bound;
  for (AffineExpr expr : map.getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant)
      return std::nullopt;
    int64_t value = constant.getValue();
    bound = !bound    ? value
            : isUpper ? std::min(*bound, value)
                      : std::max(*bound, value);
  }
  return bound;
}

/// Makes bounds constant that are so where the loops around are unrolled.
static void foldBounds(Loop loop) {
  auto lower = foldBound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                         /*isUpper=*/false);
  auto upper = foldBound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
                         /*isUpper=*/true);
  if (!lower || !upper)
    return;
  loop.setConstantLowerBound(*lower);
  loop.setConstantUpperBound(std::max(*lower, *upper));
}

void unrollLoops(Operation *root) {
  // Inner loops first: copies of an unrolled body hold no marked loops, but
  // those of which another loop, once unrolled, tells the bounds.
  bool isDone = false;
  while (!isDone) {
    isDone = true;
    for (Loop loop : findLoops(root, LoopKind::Unrolled)) {
      foldBounds(loop);
      if (!getTripCount(loop))
        continue;
      setLoopKind(loop, LoopKind::Serial);
      isDone &= failed(affine::loopUnrollFull(loop));
    }
  }
}

} // namespace tvm::schedule
