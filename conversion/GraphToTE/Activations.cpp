// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Activations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tvm {

using Compare = te::TEBuilder::Compare;

Value buildRelu(te::TEBuilder &b, Value x) {
  // `x < 0 ? 0 : x` propagates NaN and is one instruction.
  Value zero = b.constant(x.getType(), 0);
  return b.select(b.compare(Compare::LT, x, zero), zero, x);
}

Value buildSigmoid(te::TEBuilder &b, Value x) {
  Value one = b.constant(x.getType(), 1);
  Value exp = math::ExpOp::create(b.builder, b.loc, b.neg(x));
  return b.div(one, b.add(one, exp));
}

Value buildTanh(te::TEBuilder &b, Value x) {
  return math::TanhOp::create(b.builder, b.loc, x);
}

Value buildSoftplus(te::TEBuilder &b, Value x) {
  Value magnitude = math::AbsFOp::create(b.builder, b.loc, x);
  Value exp = math::ExpOp::create(b.builder, b.loc, b.neg(magnitude));
  Value log = math::Log1pOp::create(b.builder, b.loc, exp);
  return b.add(buildRelu(b, x), log);
}

Value buildSoftsign(te::TEBuilder &b, Value x) {
  Value magnitude = math::AbsFOp::create(b.builder, b.loc, x);
  return b.div(x, b.add(b.constant(x.getType(), 1), magnitude));
}

Value buildElu(te::TEBuilder &b, Value x, double alpha) {
  Type type = x.getType();
  Value exp = math::ExpOp::create(b.builder, b.loc, x);
  Value low = b.mul(b.constant(type, alpha), b.sub(exp, b.constant(type, 1)));
  return b.select(b.compare(Compare::LT, x, b.constant(type, 0)), low, x);
}

Value buildLeakyRelu(te::TEBuilder &b, Value x, Value alpha) {
  Value isNegative = b.compare(Compare::LT, x, b.constant(x.getType(), 0));
  return b.select(isNegative, b.mul(alpha, x), x);
}

Value buildThresholdedRelu(te::TEBuilder &b, Value x, double alpha) {
  Value isAbove = b.compare(Compare::GT, x, b.constant(x.getType(), alpha));
  return b.select(isAbove, x, b.constant(x.getType(), 0));
}

Value buildHardSigmoid(te::TEBuilder &b, Value x, double alpha, double beta) {
  Type type = x.getType();
  Value line = b.add(b.mul(b.constant(type, alpha), x), b.constant(type, beta));
  return buildClamp(b, line, 0, 1);
}

Value buildClamp(te::TEBuilder &b, Value x, double low, double high) {
  Value lowest = b.constant(x.getType(), low);
  Value highest = b.constant(x.getType(), high);
  x = b.select(b.compare(Compare::LT, x, lowest), lowest, x);
  return b.select(b.compare(Compare::GT, x, highest), highest, x);
}

static Value buildParametric(te::TEBuilder &b, StringRef name, Value x,
                             double alpha, double beta) {
  Type type = x.getType();
  if (name == "Affine")
    return b.add(b.mul(b.constant(type, alpha), x), b.constant(type, beta));
  if (name == "Elu")
    return buildElu(b, x, alpha);
  if (name == "HardSigmoid")
    return buildHardSigmoid(b, x, alpha, beta);
  if (name == "LeakyRelu")
    return buildLeakyRelu(b, x, b.constant(type, alpha));
  if (name == "ScaledTanh")
    return b.mul(b.constant(type, alpha),
                 buildTanh(b, b.mul(b.constant(type, beta), x)));
  if (name == "ThresholdedRelu")
    return buildThresholdedRelu(b, x, alpha);
  return {};
}

Value buildActivation(te::TEBuilder &b, StringRef name, Value x, double alpha,
                      double beta) {
  if (name == "Relu")
    return buildRelu(b, x);
  if (name == "Sigmoid")
    return buildSigmoid(b, x);
  if (name == "Softplus")
    return buildSoftplus(b, x);
  if (name == "Softsign")
    return buildSoftsign(b, x);
  if (name == "Tanh")
    return buildTanh(b, x);
  return buildParametric(b, name, x, alpha, beta);
}

} // namespace tvm
