// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Common parts of ai.onnx.ml's models of numbers: their lists and their last
// step.

#include "conversion/OnnxToGraph/Learning/ClassicalLearning.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

FailureOr<PostTransform> readPostTransform(Node &node) {
  std::string name = node.getString("post_transform", "NONE");
  auto transform = llvm::StringSwitch<std::optional<PostTransform>>(name)
                       .Case("NONE", PostTransform::None)
                       .Case("SOFTMAX", PostTransform::Softmax)
                       .Case("LOGISTIC", PostTransform::Logistic)
                       .Case("SOFTMAX_ZERO", PostTransform::SoftmaxZero)
                       .Case("PROBIT", PostTransform::Probit)
                       .Default(std::nullopt);
  if (!transform)
    return node.error() << "post_transform '" << name << "' is not supported";
  return *transform;
}

/// A softmax in which scores of 0 have a share of almost 0.
static Value softmaxZero(Expansion &e, Value x) {
  constexpr double kZero = 1e-7;
  SmallVector<int64_t> last{1};
  Value largest = e.unsqueeze(e.reduce(x, ReduceKind::Max, last), last);
  Value isZero = e.create<LessEqualOp>(e.create<AbsOp>(x), e.scalar(x, kZero));
  Value share = e.create<ExpOp>(e.create<SubOp>(x, largest));
  Value none = e.create<MulOp>(x, e.create<ExpOp>(e.create<NegOp>(largest)));
  Value shares = e.create<WhereOp>(isZero, none, share);
  Value sum = e.unsqueeze(e.reduce(shares, ReduceKind::Sum, last), last);
  Value isNothing = e.create<EqualOp>(sum, e.scalar(x, 0));
  return e.create<WhereOp>(isNothing, e.scalar(x, 0.5),
                           e.create<DivOp>(shares, sum));
}

/// Winitzki's approximation of the inverse of the normal distribution, as in
/// the operators' reference.
static Value probit(Expansion &e, Value p) {
  constexpr double kShape = 0.147;
  auto number = [&](double value) { return e.scalar(p, value); };
  Value x = e.create<SubOp>(e.create<AddOp>(p, p), number(1));
  Value rest = e.create<SubOp>(number(1), e.create<MulOp>(x, x));
  Value log = e.create<LogOp>(rest);
  Value first = e.create<AddOp>(number(2 / (M_PI * kShape)),
                                e.create<MulOp>(log, number(0.5)));
  Value second = e.create<MulOp>(log, number(1 / kShape));
  Value root =
      e.create<SqrtOp>(e.create<SubOp>(e.create<MulOp>(first, first), second));
  Value size = e.create<SqrtOp>(e.create<SubOp>(root, first));
  Value isBorder = e.create<EqualOp>(rest, number(0));
  Value inverse = e.create<MulOp>(e.create<SignOp>(x), size);
  return e.create<MulOp>(e.create<WhereOp>(isBorder, number(0), inverse),
                         number(M_SQRT2));
}

Value applyPostTransform(Node &node, Expansion &e, Value scores,
                         PostTransform transform) {
  switch (transform) {
  case PostTransform::None:
    return scores;
  case PostTransform::Softmax:
    return e.create<SoftmaxOp>(scores, ArrayRef<int64_t>{1});
  case PostTransform::Logistic:
    return e.create<SigmoidOp>(scores);
  case PostTransform::SoftmaxZero:
    return softmaxZero(e, scores);
  case PostTransform::Probit:
    return probit(e, scores);
  }
  llvm_unreachable("all transforms handled");
}

Value createFloats(Node &node, Type type, ArrayRef<int64_t> shape,
                   ArrayRef<double> values) {
  if (type.isF64())
    return node.constant<double>(type, shape, values);
  SmallVector<float> narrow(values.begin(), values.end());
  return node.constant<float>(type, shape, narrow);
}

FailureOr<SmallVector<double>> readNumbers(Node &node, StringRef list,
                                           StringRef tensor) {
  const onnx::TensorProto *proto =
      tensor.empty() ? nullptr : node.getTensor(tensor);
  if (!proto) {
    SmallVector<float> values = node.getFloats(list, {});
    return SmallVector<double>(values.begin(), values.end());
  }
  auto value = node.constant(*proto);
  if (failed(value))
    return failure();
  auto constant = value->getDefiningOp<ConstantOp>();
  SmallVector<char> buffer;
  auto type = getElementTypeOrSelf(*value);
  auto bytes = getConstantBytes(constant.getValue(), buffer);
  if (!bytes || !(type.isF32() || type.isF64() || type.isF16())) {
    llvm::consumeError(bytes.takeError());
    return node.error() << "expected " << tensor << " of floats, got "
                        << value->getType();
  }
  size_t size = type.getIntOrFloatBitWidth() / 8;
  SmallVector<double> values;
  for (size_t at = 0; at + size <= bytes->size(); at += size) {
    uint64_t bits = 0;
    memcpy(&bits, bytes->data() + at, size);
    llvm::APFloat element(cast<FloatType>(type).getFloatSemantics(),
                          APInt(size * 8, bits));
    values.push_back(element.convertToDouble());
  }
  constant.erase();
  return values;
}

FailureOr<Value> readFeatures(Node &node, Expansion &e) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto type = node.inputType(0);
  if (type.getRank() == 1)
    x = e.unsqueeze(*x, {0});
  else if (type.getRank() != 2)
    return node.error() << "expected a row or a matrix, got " << type;
  return type.getElementType().isF64()
             ? *x
             : e.cast(*x, node.builder().getF32Type());
}

} // namespace tvm::onnx_import
