// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Checks/OperatorChecks.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "transforms/Graph/Gradient/Rules.h"

using namespace mlir;

namespace tvm::graph {

/// `C = A' B'`, where `A'` is `A` or its transpose: `dA' = dC B'^T`,
/// `dB' = A'^T dC`. A vector's derivative is no matrix product: none is known.
static void ofMatMul(MatMulOp op, Value gradient, GradientBuilder &b,
                     MutableArrayRef<Value> operands) {
  Value lhs = op.getA(), rhs = op.getB();
  bool ta = op.getTransposeA(), tb = op.getTransposeB();
  if (getRank(lhs) < 2 || getRank(rhs) < 2)
    return;
  auto product = [&](Value x, Value y, bool tx, bool ty) {
    return b.create<MatMulOp>(x, y, tx, ty);
  };
  operands[0] = ta ? product(rhs, gradient, tb, true)
                   : product(gradient, rhs, false, !tb);
  operands[1] = tb ? product(gradient, lhs, true, ta)
                   : product(lhs, gradient, !ta, false);
}

void attachMatrixGradients(MLIRContext *context) {
  attachGradient<MatMulOp, ofMatMul>(context);
}

} // namespace tvm::graph
