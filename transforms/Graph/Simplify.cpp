// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphInterfaces.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "transforms/Graph/DecisionKeeper.h"
#include "transforms/Graph/Idioms/Idioms.h"
#include "transforms/Graph/InferShapes.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Graph/Patterns.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_SIMPLIFYPASS
#include "transforms/Graph/Passes.h.inc"

/// Rounds of simplification and inference; models need two or three.
static constexpr int kMaxRounds = 8;

/// Whether `op` may also run where the loop that it is in has no iteration.
static bool isSafeAnywhere(Operation *op) {
  WalkResult result = op->walk([](RuntimeCheckInterface inner) {
    return inner.hasChecks() ? WalkResult::interrupt() // ends the run
                             : WalkResult::advance();
  });
  return isMemoryEffectFree(op) && isSpeculatable(op) &&
         !result.wasInterrupted();
}

/// Computes what does not depend on the iteration before the loop.
static bool moveInvariants(LoopLikeOpInterface loop) {
  return moveLoopInvariantCode(
             loop.getLoopRegions(),
             [&](Value value, Region *) {
               return loop.isDefinedOutsideOfLoop(value);
             },
             [](Operation *op, Region *) { return isSafeAnywhere(op); },
             [&](Operation *op, Region *) { loop.moveOutOfLoop(op); }) != 0;
}

namespace {
struct SimplifyPass : impl::SimplifyPassBase<SimplifyPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateConstantPatterns(set);
    populateSimplifyPatterns(set);
    populateBiasPatterns(set);
    populateEinsumPatterns(set);
    populatePowerIdioms(set);
    populateActivationIdioms(set);
    populateNormalizationIdioms(set);
    populateMovementIdioms(set);
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (name.getDialectNamespace() == GraphDialect::getDialectNamespace())
        name.getCanonicalizationPatterns(set, context);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    DecisionKeeper keeper;
    GreedyRewriteConfig config;
    config.setListener(&keeper);
    for (int round = 0; round < kMaxRounds; ++round) {
      auto refined = inferShapes(function);
      if (failed(refined))
        return signalPassFailure();
      bool isChanged = false;
      (void)applyPatternsGreedily(function, patterns, config, &isChanged);
      removeDuplicates(function, isChanged);
      function.walk(
          [&](LoopLikeOpInterface loop) { isChanged |= moveInvariants(loop); });
      if (!isChanged && !*refined)
        break;
    }
  }

  void removeDuplicates(func::FuncOp function, bool &isChanged) {
    IRRewriter rewriter(function.getContext());
    DominanceInfo dominance(function);
    bool hasDuplicates = false;
    eliminateCommonSubExpressions(rewriter, dominance, function,
                                  &hasDuplicates);
    isChanged |= hasDuplicates;
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

} // namespace tvm::graph
