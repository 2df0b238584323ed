// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Schedule/Support/UnrollLoops.h"
#include "transforms/Vectorize/Passes.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_UNROLLCONDITIONSPASS
#include "transforms/Vectorize/Passes.h.inc"

/// Largest number of copies. More take longer to compile than they save, and
/// are vectorized one by one.
static constexpr int64_t kMaxCopies = 4096;

/// Whether each lane of `loop` may take another branch of `choice`.
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

/// Number of copies of `loop` that unrolling the loops around it makes.
static int64_t countCopies(Loop loop) {
  int64_t copies = 1;
  for (Loop outer : getLoops(loop))
    if (getLoopKind(outer) == LoopKind::Unrolled)
      copies = llvm::SaturatingMultiply<uint64_t>(
          copies, getTripCount(outer).value_or(1));
  return copies;
}

/// Whether lanes of `loop` compute a value that depends on a condition, in
/// loops that will be unrolled.
static bool isUnrolledChoice(Loop loop) {
  auto findChoice = [&](scf::IfOp op) {
    return op.getNumResults() > 0 && isTakenByLane(op, loop)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  int64_t copies = countCopies(loop);
  return copies > 1 && copies <= kMaxCopies &&
         loop.walk(findChoice).wasInterrupted();
}

namespace {
/// Upstream's analysis, which assumes that all loops have constant bounds
/// (fixed upstream after LLVM 22).
class RangeAnalysis : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;
  void visitNonControlFlowArguments(
      Operation *op, const RegionSuccessor &successor,
      ArrayRef<dataflow::IntegerValueRangeLattice *> arguments,
      unsigned firstIndex) override {
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    bool isKnown = !loop || (loop.getLoopLowerBounds() &&
                             loop.getLoopUpperBounds() && loop.getLoopSteps());
    if (isKnown)
      IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor,
                                                         arguments, firstIndex);
    else
      setAllToEntryStates(arguments);
  }
};
} // namespace

/// Replaces comparisons that the bounds of loops decide by constants.
static LogicalResult decideComparisons(func::FuncOp function) {
  DataFlowSolver solver;
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<RangeAnalysis>();
  if (failed(solver.initializeAndRun(function)))
    return failure();
  IRRewriter rewriter(function.getContext());
  function.walk([&](arith::CmpIOp op) {
    (void)dataflow::maybeReplaceWithConstant(solver, rewriter, op.getResult());
  });
  return success();
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
    unrollLoops(function, kMaxScalarOperations);
    for (Loop loop : findLoops(function, LoopKind::Serial))
      (void)affine::promoteIfSingleIteration(loop);
    OpPassManager folding(func::FuncOp::getOperationName());
    folding.addPass(createCanonicalizerPass());
    folding.addPass(createCSEPass());
    if (failed(runPipeline(folding, function)) ||
        failed(decideComparisons(function)) ||
        failed(runPipeline(folding, function)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
