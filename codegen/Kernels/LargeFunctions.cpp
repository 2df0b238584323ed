// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/LargeFunctions.h"

#include "transforms/Schedule/Support/Limits.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace tvm::codegen {

PreservedAnalyses MarkLargeLoopsPass::run(Function &function,
                                          FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    size_t size = 0;
    for (BasicBlock *block : loop->blocks())
      size += block->size();
    if (loop->isInnermost() && size > kMaxLoopInstructions)
      addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses MarkLargeBlocksPass::run(Function &function,
                                           FunctionAnalysisManager &) {
  bool isLarge = llvm::any_of(function, [](const BasicBlock &block) {
    return llvm::count_if(block, llvm::IsaPred<LoadInst>) > kMaxFoldedLoads;
  });
  if (isLarge) {
    function.addFnAttr(Attribute::NoInline); // optnone requires it
    function.addFnAttr(Attribute::OptimizeNone);
  }
  return PreservedAnalyses::all();
}

bool hasLargeBlock(const Module &module) {
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      if (block.size() > kMaxBlockInstructions)
        return true;
  return false;
}

} // namespace tvm::codegen
