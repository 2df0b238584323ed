// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Gradient/Gradient.h"

#include "mlir/IR/TypeUtilities.h"
#include "transforms/Graph/Gradient/GradientBuilder.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace tvm::graph {

namespace {
/// One differentiation.
class Differentiator {
public:
  Differentiator(OpBuilder &builder, Location loc, ValueRange variables)
      : b(builder, loc), variables(variables) {
    active.insert(variables.begin(), variables.end());
  }

  FailureOr<SmallVector<Value>> run(Value y);

private:
  SmallVector<Operation *> findActive(Value y);
  LogicalResult differentiate(Operation *op, Value gradient);
  LogicalResult accumulate(Operation *op, Value operand, Value gradient);

  GradientBuilder b;
  ValueRange variables;
  DenseSet<Value> active; // depend on the variables
  DenseMap<Value, Value> gradients;
};
} // namespace

/// The operators between the variables and `y`, in program order.
SmallVector<Operation *> Differentiator::findActive(Value y) {
  SmallVector<Operation *> ops;
  Operation *last = y.getDefiningOp();
  if (!last || active.contains(y))
    return ops;
  DenseSet<Operation *> own;
  for (Value variable : variables)
    if (Operation *op = variable.getDefiningOp())
      own.insert(op);
  for (Operation &op : *last->getBlock()) {
    bool isActive = false;
    op.walk([&](Operation *nested) {
      isActive |= llvm::any_of(nested->getOperands(), [&](Value operand) {
        return active.contains(operand);
      });
    });
    if (isActive && !own.contains(&op)) {
      active.insert_range(op.getResults());
      ops.push_back(&op);
    }
    if (&op == last)
      break;
  }
  return ops;
}

/// Whether the result of `op` may have more dimensions than an operand.
static bool mayBroadcast(Operation *op) {
  auto fusion = dyn_cast<FusionInterface>(op);
  return op->getNumOperands() > 1 &&
         !(fusion && fusion.getFusionKind() == FusionKind::Injective);
}

LogicalResult Differentiator::accumulate(Operation *op, Value operand,
                                         Value gradient) {
  Value own = mayBroadcast(op) ? b.sumTo(gradient, operand) : gradient;
  if (!own)
    return emitError(b.loc)
           << "cannot differentiate '" << op->getName()
           << "': expected known sizes, got " << operand.getType();
  Value &sum = gradients[operand];
  sum = sum ? b.add(sum, own) : own;
  return success();
}

LogicalResult Differentiator::differentiate(Operation *op, Value gradient) {
  auto refuse = [&] {
    return emitError(b.loc) << "cannot differentiate '" << op->getName()
                            << "' of " << op->getOperandTypes();
  };
  auto rule = dyn_cast<GradientInterface>(op);
  if (!rule)
    return refuse();
  SmallVector<Value> operands(op->getNumOperands());
  rule.buildOperandGradients(gradient, b, operands);
  for (auto [operand, own] : llvm::zip(op->getOperands(), operands)) {
    if (!active.contains(operand) ||
        !isa<FloatType>(getElementTypeOrSelf(operand)))
      continue;
    if (!own)
      return refuse();
    if (failed(accumulate(op, operand, own)))
      return failure();
  }
  return success();
}

FailureOr<SmallVector<Value>> Differentiator::run(Value y) {
  SmallVector<Operation *> ops = findActive(y);
  gradients[y] = b.fill(y, 1);
  for (Operation *op : llvm::reverse(ops)) {
    bool isUsed = llvm::any_of(op->getResults(), [&](Value result) {
      return gradients.contains(result);
    });
    if (isUsed && failed(differentiate(op, gradients.lookup(op->getResult(0)))))
      return failure();
  }
  SmallVector<Value> result;
  for (Value variable : variables) {
    Value gradient = gradients.lookup(variable);
    result.push_back(gradient ? gradient : b.fill(variable, 0));
  }
  return result;
}

FailureOr<SmallVector<Value>> buildGradients(OpBuilder &builder, Location loc,
                                             Value y, ValueRange variables) {
  return Differentiator(builder, loc, variables).run(y);
}

} // namespace tvm::graph
