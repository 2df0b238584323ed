// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_NONPOWEROFTWOVECTORS_H
#define TVM_CODEGEN_KERNELS_NONPOWEROFTWOVECTORS_H

#include "llvm/IR/PassManager.h"

namespace tvm::codegen {

/// Loads and stores non-power-of-two vectors such as `<14 x float>` as parts of
/// the next longer vector, under a constant mask, where the target has an
/// instruction for it. Otherwise code generation splits them: three loads and
/// two shuffles for 14.
class WidenNonPowerOfTwoVectorsPass
    : public llvm::PassInfoMixin<WidenNonPowerOfTwoVectorsPass> {
public:
  /// Vectors of more than `vectorBits` bits stay as they are.
  explicit WidenNonPowerOfTwoVectorsPass(unsigned vectorBits)
      : vectorBits(vectorBits) {}
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);

private:
  unsigned vectorBits;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_NONPOWEROFTWOVECTORS_H
