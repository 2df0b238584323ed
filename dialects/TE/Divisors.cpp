// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/Divisors.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tvm::te {

static bool isDivision(AffineExprKind kind) {
  return kind == AffineExprKind::Mod || kind == AffineExprKind::FloorDiv ||
         kind == AffineExprKind::CeilDiv;
}

/// Whether `expr` itself divides by a constant below 1.
static bool dividesByLess(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || !isDivision(binary.getKind()))
    return false;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return divisor && divisor.getValue() < 1;
}

bool dividesByPositive(ArrayRef<AffineExpr> exprs) {
  return llvm::all_of(exprs, [](AffineExpr expr) {
    WalkResult result = expr.walk([](AffineExpr part) {
      return dividesByLess(part) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    });
    return !result.wasInterrupted();
  });
}

bool dividesByPositive(AffineMap map) {
  return dividesByPositive(map.getResults());
}

bool dividesByPositive(IntegerSet set) {
  return dividesByPositive(set.getConstraints());
}

LogicalResult refuseDivisor(Operation *op) {
  return op->emitOpError("expected divisions by numbers of at least 1 in "
                         "affine expressions");
}

} // namespace tvm::te
