// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/WorkspaceLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm {

/// Expands `op`, an affine operation with a map, to arith operations; null for
/// other operations.
static Value expand(ImplicitLocOpBuilder &b, Operation *op) {
  auto expandMap = [&](auto op) {
    return affine::expandAffineMap(b, op.getLoc(), op.getAffineMap(),
                                   op->getOperands());
  };
  auto fold = [&](auto op, auto combine) -> Value {
    auto results = expandMap(op);
    if (!results)
      return nullptr;
    Value value = results->front();
    for (Value other : llvm::drop_begin(*results))
      value = combine(value, other);
    return value;
  };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](affine::AffineApplyOp op) {
        return fold(op, [](Value first, Value) { return first; });
      })
      .Case([&](affine::AffineMinOp op) {
        return fold(op, [&](Value x, Value y) -> Value {
          return arith::MinSIOp::create(b, x, y);
        });
      })
      .Case([&](affine::AffineMaxOp op) {
        return fold(op, [&](Value x, Value y) -> Value {
          return arith::MaxSIOp::create(b, x, y);
        });
      })
      .Default([](Operation *) { return nullptr; });
}

/// Whether `sum` = `x` + `y` has another sign than both.
static Value isWrapped(ImplicitLocOpBuilder &b, Value x, Value y, Value sum) {
  Value signs = arith::AndIOp::create(b, arith::XOrIOp::create(b, x, sum),
                                      arith::XOrIOp::create(b, y, sum));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, signs,
                               arith::ConstantIndexOp::create(b, 0));
}

/// Whether `op` overflows. `op` becomes an operation in which overflow is
/// defined. Null if it cannot overflow, or computes numbers of another type,
/// for which a model defines wrap-around.
static Value getOverflow(ImplicitLocOpBuilder &b, Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIndex())
    return nullptr;
  auto replaceBy = [&](Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    return value;
  };
  if (auto product = dyn_cast<arith::MulIOp>(op)) {
    // Upstream's canonicalisation of this operation by 1 extends a boolean to
    // the type of the operands, which an index cannot be.
    Type i64 = b.getI64Type();
    auto wide = arith::MulSIExtendedOp::create(
        b, arith::IndexCastOp::create(b, i64, product.getLhs()),
        arith::IndexCastOp::create(b, i64, product.getRhs()));
    replaceBy(arith::IndexCastOp::create(b, op->getResult(0).getType(),
                                         wide.getLow()));
    Value sign = arith::ShRSIOp::create(
        b, wide.getLow(), arith::ConstantIntOp::create(b, i64, 63));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, wide.getHigh(),
                                 sign);
  }
  if (auto sum = dyn_cast<arith::AddIOp>(op)) {
    Value x = sum.getLhs(), y = sum.getRhs();
    return isWrapped(b, x, y, replaceBy(arith::AddIOp::create(b, x, y)));
  }
  if (auto difference = dyn_cast<arith::SubIOp>(op)) {
    Value x = difference.getLhs(), y = difference.getRhs();
    Value value = replaceBy(arith::SubIOp::create(b, x, y));
    return isWrapped(b, value, y, x);
  }
  return nullptr;
}

void saturateWorkspaceSize(func::FuncOp function) {
  Block &body = function.getBody().front();
  ImplicitLocOpBuilder b(function.getLoc(), function);
  for (Operation &op : llvm::make_early_inc_range(body)) {
    b.setInsertionPoint(&op);
    if (Value expanded = expand(b, &op)) {
      op.getResult(0).replaceAllUsesWith(expanded);
      op.erase();
    }
  }
  Value isLarge;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    b.setInsertionPoint(&op);
    Value overflow = getOverflow(b, &op);
    if (!overflow)
      continue;
    isLarge = isLarge ? arith::OrIOp::create(b, isLarge, overflow) : overflow;
    op.erase();
  }
  Operation *exit = body.getTerminator();
  b.setInsertionPoint(exit);
  Value most = arith::ConstantIndexOp::create(b, kMaxWorkspaceBytes);
  // The comparison is unsigned, so that negative numbers are large.
  Value size = arith::MinUIOp::create(b, exit->getOperand(0), most);
  if (isLarge)
    size = arith::SelectOp::create(b, isLarge, most, size);
  exit->setOperand(0, size);
}

} // namespace tvm
