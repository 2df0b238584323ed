// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/DecisionKeeper.h"

#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::graph {

/// Largest number of operators that one replacement stands for.
static constexpr size_t kMaxReplaced = 32;

using Operators = llvm::SetVector<Operation *>;

/// The new operators that compute `replacement` in place of `op`. An operand of
/// `op` was there before.
static Operators findNew(Operation *op, ValueRange replacement,
                         const llvm::SmallPtrSetImpl<Operation *> &inserted) {
  Operators found;
  for (Value value : replacement)
    if (Operation *other = value ? value.getDefiningOp() : nullptr;
        other && !llvm::is_contained(op->getOperands(), value))
      found.insert(other);
  for (size_t i = 0; i < found.size(); ++i)
    for (Value operand : found[i]->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && inserted.contains(producer))
        found.insert(producer);
  return found;
}

/// `op` and the operators between `inputs`, values that stay, and it that are
/// read by nobody else.
static Operators findReplaced(Operation *op, const DenseSet<Value> &inputs) {
  Operators found;
  found.insert(op);
  for (size_t i = 0; i < found.size() && found.size() < kMaxReplaced; ++i)
    for (Value operand : found[i]->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (producer && !inputs.contains(operand) &&
          llvm::all_of(producer->getUsers(),
                       [&](Operation *user) { return found.contains(user); }))
        found.insert(producer);
    }
  // Readers come before what they read.
  llvm::SmallPtrSet<Operation *, 8> others;
  for (Operation *candidate : llvm::reverse(found.getArrayRef()))
    if (candidate != op &&
        llvm::none_of(candidate->getOperands(), [&](Value operand) {
          Operation *producer = operand.getDefiningOp();
          return inputs.contains(operand) ||
                 (found.contains(producer) && !others.contains(producer));
        }))
      others.insert(candidate);
  found.remove_if(
      [&](Operation *candidate) { return others.contains(candidate); });
  return found;
}

/// Whether `heir` inherits from `from` the decision on its place in a kernel,
/// where `op` is replaced: the operator that computes the same result does, and
/// an operator that goes on under another form (the convolution in front of a
/// normalisation).
static bool inheritsFusion(Operation *from, Operation *op, Operation *heir,
                           ValueRange replacement) {
  bool isLast = llvm::any_of(replacement, [&](Value value) {
    return value && value.getDefiningOp() == heir;
  });
  return isLast && (from == op || from->getName() == heir->getName());
}

/// The operators of `candidates` that decision `name` is for.
static Operators findHeirs(const Operators &candidates, StringRef name) {
  Operators heirs;
  int greatest = -1;
  ConstantExpressions constants;
  for (Operation *op : candidates) {
    auto fusion = dyn_cast<FusionInterface>(op);
    if (!fusion || op->getNumResults() == 0 || !mayHaveDecision(op, name) ||
        constants.isConstant(op->getResult(0)))
      continue;
    int kind = static_cast<int>(fusion.getFusionKind());
    if (kind > greatest)
      heirs.clear();
    greatest = std::max(greatest, kind);
    if (kind == greatest)
      heirs.insert(op);
  }
  return heirs;
}

void DecisionKeeper::notifyOperationReplaced(Operation *op,
                                             ValueRange replacement) {
  Operators created = findNew(op, replacement, inserted);
  DenseSet<Value> inputs;
  for (Operation *other : created)
    inputs.insert_range(other->getOperands());
  for (Operation *replaced : findReplaced(op, inputs))
    for (StringRef name : getDecisionNames()) {
      if (!replaced->getDiscardableAttr(name))
        continue;
      for (Operation *heir : findHeirs(created, name))
        if (name != kFusionAttrName ||
            inheritsFusion(replaced, op, heir, replacement))
          keepDecision(replaced, heir, name);
    }
}

} // namespace tvm::graph
