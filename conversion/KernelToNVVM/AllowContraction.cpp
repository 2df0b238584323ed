// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_ALLOWCONTRACTIONPASS
#include "conversion/KernelToNVVM/Passes.h.inc"

static void allowContraction(arith::ArithFastMathInterface op) {
  auto flags = op.getFastMathFlagsAttr().getValue();
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(
                  op.getContext(), flags | arith::FastMathFlags::contract));
}

namespace {
struct AllowContractionPass
    : impl::AllowContractionPassBase<AllowContractionPass> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op))
        allowContraction(cast<arith::ArithFastMathInterface>(op));
    });
  }
};
} // namespace

} // namespace tvm
