// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TEToLinalg/TEToLinalg.h"

#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_CONVERTTETOLINALGPASS
#include "conversion/TEToLinalg/Passes.h.inc"

/// Checks all operations before the first change: a function is converted as a
/// whole or not at all.
static LogicalResult checkSupported(func::FuncOp function) {
  bool isSupported = true;
  function.walk([&](Operation *op) {
    if (!isa_and_present<te::TEDialect>(op->getDialect()) ||
        isa<te::ComputeOp, te::ScanOp, te::ReadOp, te::YieldOp>(op))
      return;
    op->emitOpError("cannot become linalg: expected te.compute or te.scan");
    isSupported = false;
  });
  return success(isSupported);
}

LogicalResult convertTEToLinalg(func::FuncOp function) {
  if (failed(checkSupported(function)))
    return failure();
  // Inner operations first.
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa<te::ComputeOp, te::ScanOp>(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(function.getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (auto compute = dyn_cast<te::ComputeOp>(op))
      convertComputeToLinalg(rewriter, compute);
    else
      convertScanToLoop(rewriter, cast<te::ScanOp>(op));
  }
  return success();
}

namespace {
struct ConvertTEToLinalgPass
    : impl::ConvertTEToLinalgPassBase<ConvertTEToLinalgPass> {
  void runOnOperation() override {
    if (failed(convertTEToLinalg(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
