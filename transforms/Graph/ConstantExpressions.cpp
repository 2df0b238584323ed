// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/ConstantExpressions.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"

using namespace mlir;

namespace tvm::graph {

/// The operators that `value` depends on and that are not in `known`, or a
/// constant's own operator, in an order in which operands come first.
static void collect(Operation *root, const DenseMap<Operation *, bool> &known,
                    SmallVectorImpl<Operation *> &order) {
  SmallVector<std::pair<Operation *, bool>> stack{{root, false}};
  DenseMap<Operation *, bool> seen;
  while (!stack.empty()) {
    auto [op, isExpanded] = stack.pop_back_val();
    if (isExpanded) {
      order.push_back(op);
      continue;
    }
    if (known.count(op) || !seen.try_emplace(op, true).second)
      continue;
    stack.push_back({op, true});
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        stack.push_back({producer, false});
  }
}

bool ConstantExpressions::isConstant(Value value) {
  Operation *root = value.getDefiningOp();
  if (!root)
    return false;
  SmallVector<Operation *> order;
  collect(root, known, order);
  for (Operation *op : order) {
    bool isPureOperator = isa_and_nonnull<GraphDialect>(op->getDialect()) &&
                          isPure(op) && op->getNumOperands() > 0;
    known[op] =
        isa<ConstantOp>(op) ||
        (isPureOperator && llvm::all_of(op->getOperands(), [&](Value operand) {
           Operation *producer = operand.getDefiningOp();
           return producer && known.lookup(producer);
         }));
  }
  return known.lookup(root);
}

std::pair<Value, Value> matchConstantTerm(AddOp op) {
  ConstantExpressions constants;
  bool isLeft = constants.isConstant(op.getLhs());
  if (isLeft == constants.isConstant(op.getRhs()))
    return {};
  return isLeft ? std::pair(op.getRhs(), op.getLhs())
                : std::pair(op.getLhs(), op.getRhs());
}

} // namespace tvm::graph
