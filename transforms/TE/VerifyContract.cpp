// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/TE/Passes.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tvm::te {

#define GEN_PASS_DEF_VERIFYCONTRACTPASS
#include "transforms/TE/Passes.h.inc"

/// Loops and blocks belong to the next level.
static bool isAllowed(Operation *op) {
  if (isa<BlockOp>(op))
    return false;
  if (isa<affine::AffineDialect>(op->getDialect()))
    return isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
        op);
  return isa<TEDialect, arith::ArithDialect, math::MathDialect,
             tensor::TensorDialect, func::FuncDialect>(op->getDialect());
}

LogicalResult verifyContract(func::FuncOp function) {
  WalkResult result = function.walk<WalkOrder::PreOrder>([](Operation *op) {
    if (op->getDialect() && isAllowed(op))
      return WalkResult::advance();
    op->emitOpError("is not allowed at level te, expected operations of te "
                    "without blocks, affine without loops, arith, math, "
                    "tensor and func");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct VerifyContractPass : impl::VerifyContractPassBase<VerifyContractPass> {
  void runOnOperation() override {
    if (failed(verifyContract(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tvm::te
