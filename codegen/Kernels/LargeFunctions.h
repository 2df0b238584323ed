// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_LARGEFUNCTIONS_H
#define TVM_CODEGEN_KERNELS_LARGEFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace tvm::codegen {

/// Disables LLVM's vectorizer (`llvm.loop.vectorize.enable`) for loops of more
/// than kMaxLoopInstructions, because its time is quadratic in their size.
class MarkLargeLoopsPass : public llvm::PassInfoMixin<MarkLargeLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

/// Marks functions with a block of more than kMaxFoldedLoads loads `optnone`,
/// so that LLVM selects their instructions one by one. Otherwise folding loads
/// into other instructions takes time that is quadratic in their number.
class MarkLargeBlocksPass : public llvm::PassInfoMixin<MarkLargeBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

/// Whether a block has more than kMaxBlockInstructions.
bool hasLargeBlock(const llvm::Module &module);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_LARGEFUNCTIONS_H
