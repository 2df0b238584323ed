// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELFENCESTREAMSPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

static bool streams(func::FuncOp function) {
  return function
      .walk([](vector::StoreOp store) {
        return store.getNontemporal() ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct KernelFenceStreamsPass
    : impl::KernelFenceStreamsPassBase<KernelFenceStreamsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!streams(function))
        continue;
      function.walk([](func::ReturnOp end) {
        OpBuilder builder(end);
        LLVM::FenceOp::create(builder, end.getLoc(),
                              LLVM::AtomicOrdering::seq_cst, StringRef());
      });
    }
  }
};
} // namespace

} // namespace tvm
