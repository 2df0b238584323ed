// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "transforms/Schedule/Analysis/Launches.h"
#include "transforms/Schedule/Support/UnrollLoops.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_LOWERLOOPKINDSPASS
#include "transforms/Schedule/Passes.h.inc"

static LogicalResult parallelizeLoops(func::FuncOp function) {
  for (Loop loop : findLoops(function, LoopKind::Parallel)) {
    setLoopKind(loop, LoopKind::Serial);
    if (failed(affine::affineParallelize(loop)))
      return loop.emitOpError("cannot run in parallel");
  }
  return success();
}

/// Refuses loops that are bound to a GPU: they do not run elsewhere.
static LogicalResult refuseBound(func::FuncOp function) {
  Loop bound = findBoundLoop(function);
  if (!bound)
    return success();
  return bound.emitError("expected a loop of the CPU, got one bound to '")
         << getAxisName(*getBoundAxis(bound)) << "'";
}

namespace {
struct LowerLoopKindsPass : impl::LowerLoopKindsPassBase<LowerLoopKindsPass> {
  void runOnOperation() override {
    interleaveVirtualThreads(getOperation(), kMaxUnrolledOperations);
    unrollLoops(getOperation(), kMaxUnrolledOperations);
    if (failed(refuseBound(getOperation())) ||
        failed(parallelizeLoops(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
