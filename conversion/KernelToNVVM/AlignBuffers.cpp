// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_ALIGNBUFFERSPASS
#include "conversion/KernelToNVVM/Passes.h.inc"

namespace {
struct AlignBuffersPass : impl::AlignBuffersPassBase<AlignBuffersPass> {
  void runOnOperation() override {
    auto alignment = Builder(&getContext()).getI64IntegerAttr(kAlignment);
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>())
      for (unsigned i = 0; i < kernel.getNumWorkgroupAttributions(); ++i)
        kernel.setWorkgroupAttributionAttr(
            i, LLVM::LLVMDialect::getAlignAttrName(), alignment);
  }

  /// Bytes that one instruction loads or stores.
  static constexpr int64_t kAlignment = 16;
};
} // namespace

} // namespace tvm
