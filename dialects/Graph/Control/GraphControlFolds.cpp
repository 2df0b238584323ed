// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Canonicalisations of control flow.

#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace tvm::graph {

/// The value of a constant scalar of integers or bools.
static std::optional<int64_t> getConstantScalar(Value scalar) {
  DenseElementsAttr value;
  if (!scalar || !matchPattern(scalar, m_Constant(&value)))
    return std::nullopt;
  return value.getSplatValue<APInt>().getZExtValue();
}

static bool isTrue(Value scalar) { return getConstantScalar(scalar) == 1; }

/// Moves the only block of `region` to before `op`, with `arguments`. Returns
/// its terminator, which the caller erases.
static Operation *inlineBlock(PatternRewriter &rewriter, Operation *op,
                              Region &region, ValueRange arguments) {
  Operation *end = region.front().getTerminator();
  rewriter.inlineBlockBefore(&region.front(), op, arguments);
  return end;
}

/// Replaces `result` by `value`, whose type may know more or less of the shape:
/// what is no operator of graphs keeps its types.
static void replaceValue(PatternRewriter &rewriter, Value result, Value value) {
  if (result.getType() == value.getType())
    return rewriter.replaceAllUsesWith(result, value);
  rewriter.replaceUsesWithIf(result, value, [](OpOperand &use) {
    return isa<GraphDialect>(use.getOwner()->getDialect());
  });
  if (result.use_empty())
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(result);
  Value cast = tensor::CastOp::create(rewriter, result.getLoc(),
                                      result.getType(), value);
  rewriter.replaceAllUsesWith(result, cast);
}

static void replaceOperation(PatternRewriter &rewriter, Operation *op,
                             ValueRange values) {
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    replaceValue(rewriter, result, value);
  rewriter.eraseOp(op);
}

//===-- if ----------------------------------------------------------------===//

static LogicalResult inlineBranch(IfOp op, PatternRewriter &rewriter) {
  auto condition = getConstantScalar(op.getCondition());
  if (!condition)
    return rewriter.notifyMatchFailure(op, "condition is not constant");
  Region &taken = *condition ? op.getThenRegion() : op.getElseRegion();
  Operation *yield = inlineBlock(rewriter, op, taken, {});
  replaceOperation(rewriter, op, yield->getOperands());
  rewriter.eraseOp(yield);
  return success();
}

/// Values that no one reads are not yielded.
static LogicalResult removeUnusedResults(IfOp op, PatternRewriter &rewriter) {
  SmallVector<Value> used;
  llvm::BitVector unused(op.getNumResults());
  for (OpResult result : op.getResults())
    if (result.use_empty())
      unused.set(result.getResultNumber());
    else
      used.push_back(result);
  if (unused.none())
    return rewriter.notifyMatchFailure(op, "all results are used");
  for (Region &region : op->getRegions()) {
    Operation *yield = region.front().getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
  }
  auto copy = IfOp::create(rewriter, op.getLoc(), ValueRange(used).getTypes(),
                           op.getCondition());
  copy.getThenRegion().takeBody(op.getThenRegion());
  copy.getElseRegion().takeBody(op.getElseRegion());
  for (auto [value, replacement] : llvm::zip(used, copy.getResults()))
    rewriter.replaceAllUsesWith(value, replacement);
  rewriter.eraseOp(op);
  return success();
}

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                       MLIRContext *) {
  patterns.add(inlineBranch);
  patterns.add(removeUnusedResults);
}

//===-- loop --------------------------------------------------------------===//

/// No rows of `type`.
static Value createNoRows(OpBuilder &builder, Location loc, Type type) {
  SmallVector<int64_t> shape;
  for (int64_t size : cast<RankedTensorType>(type).getShape())
    shape.push_back(ShapedType::isDynamic(size) ? 0 : size);
  shape.front() = 0;
  auto empty = cast<RankedTensorType>(type).clone(shape);
  return ConstantOp::create(
      builder, loc, DenseElementsAttr::get(empty, ArrayRef<Attribute>()));
}

static LogicalResult removeEmptyLoop(LoopOp op, PatternRewriter &rewriter) {
  auto count = getConstantScalar(op.getCount());
  if (getConstantScalar(op.getCondition()) != 0 && (!count || *count > 0))
    return rewriter.notifyMatchFailure(op, "may have iterations");
  SmallVector<Value> values(op.getInitial());
  for (Value rows : op.getRows())
    values.push_back(createNoRows(rewriter, op.getLoc(), rows.getType()));
  replaceOperation(rewriter, op, values);
  return success();
}

/// A condition that always holds is none.
static LogicalResult dropTrueConditions(LoopOp op, PatternRewriter &rewriter) {
  NextOp next = op.getNext();
  bool isFirstTrue = isTrue(op.getCondition());
  bool isNextTrue = isTrue(next.getCondition());
  if (!op.getCount() || (!isFirstTrue && !isNextTrue))
    return rewriter.notifyMatchFailure(op, "no condition is constantly true");
  if (isFirstTrue)
    rewriter.modifyOpInPlace(op, [&] { op.getConditionMutable().clear(); });
  if (isNextTrue)
    rewriter.modifyOpInPlace(next, [&] { next.getConditionMutable().clear(); });
  return success();
}

/// A loop of one iteration is its body.
static LogicalResult inlineSingleIteration(LoopOp op,
                                           PatternRewriter &rewriter) {
  if (getConstantScalar(op.getCount()) != 1 || op.getCondition())
    return rewriter.notifyMatchFailure(op, "has not one iteration");
  auto type = cast<RankedTensorType>(op.getIteration().getType());
  SmallVector<Value> arguments{ConstantOp::create(
      rewriter, op.getLoc(), DenseElementsAttr::get(type, int64_t(0)))};
  llvm::append_range(arguments, op.getInitial());
  auto next =
      cast<NextOp>(inlineBlock(rewriter, op, op.getBodyRegion(), arguments));
  SmallVector<Value> results(next.getCarried());
  for (auto [row, stacked] : llvm::zip(next.getRows(), op.getRows())) {
    SmallVector<int64_t> shape{1};
    auto rowType = cast<RankedTensorType>(row.getType());
    llvm::append_range(shape, rowType.getShape());
    results.push_back(UnsqueezeOp::create(rewriter, op.getLoc(),
                                          rowType.clone(shape), row,
                                          ArrayRef<int64_t>{0}));
  }
  replaceOperation(rewriter, op, results);
  rewriter.eraseOp(next);
  return success();
}

/// Rebuilds `op` without the carried values and rows that are set.
static void removeValues(LoopOp op, const llvm::BitVector &carried,
                         const llvm::BitVector &rows,
                         PatternRewriter &rewriter) {
  NextOp next = op.getNext();
  SmallVector<Value> inits, nextValues, nextRows, results;
  for (unsigned i = 0; i < carried.size(); ++i)
    if (!carried[i]) {
      inits.push_back(op.getInitial()[i]);
      nextValues.push_back(next.getCarried()[i]);
      results.push_back(op.getLast()[i]);
    }
  for (unsigned i = 0; i < rows.size(); ++i)
    if (!rows[i]) {
      nextRows.push_back(next.getRows()[i]);
      results.push_back(op.getRows()[i]);
    }
  rewriter.modifyOpInPlace(next, [&] {
    next.getCarriedMutable().assign(nextValues);
    next.getRowsMutable().assign(nextRows);
  });
  auto copy =
      LoopOp::create(rewriter, op.getLoc(), ValueRange(results).getTypes(),
                     op.getCount(), op.getCondition(), inits);
  copy.getBodyRegion().takeBody(op.getBodyRegion());
  llvm::BitVector arguments(carried.size() + 1);
  for (unsigned i : carried.set_bits())
    arguments.set(i + 1);
  copy.getBody()->eraseArguments(arguments);
  for (auto [value, replacement] : llvm::zip(results, copy.getResults()))
    rewriter.replaceAllUsesWith(value, replacement);
  rewriter.eraseOp(op);
}

/// Replaces values that no iteration changes by the initial values.
static LogicalResult removeInvariantValues(LoopOp op,
                                           PatternRewriter &rewriter) {
  llvm::BitVector carried(op.getInitial().size());
  for (auto [i, argument, next, init] : llvm::enumerate(
           op.getCarried(), op.getNext().getCarried(), op.getInitial()))
    if (next == argument || next == init)
      carried.set(i);
  if (carried.none())
    return rewriter.notifyMatchFailure(op, "every iteration changes all");
  for (unsigned i : carried.set_bits()) {
    replaceValue(rewriter, op.getCarried()[i], op.getInitial()[i]);
    replaceValue(rewriter, op.getLast()[i], op.getInitial()[i]);
  }
  removeValues(op, carried, llvm::BitVector(op.getRows().size()), rewriter);
  return success();
}

/// Values that no one reads.
static LogicalResult removeUnusedValues(LoopOp op, PatternRewriter &rewriter) {
  llvm::BitVector carried(op.getInitial().size()), rows(op.getRows().size());
  for (auto [i, argument, last] :
       llvm::enumerate(op.getCarried(), op.getLast()))
    if (argument.use_empty() && last.use_empty())
      carried.set(i);
  for (auto [i, row] : llvm::enumerate(op.getRows()))
    if (row.use_empty())
      rows.set(i);
  if (carried.none() && rows.none())
    return rewriter.notifyMatchFailure(op, "all values are read");
  removeValues(op, carried, rows, rewriter);
  return success();
}

void LoopOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *) {
  patterns.add(removeEmptyLoop);
  patterns.add(dropTrueConditions);
  patterns.add(inlineSingleIteration);
  patterns.add(removeInvariantValues);
  patterns.add(removeUnusedValues);
}

} // namespace tvm::graph
