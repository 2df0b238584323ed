// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Math/MinMax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tvm {

namespace {
template <typename Op, typename Intrinsic>
struct ToIntrinsic : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!LLVM::isCompatibleType(op.getType()))
      return rewriter.notifyMatchFailure(op, "of a type that LLVM has not");
    rewriter.replaceOpWithNewOp<Intrinsic>(op, op.getLhs(), op.getRhs(),
                                           LLVM::FastmathFlags::nsz);
    return success();
  }
};
} // namespace

void populateMinMaxPatterns(RewritePatternSet &patterns) {
  patterns.add<ToIntrinsic<arith::MaximumFOp, LLVM::MaximumOp>,
               ToIntrinsic<arith::MinimumFOp, LLVM::MinimumOp>>(
      patterns.getContext());
}

} // namespace tvm
