// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Blocks/SkipZeros.h"
#include "transforms/Schedule/Primitives/Support/LoopBounds.h"
#include "transforms/Schedule/Primitives/Support/Padding.h"

using namespace mlir;

namespace tvm::schedule {

/// Replaces `choice` by its value inside of all bounds.
static void takeInside(RewriterBase &rewriter, Operation *choice) {
  if (auto select = dyn_cast<arith::SelectOp>(choice))
    return rewriter.replaceOp(select, select.getTrueValue());
  auto branch = cast<scf::IfOp>(choice);
  Operation *yield = branch.thenYield();
  rewriter.inlineBlockBefore(branch.thenBlock(), branch);
  rewriter.replaceOp(branch, yield->getOperands());
  rewriter.eraseOp(yield);
}

/// Simplifies `choice`, whose condition is its first operand, where all of
/// `bounds` hold.
static void dropTests(RewriterBase &rewriter, te::BlockOp block,
                      Operation *choice, ArrayRef<Bound> bounds) {
  auto tests = findBounds(block, choice->getOperand(0));
  if (!tests)
    return;
  Value condition;
  rewriter.setInsertionPoint(choice);
  for (const Bound &test : *tests) {
    bool isKept = llvm::any_of(bounds, [&](const Bound &bound) {
      return bound.index == test.index && bound.size == test.size;
    });
    if (isKept)
      continue;
    condition = condition ? arith::AndIOp::create(rewriter, choice->getLoc(),
                                                  condition, test.condition)
                          : test.condition;
  }
  if (!condition)
    return takeInside(rewriter, choice);
  rewriter.modifyOpInPlace(choice, [&] { choice->setOperand(0, condition); });
}

DiagnosedSilenceableFailure skipCondition(RewriterBase &rewriter,
                                          const SkipRequest &what) {
  SkipRequest request(what);
  te::BlockOp block = request.block;
  auto choice = request.addend.getDefiningOp<arith::SelectOp>();
  Value outside = choice.getFalseValue();
  if (!matchPattern(outside, m_AnyZeroFloat()) &&
      !matchPattern(outside, m_Zero()))
    return request.refuse("expected zero where the condition does not hold",
                          choice);
  auto tests = findBounds(block, choice.getCondition());
  if (!tests)
    return request.refuse("expected a condition that affine subscripts are "
                          "inside of constant sizes",
                          choice);
  SmallVector<Value> operands;
  AffineMap indices = getIndices(block, *tests, operands);
  LoopBounds bounds(request.loop, operands);
  SmallVector<Bound> kept;
  for (auto [test, index] : llvm::zip_equal(*tests, indices.getResults()))
    if (bounds.intersect(index, 1, 0, test.size))
      kept.push_back(test);
  if (kept.empty())
    return request.refuse("expected a condition on what the loop increases",
                          request.loop);
  rewriter.modifyOpInPlace(request.loop, [&] { bounds.apply(); });
  SmallVector<Operation *> choices;
  block.getBody().walk([&](Operation *op) {
    if (isa<arith::SelectOp, scf::IfOp>(op))
      choices.push_back(op);
  });
  for (Operation *choice : choices)
    dropTests(rewriter, block, choice, kept);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
