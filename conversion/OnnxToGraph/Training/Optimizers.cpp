// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps of optimisers: inputs are a rate, a count of steps, and groups of
// tensors, one per kind (parameters, gradients, states).

#include "conversion/OnnxToGraph/Expansion.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {
/// One step of an optimiser for one parameter.
class Step {
public:
  Step(Node &node, Expansion &e, Value parameter)
      : node(node), e(e), type(getElementTypeOrSelf(parameter)),
        rate(e.cast(node.input(0), type)), count(e.cast(node.input(1), type)) {}

  Value number(double value) { return node.scalar(type, value); }
  Value attribute(StringRef name, float defaultValue = 0) {
    return number(node.getFloat(name, defaultValue));
  }
  Value add(Value lhs, Value rhs) { return e.create<AddOp>(lhs, rhs); }
  Value sub(Value lhs, Value rhs) { return e.create<SubOp>(lhs, rhs); }
  Value mul(Value lhs, Value rhs) { return e.create<MulOp>(lhs, rhs); }
  Value div(Value lhs, Value rhs) { return e.create<DivOp>(lhs, rhs); }
  Value sqrt(Value x) { return e.create<SqrtOp>(x); }
  /// `lhs` after the first step, otherwise `rhs`.
  Value afterFirst(Value lhs, Value rhs) {
    return e.create<WhereOp>(e.create<GreaterOp>(count, number(0)), lhs, rhs);
  }
  /// The gradient of the regularised loss.
  Value regularize(Value x, Value gradient) {
    return add(mul(attribute("norm_coefficient"), x), gradient);
  }
  /// `factor * old + (1 - factor) * next`
  Value average(Value factor, Value old, Value next) {
    return add(mul(factor, old), mul(sub(number(1), factor), next));
  }
  /// `1 - factor ^ count`
  Value correction(Value factor) {
    return sub(number(1), e.create<PowOp>(factor, count));
  }

private:
  Node &node;
  Expansion &e;
  Type type;

public:
  Value rate, count;
};
} // namespace

/// The tensors of one parameter, before and after a step.
using Tensors = SmallVector<Value>;

static Tensors stepMomentum(Node &node, Step &s, const Tensors &x) {
  Value gradient = s.regularize(x[0], x[1]);
  Value alpha = s.attribute("alpha");
  Value weight = s.afterFirst(s.attribute("beta"), s.number(1));
  Value momentum = s.add(s.mul(alpha, x[2]), s.mul(weight, gradient));
  Value change = node.getString("mode", "standard") == "nesterov"
                     ? s.add(gradient, s.mul(alpha, momentum))
                     : momentum;
  return {s.sub(x[0], s.mul(s.rate, change)), momentum};
}

static Tensors stepAdagrad(Node &, Step &s, const Tensors &x) {
  Value slowdown = s.mul(s.count, s.attribute("decay_factor"));
  Value rate = s.div(s.rate, s.add(s.number(1), slowdown));
  Value gradient = s.regularize(x[0], x[1]);
  Value squares = s.add(x[2], s.mul(gradient, gradient));
  Value size = s.add(s.sqrt(squares), s.attribute("epsilon"));
  return {s.sub(x[0], s.div(s.mul(rate, gradient), size)), squares};
}

static Tensors stepAdam(Node &, Step &s, const Tensors &x) {
  Value alpha = s.attribute("alpha", 0.9f), beta = s.attribute("beta", 0.999f);
  Value gradient = s.regularize(x[0], x[1]);
  Value momentum = s.average(alpha, x[2], gradient);
  Value squares = s.average(beta, x[3], s.mul(gradient, gradient));
  Value corrected =
      s.div(s.mul(s.rate, s.sqrt(s.correction(beta))), s.correction(alpha));
  Value rate = s.afterFirst(corrected, s.rate);
  Value size = s.add(s.sqrt(squares), s.attribute("epsilon"));
  Value next = s.sub(x[0], s.mul(rate, s.div(momentum, size)));
  Value kept = s.sub(s.number(1), s.attribute("norm_coefficient_post"));
  return {s.mul(kept, next), momentum, squares};
}

/// Imports an optimiser. Inputs are `kinds` groups of tensors; outputs are all
/// groups except gradients.
template <int kinds, Tensors (*step)(Node &, Step &, const Tensors &)>
static LogicalResult importOptimizer(Node &node) {
  auto inputs = node.requiredInputs();
  if (failed(inputs))
    return failure();
  int count = (node.numInputs() - 2) / kinds;
  if (count < 1 || node.numInputs() != 2 + kinds * count)
    return node.error() << "expected 2 inputs and " << kinds
                        << " for each parameter, got " << node.numInputs();
  Expansion e(node);
  for (int i = 0; i < count; ++i) {
    Tensors before;
    for (int kind = 0; kind < kinds; ++kind) {
      before.push_back((*inputs)[2 + kind * count + i]);
      if (!areCompatibleTypes(before[0].getType(), before[kind].getType()))
        return node.error()
               << "expected tensors of one parameter to be alike, "
                  "got "
               << before[0].getType() << " and " << before[kind].getType();
    }
    Step s(node, e, before[0]);
    for (auto [kind, value] : llvm::enumerate(step(node, s, before)))
      e.bind(static_cast<int>(kind) * count + i, value);
  }
  return e.result();
}

static LogicalResult importMomentum(Node &node) {
  std::string mode = node.getString("mode", "");
  if (mode != "standard" && mode != "nesterov")
    return node.error() << "expected mode standard or nesterov, got '" << mode
                        << "'";
  return importOptimizer<3, stepMomentum>(node);
}

void addOptimizers(NodeImporters &importers) {
  constexpr llvm::StringLiteral domain = "ai.onnx.preview.training";
  importers.add("Momentum", importMomentum, 1, domain);
  importers.add("Adagrad", importOptimizer<3, stepAdagrad>, 1, domain);
  importers.add("Adam", importOptimizer<4, stepAdam>, 1, domain);
}

} // namespace tvm::onnx_import
