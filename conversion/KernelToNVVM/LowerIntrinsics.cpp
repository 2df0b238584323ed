// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/FloatingPointMode.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_LOWERINTRINSICSPASS
#include "conversion/KernelToNVVM/Passes.h.inc"

namespace {
/// LLVM's intrinsic for an operation, with an optional constant as last
/// operand.
struct Intrinsic {
  StringRef operation, name;
  std::optional<unsigned> flag = std::nullopt;
  unsigned flagBits = 1;
};
} // namespace

static const Intrinsic *getIntrinsic(Operation *op) {
  static const Intrinsic kIntrinsics[] = {
      {"math.absf", "llvm.fabs"},
      {"math.absi", "llvm.abs", 0},
      {"math.ceil", "llvm.ceil"},
      {"math.copysign", "llvm.copysign"},
      {"math.ctlz", "llvm.ctlz", 0},
      {"math.cttz", "llvm.cttz", 0},
      {"math.ctpop", "llvm.ctpop"},
      {"math.floor", "llvm.floor"},
      {"math.fma", "llvm.fma"},
      {"math.isfinite", "llvm.is.fpclass", llvm::fcFinite, 32},
      {"math.isinf", "llvm.is.fpclass", llvm::fcInf, 32},
      {"math.isnan", "llvm.is.fpclass", llvm::fcNan, 32},
      {"math.isnormal", "llvm.is.fpclass", llvm::fcNormal, 32},
      {"math.round", "llvm.round"},
      {"math.roundeven", "llvm.roundeven"},
      {"math.sqrt", "llvm.sqrt"},
      {"math.trunc", "llvm.trunc"}};
  const Intrinsic *found =
      llvm::find_if(kIntrinsics, [&](const Intrinsic &each) {
        return each.operation == op->getName().getStringRef();
      });
  return found == std::end(kIntrinsics) ? nullptr : found;
}

static void lowerIntrinsic(Operation *op, const Intrinsic &intrinsic) {
  OpBuilder builder(op);
  SmallVector<Value> operands(op->getOperands());
  if (intrinsic.flag)
    operands.push_back(LLVM::ConstantOp::create(
        builder, op->getLoc(), builder.getIntegerType(intrinsic.flagBits),
        builder.getIntegerAttr(builder.getIntegerType(intrinsic.flagBits),
                               *intrinsic.flag)));
  auto call = LLVM::CallIntrinsicOp::create(
      builder, op->getLoc(), op->getResult(0).getType(),
      builder.getStringAttr(intrinsic.name), operands);
  op->replaceAllUsesWith(call);
  op->erase();
}

static void lowerRsqrt(math::RsqrtOp op) {
  OpBuilder builder(op);
  Value root = math::SqrtOp::create(builder, op.getLoc(), op.getOperand());
  Value one = arith::ConstantOp::create(builder, op.getLoc(),
                                        builder.getOneAttr(op.getType()));
  Value inverse = arith::DivFOp::create(builder, op.getLoc(), one, root);
  op.replaceAllUsesWith(inverse);
  op.erase();
}

namespace {
struct LowerIntrinsicsPass
    : impl::LowerIntrinsicsPassBase<LowerIntrinsicsPass> {
  void runOnOperation() override {
    getOperation().walk(lowerRsqrt);
    getOperation().walk([](Operation *op) {
      if (const Intrinsic *intrinsic = getIntrinsic(op))
        lowerIntrinsic(op, *intrinsic);
    });
  }
};
} // namespace

} // namespace tvm
