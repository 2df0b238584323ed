#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Schedule/UnrollLoops.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_UNROLLCONDITIONSPASS
#include "transforms/Schedule/Passes.h.inc"

/// Whether lanes of `loop` take a branch of `choice` each.
static bool isTakenByLane(scf::IfOp choice, Loop loop) {
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) { return loop->isProperAncestor(op); };
  SetVector<Operation *> slice;
  (void)getBackwardSlice(choice.getCondition(), &slice, options);
  return llvm::any_of(slice, [&](Operation *op) {
    return llvm::is_contained(op->getOperands(), loop.getInductionVar());
  });
}

/// Whether lanes of `loop` compute something that depends on a condition, in a
/// loop that is to be unrolled.
static bool isUnrolledChoice(Loop loop) {
  bool isUnrolled = llvm::any_of(getLoops(loop), [](Loop outer) {
    return getLoopKind(outer) == LoopKind::Unrolled;
  });
  auto findChoice = [&](scf::IfOp op) {
    return op.getNumResults() > 0 && isTakenByLane(op, loop)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return isUnrolled && loop.walk(findChoice).wasInterrupted();
}

namespace {
struct UnrollConditionsPass
    : impl::UnrollConditionsPassBase<UnrollConditionsPass> {
  using UnrollConditionsPassBase::UnrollConditionsPassBase;
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!findLoops(function, LoopKind::VirtualThread).empty() ||
        llvm::none_of(findLoops(function, LoopKind::Vectorized),
                      isUnrolledChoice))
      return;
    unrollLoops(function);
    OpPassManager folding(func::FuncOp::getOperationName());
    folding.addPass(createCanonicalizerPass());
    folding.addPass(arith::createIntRangeOptimizationsPass());
    folding.addPass(createCanonicalizerPass());
    folding.addPass(createCSEPass());
    if (failed(runPipeline(folding, function)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
