#ifndef TVM_CODEGEN_KERNELS_ODDVECTORS_H
#define TVM_CODEGEN_KERNELS_ODDVECTORS_H

#include "llvm/IR/PassManager.h"

namespace tvm::codegen {

/// Loads and stores vectors whose length is no power of two, `<14 x float>`, as
/// a part of the next longer one, under a constant mask, where that is one
/// instruction of the target. Code generation takes them apart otherwise:
/// three loads and two shuffles for 14.
class WidenOddVectorsPass : public llvm::PassInfoMixin<WidenOddVectorsPass> {
public:
  /// Vectors of more than `vectorBits` are left alone.
  explicit WidenOddVectorsPass(unsigned vectorBits) : vectorBits(vectorBits) {}
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);

private:
  unsigned vectorBits;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_ODDVECTORS_H
