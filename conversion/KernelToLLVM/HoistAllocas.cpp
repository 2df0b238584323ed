// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToLLVM/WorkspaceLayout.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELHOISTALLOCASPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

/// Aligns the buffer so that its vectors are in one cache line each, as in a
/// workspace.
static void align(memref::AllocaOp op) {
  MemRefType type = op.getType();
  if (!op.getAlignment() && type.hasStaticShape() &&
      type.getNumElements() * getElementBytes(type) >= kWorkspaceAlignment)
    op.setAlignment(kWorkspaceAlignment);
}

namespace {
struct KernelHoistAllocasPass
    : impl::KernelHoistAllocasPassBase<KernelHoistAllocasPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      Block &entry = function.getBody().front();
      function.walk([&](memref::AllocaOp op) {
        align(op);
        if (op.getType().hasStaticShape() && op->getOperands().empty() &&
            op->getBlock() != &entry && !op->getParentOfType<scf::ParallelOp>())
          op->moveBefore(&entry, entry.begin());
      });
    }
  }
};
} // namespace

} // namespace tvm
