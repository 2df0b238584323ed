// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Importer.h"
#include "conversion/OnnxToGraph/Quantization/Casts.h"
#include "conversion/OnnxToGraph/Tensors/Strings.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Operator `Op` on `operands`, its only result.
template <typename Op, typename... Args>
static FailureOr<Value> createValue(Node &node, Args &&...operands) {
  auto op = node.create<Op>(std::forward<Args>(operands)...);
  if (failed(op))
    return failure();
  return (*op)->getResult(0);
}

/// Binds the first output to `value`, unless that failed.
static LogicalResult bindResult(Node &node, FailureOr<Value> value) {
  if (failed(value))
    return failure();
  node.setOutput(0, *value);
  return success();
}

template <typename Op> static LogicalResult importUnary(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return node.replaceWith<Op>(*x);
}

template <typename Op> static LogicalResult importBinary(Node &node) {
  auto lhs = node.requiredInput(0);
  auto rhs = node.requiredInput(1);
  if (failed(lhs) || failed(rhs))
    return failure();
  return node.replaceWith<Op>(*lhs, *rhs);
}

static LogicalResult importEqual(Node &node) {
  Value x = node.input(0);
  return x && isString(x) ? importStringEqual(node)
                          : importBinary<EqualOp>(node);
}

/// `value` with its dimensions aligned to `axis` of a tensor of rank `rank`.
static FailureOr<Value> alignToAxis(Node &node, Value value, int64_t axis,
                                    int64_t rank) {
  auto type = cast<RankedTensorType>(value.getType());
  if (axis < 0)
    axis += rank;
  int64_t behind = rank - axis - type.getRank();
  if (axis < 0 || behind < 0)
    return node.error() << "cannot align " << type << " to axis " << axis
                        << " of " << rank << " dimensions";
  if (behind == 0)
    return value;
  auto axes =
      llvm::to_vector(llvm::seq(type.getRank(), type.getRank() + behind));
  return createValue<UnsqueezeOp>(node, value,
                                  node.builder().getDenseI64ArrayAttr(axes));
}

/// Imports an operator before opset 7, in which `axis` is the position of the
/// second operand's dimensions among the first operand's. By default they are
/// the last ones, as in later opsets.
template <typename Op> static LogicalResult importOldBinary(Node &node) {
  auto lhs = node.requiredInput(0);
  auto rhs = node.requiredInput(1);
  if (failed(lhs) || failed(rhs))
    return failure();
  if (node.getInt("broadcast", 0) && node.hasAttribute("axis")) {
    rhs = alignToAxis(node, *rhs, node.getInt("axis", 0),
                      node.inputType(0).getRank());
    if (failed(rhs))
      return failure();
  }
  return node.replaceWith<Op>(*lhs, *rhs);
}

template <typename Op>
static void addBinary(NodeImporters &importers, StringRef name) {
  importers.add(name, importOldBinary<Op>, 1);
  importers.add(name, importBinary<Op>, 7);
}

static LogicalResult importIdentity(Node &node) {
  if (const TensorList *list = node.inputList(0))
    return node.setOutput(0, *list), success();
  return bindResult(node, node.requiredInput(0));
}

//===-- activations -------------------------------------------------------===//

/// Imports an activation with parameter `alpha`, whose default is `percent` /
/// 100.
template <typename Op, int percent>
static LogicalResult importActivation(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  float alpha = node.getFloat("alpha", percent / 100.0f);
  return node.replaceWith<Op>(*x, node.builder().getF32FloatAttr(alpha));
}

static FailureOr<Value> createHardSigmoid(Node &node, float alpha, float beta) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return createValue<HardSigmoidOp>(node, *x,
                                    node.builder().getF32FloatAttr(alpha),
                                    node.builder().getF32FloatAttr(beta));
}

static LogicalResult importHardSigmoid(Node &node) {
  return bindResult(node, createHardSigmoid(node, node.getFloat("alpha", 0.2f),
                                            node.getFloat("beta", 0.5f)));
}

static LogicalResult importHardSwish(Node &node) {
  auto gate = createHardSigmoid(node, 1.0f / 6, 0.5f);
  if (failed(gate))
    return failure();
  return node.replaceWith<MulOp>(node.input(0), *gate);
}

static LogicalResult importSelu(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  // The first version had other defaults.
  bool isFirst = node.opset() < 6;
  float alpha = node.getFloat("alpha", isFirst ? 1.6732f : 1.67326319f);
  float gamma = node.getFloat("gamma", isFirst ? 1.0507f : 1.05070102f);
  return node.replaceWith<SeluOp>(*x, node.builder().getF32FloatAttr(alpha),
                                  node.builder().getF32FloatAttr(gamma));
}

static LogicalResult importGelu(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  std::string approximate = node.getString("approximate", "none");
  if (approximate != "none" && approximate != "tanh")
    return node.error() << "expected approximate 'none' or 'tanh', got '"
                        << approximate << "'";
  UnitAttr tanh;
  if (approximate == "tanh")
    tanh = node.builder().getUnitAttr();
  return node.replaceWith<GeluOp>(*x, tanh);
}

static LogicalResult importShrink(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  float bias = node.getFloat("bias", 0.0f);
  float lambda = node.getFloat("lambd", 0.5f);
  return node.replaceWith<ShrinkOp>(*x, node.builder().getF32FloatAttr(bias),
                                    node.builder().getF32FloatAttr(lambda));
}

static LogicalResult importBinarizer(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  float threshold = node.getFloat("threshold", 0.0f);
  return node.replaceWith<BinarizeOp>(
      *x, node.builder().getF32FloatAttr(threshold));
}

/// Before opset 7, a slope of one dimension is one value per channel.
static LogicalResult importOldPRelu(Node &node) {
  auto x = node.requiredInput(0);
  auto slope = node.requiredInput(1);
  if (failed(x) || failed(slope))
    return failure();
  if (node.inputType(1).getRank() == 1 && node.inputType(1).getDimSize(0) != 1)
    slope = alignToAxis(node, *slope, 1, node.inputType(0).getRank());
  if (failed(slope))
    return failure();
  return node.replaceWith<PReluOp>(*x, *slope);
}

static LogicalResult importIsInf(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return node.replaceWith<IsInfOp>(
      *x, node.builder().getBoolAttr(node.getInt("detect_negative", 1)),
      node.builder().getBoolAttr(node.getInt("detect_positive", 1)));
}

//===-- limits ------------------------------------------------------------===//

static FailureOr<Value> createClip(Node &node, Value x, Value low, Value high) {
  FailureOr<Value> result = x;
  if (low)
    result = createValue<MaxOp>(node, x, low);
  if (high && succeeded(result))
    result = createValue<MinOp>(node, *result, high);
  return result;
}

static LogicalResult importClip(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return bindResult(node, createClip(node, *x, node.input(1), node.input(2)));
}

/// Before opset 11, the limits are attributes.
static LogicalResult importOldClip(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Type type = getElementTypeOrSelf(*x);
  auto limit = [&](StringRef name) {
    return node.hasAttribute(name) ? node.scalar(type, node.getFloat(name, 0))
                                   : Value();
  };
  Value low = limit("min"), high = limit("max");
  return bindResult(node, createClip(node, *x, low, high));
}

//===-- more operands -----------------------------------------------------===//

template <typename Op> static FailureOr<Value> createChain(Node &node) {
  auto inputs = node.requiredInputs();
  if (failed(inputs))
    return failure();
  FailureOr<Value> result = inputs->front();
  for (Value input : llvm::drop_begin(*inputs))
    if (succeeded(result))
      result = createValue<Op>(node, *result, input);
  return result;
}

template <typename Op> static LogicalResult importVariadic(Node &node) {
  return bindResult(node, createChain<Op>(node));
}

static LogicalResult importMean(Node &node) {
  auto sum = createChain<AddOp>(node);
  if (failed(sum))
    return failure();
  Value count = node.scalar(getElementTypeOrSelf(*sum), node.numInputs());
  return node.replaceWith<DivOp>(*sum, count);
}

static LogicalResult importMod(Node &node) {
  auto lhs = node.requiredInput(0);
  auto rhs = node.requiredInput(1);
  if (failed(lhs) || failed(rhs))
    return failure();
  UnitAttr truncated;
  if (node.getInt("fmod", 0))
    truncated = node.builder().getUnitAttr();
  return node.replaceWith<ModOp>(*lhs, *rhs, truncated);
}

static LogicalResult importBitShift(Node &node) {
  std::string direction = node.getString("direction", "");
  if (direction == "LEFT")
    return importBinary<ShiftLeftOp>(node);
  if (direction == "RIGHT")
    return importBinary<ShiftRightOp>(node);
  return node.error() << "expected direction 'LEFT' or 'RIGHT', got '"
                      << direction << "'";
}

static LogicalResult importWhere(Node &node) {
  if (failed(node.requireInputs(3)))
    return failure();
  return node.replaceWith<WhereOp>(node.input(0), node.input(1), node.input(2));
}

//===-- registration ------------------------------------------------------===//

static void addMath(NodeImporters &importers) {
  importers.add("Abs", importUnary<AbsOp>);
  importers.add("Acos", importUnary<AcosOp>);
  importers.add("Acosh", importUnary<AcoshOp>);
  importers.add("Asin", importUnary<AsinOp>);
  importers.add("Asinh", importUnary<AsinhOp>);
  importers.add("Atan", importUnary<AtanOp>);
  importers.add("Atanh", importUnary<AtanhOp>);
  importers.add("BitwiseNot", importUnary<NotOp>);
  importers.add("Ceil", importUnary<CeilOp>);
  importers.add("Cos", importUnary<CosOp>);
  importers.add("Cosh", importUnary<CoshOp>);
  importers.add("Erf", importUnary<ErfOp>);
  importers.add("Exp", importUnary<ExpOp>);
  importers.add("Floor", importUnary<FloorOp>);
  importers.addForLists("Identity", importIdentity);
  importers.add("IsInf", importIsInf);
  importers.add("IsNaN", importUnary<IsNaNOp>);
  importers.add("Log", importUnary<LogOp>);
  importers.add("Neg", importUnary<NegOp>);
  importers.add("Not", importUnary<NotOp>);
  importers.add("Reciprocal", importUnary<ReciprocalOp>);
  importers.add("Round", importUnary<RoundOp>);
  importers.add("Sign", importUnary<SignOp>);
  importers.add("Sin", importUnary<SinOp>);
  importers.add("Sinh", importUnary<SinhOp>);
  importers.add("Sqrt", importUnary<SqrtOp>);
  importers.add("Tan", importUnary<TanOp>);
  importers.add("Tanh", importUnary<TanhOp>);
}

static void addActivations(NodeImporters &importers) {
  importers.add("Binarizer", importBinarizer, 1, "ai.onnx.ml");
  importers.add("Celu", importActivation<CeluOp, 100>);
  importers.add("Elu", importActivation<EluOp, 100>);
  importers.add("Gelu", importGelu);
  importers.add("HardSigmoid", importHardSigmoid);
  importers.add("HardSwish", importHardSwish);
  importers.add("LeakyRelu", importActivation<LeakyReluOp, 1>);
  importers.add("Mish", importUnary<MishOp>);
  importers.add("PRelu", importOldPRelu);
  importers.add("PRelu", importBinary<PReluOp>, 7);
  importers.add("Relu", importUnary<ReluOp>);
  importers.add("Selu", importSelu);
  importers.add("Shrink", importShrink);
  importers.add("Sigmoid", importUnary<SigmoidOp>);
  importers.add("Softplus", importUnary<SoftplusOp>);
  importers.add("Softsign", importUnary<SoftsignOp>);
  importers.add("Swish", importActivation<SwishOp, 100>);
  importers.add("ThresholdedRelu", importActivation<ThresholdedReluOp, 100>);
}

static void addArithmetic(NodeImporters &importers) {
  addBinary<AddOp>(importers, "Add");
  addBinary<DivOp>(importers, "Div");
  addBinary<MulOp>(importers, "Mul");
  addBinary<PowOp>(importers, "Pow");
  addBinary<SubOp>(importers, "Sub");
  importers.add("BitShift", importBitShift);
  importers.add("Clip", importOldClip);
  importers.add("Clip", importClip, 11);
  importers.add("Max", importVariadic<MaxOp>);
  importers.add("Mean", importMean);
  importers.add("Min", importVariadic<MinOp>);
  importers.add("Mod", importMod);
  importers.add("Sum", importVariadic<AddOp>);
}

static void addLogic(NodeImporters &importers) {
  addBinary<AndOp>(importers, "And");
  addBinary<EqualOp>(importers, "Equal");
  importers.add("Equal", importEqual, 19);
  addBinary<GreaterOp>(importers, "Greater");
  addBinary<LessOp>(importers, "Less");
  addBinary<OrOp>(importers, "Or");
  addBinary<XorOp>(importers, "Xor");
  importers.add("BitwiseAnd", importBinary<AndOp>);
  importers.add("BitwiseOr", importBinary<OrOp>);
  importers.add("BitwiseXor", importBinary<XorOp>);
  importers.add("GreaterOrEqual", importBinary<GreaterEqualOp>);
  importers.add("LessOrEqual", importBinary<LessEqualOp>);
  importers.add("Where", importWhere);
}

void addElementwise(NodeImporters &importers) {
  addCasts(importers);
  addMath(importers);
  addActivations(importers);
  addArithmetic(importers);
  addLogic(importers);
}

} // namespace tvm::onnx_import
