#ifndef TVM_CODEGEN_KERNELS_LARGEFUNCTIONS_H
#define TVM_CODEGEN_KERNELS_LARGEFUNCTIONS_H

#include "llvm/IR/PassManager.h"

namespace tvm::codegen {

/// Marks loops of more than kMaxLoopInstructions, which LLVM then does not
/// vectorise (`llvm.loop.vectorize.enable`): that takes time which grows with
/// the square of their size.
class MarkLargeLoopsPass : public llvm::PassInfoMixin<MarkLargeLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

/// Marks functions with a block of more than kMaxFoldedLoads loads, for which
/// LLVM then selects instructions one by one (`optnone`): trying to fold each
/// load into others takes time that grows with the square of their number.
class MarkLargeBlocksPass : public llvm::PassInfoMixin<MarkLargeBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

/// Whether a block has more than kMaxBlockInstructions.
bool hasLargeBlock(const llvm::Module &module);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_LARGEFUNCTIONS_H
