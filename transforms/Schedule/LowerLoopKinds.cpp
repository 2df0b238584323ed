#include "transforms/Schedule/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_LOWERLOOPKINDSPASS
#include "transforms/Schedule/Passes.h.inc"

/// Loops of a kind, inner ones first.
static SmallVector<Loop> findLoops(func::FuncOp function, LoopKind kind) {
  SmallVector<Loop> loops;
  function.walk([&](Loop loop) {
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

static void unrollLoops(func::FuncOp function) {
  // Inner loops first: copies of an unrolled body hold no marked loops, but
  // those of which another loop, once unrolled, tells the bounds.
  bool isDone = false;
  while (!isDone) {
    isDone = true;
    for (Loop loop : findLoops(function, LoopKind::Unrolled)) {
      foldBounds(loop);
      if (!getTripCount(loop))
        continue;
      setLoopKind(loop, LoopKind::Serial);
      isDone &= failed(affine::loopUnrollFull(loop));
    }
  }
}

static LogicalResult parallelizeLoops(func::FuncOp function) {
  for (Loop loop : findLoops(function, LoopKind::Parallel)) {
    setLoopKind(loop, LoopKind::Serial);
    if (failed(affine::affineParallelize(loop)))
      return loop.emitOpError("cannot run in parallel");
  }
  return success();
}

/// What is bound to a GPU does not run elsewhere.
static LogicalResult refuseBound(func::FuncOp function) {
  WalkResult result = function.walk([](Loop loop) {
    std::optional<GPUAxis> axis = getBoundAxis(loop);
    if (!axis)
      return WalkResult::advance();
    loop.emitError("expected a loop of the CPU, got one bound to '")
        << getAxisName(*axis) << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct LowerLoopKindsPass : impl::LowerLoopKindsPassBase<LowerLoopKindsPass> {
  void runOnOperation() override {
    interleaveVirtualThreads(getOperation());
    unrollLoops(getOperation());
    if (failed(refuseBound(getOperation())) ||
        failed(parallelizeLoops(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
