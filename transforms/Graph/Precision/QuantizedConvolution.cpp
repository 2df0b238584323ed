// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Precision/QuantizedConvolution.h"

#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Networks/GraphPooling.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::graph {

/// Number of operators that are followed from a convolution.
static constexpr size_t kMaxFollowed = 32;

/// Whether the elements of the result of `op` are elements of its first
/// operand, or averages of them, perhaps scaled, shifted or bounded.
static bool keepsSteps(Operation *op) {
  if (isa<AveragePoolOp, MaxPoolOp>(op))
    return true;
  auto kind = dyn_cast<FusionInterface>(op);
  return kind && op->getNumResults() == 1 && op->getNumOperands() > 0 &&
         kind.getFusionKind() <= FusionKind::Injective;
}

static bool isOfIntegers(Value value) {
  return isa<IntegerType>(getElementTypeOrSelf(value));
}

/// Whether `value` is made of integers: a DequantizeLinear, and what only
/// moves, averages or bounds its elements.
static bool isDequantized(Value value) {
  for (size_t count = 0; count < kMaxFollowed; ++count) {
    Operation *op = value.getDefiningOp();
    if (!op || !keepsSteps(op))
      return false;
    value = op->getOperand(0);
    if (isa<CastOp>(op) && isOfIntegers(value))
      return true;
  }
  return false;
}

/// Whether `value` becomes integers: a bias, an activation and a
/// QuantizeLinear.
static bool isRequantized(Value value) {
  llvm::SetVector<Value> followed;
  followed.insert(value);
  for (size_t i = 0; i < followed.size() && i < kMaxFollowed; ++i)
    for (Operation *user : followed[i].getUsers()) {
      if (!keepsSteps(user))
        continue;
      if (isa<CastOp>(user) && isOfIntegers(user->getResult(0)))
        return true;
      followed.insert(user->getResult(0));
    }
  return false;
}

bool isQuantized(ConvOp op) {
  return isDequantized(op.getWeight()) ||
         (isDequantized(op.getX()) && isRequantized(op));
}

} // namespace tvm::graph
