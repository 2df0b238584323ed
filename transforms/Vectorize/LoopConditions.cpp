// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/Guards.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tvm::schedule {

static bool isPlainGuard(Operation &op) {
  auto guard = dyn_cast<affine::AffineIfOp>(op);
  return guard && !guard.hasElse() && guard.getNumResults() == 0;
}

void mergeEqualGuards(Loop loop) {
  affine::AffineIfOp last;
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    if (!isPlainGuard(op)) {
      last = {};
      continue;
    }
    auto guard = cast<affine::AffineIfOp>(op);
    if (!last || last.getIntegerSet() != guard.getIntegerSet() ||
        !llvm::equal(last.getOperands(), guard.getOperands())) {
      last = guard;
      continue;
    }
    Block *body = guard.getThenBlock(), *to = last.getThenBlock();
    to->getOperations().splice(to->getTerminator()->getIterator(),
                               body->getOperations(), body->begin(),
                               body->getTerminator()->getIterator());
    guard.erase();
  }
}

static Value expandSet(OpBuilder &builder, affine::AffineIfOp op) {
  Location loc = op.getLoc();
  IntegerSet set = op.getIntegerSet();
  ValueRange operands = op.getOperands();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value holds;
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    Value value = affine::expandAffineExpr(
        builder, loc, expr, operands.take_front(set.getNumDims()),
        operands.drop_front(set.getNumDims()));
    auto predicate =
        isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value test = arith::CmpIOp::create(builder, loc, predicate, value, zero);
    holds = holds ? arith::AndIOp::create(builder, loc, holds, test) : test;
  }
  return holds;
}

static void expandCondition(RewriterBase &rewriter, affine::AffineIfOp op) {
  rewriter.setInsertionPoint(op);
  auto expanded = scf::IfOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                                    expandSet(rewriter, op), op.hasElse());
  auto move = [&](Region &from, Region &to) {
    rewriter.inlineRegionBefore(from, to, to.begin());
    rewriter.eraseBlock(&to.back());
    Operation *yield = to.front().getTerminator();
    rewriter.setInsertionPoint(yield);
    rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, yield->getOperands());
  };
  move(op.getThenRegion(), expanded.getThenRegion());
  if (op.hasElse())
    move(op.getElseRegion(), expanded.getElseRegion());
  rewriter.replaceOp(op, expanded);
}

void expandOtherConditions(Loop loop) {
  SmallVector<affine::AffineIfOp> others;
  loop.getBody()->walk([&](affine::AffineIfOp op) {
    if (!Guard::match(op, loop))
      others.push_back(op);
  });
  IRRewriter rewriter(loop.getContext());
  for (affine::AffineIfOp op : others)
    expandCondition(rewriter, op);
}

affine::AffineIfOp findOnlyGuard(Loop loop) {
  affine::AffineIfOp only;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isMemoryEffectFree(&op) && isSpeculatable(&op))
      continue;
    if (only || !isPlainGuard(op))
      return {};
    only = cast<affine::AffineIfOp>(op);
  }
  return only && Guard::match(only, loop) ? only : affine::AffineIfOp();
}

} // namespace tvm::schedule
