// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/Networks/GraphRecurrent.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {

/// An activation with the default values of its parameters, if it has any.
struct Activation {
  StringRef name;
  std::optional<float> alpha, beta;
};

/// The common attributes of all recurrent operators.
struct Attributes {
  RnnDirectionAttr direction;
  ArrayAttr activations;
  DenseF32ArrayAttr alphas, betas;
  FloatAttr clip;
  UnitAttr batchFirst;
};

} // namespace

static const Activation kActivations[] = {
    {"Affine", 1.0f, 0.0f},
    {"Elu", 1.0f, std::nullopt},
    {"HardSigmoid", 0.2f, 0.5f},
    {"LeakyRelu", 0.01f, std::nullopt},
    {"Relu", std::nullopt, std::nullopt},
    {"ScaledTanh", 1.0f, 1.0f},
    {"Sigmoid", std::nullopt, std::nullopt},
    {"Softplus", std::nullopt, std::nullopt},
    {"Softsign", std::nullopt, std::nullopt},
    {"Tanh", std::nullopt, std::nullopt},
    {"ThresholdedRelu", 1.0f, std::nullopt},
};

static const Activation *findActivation(StringRef name) {
  for (const Activation &activation : kActivations)
    if (activation.name.equals_insensitive(name))
      return &activation;
  return nullptr;
}

static std::optional<RnnDirection> parseDirection(StringRef direction) {
  return symbolizeRnnDirection(direction.lower());
}

/// Reads activations. Parameters are given, in order, for activations that have
/// them.
static LogicalResult readActivations(Node &node, ArrayRef<StringRef> defaults,
                                     int64_t directions,
                                     Attributes &attributes) {
  SmallVector<std::string> names = node.getStrings("activations");
  if (names.empty())
    for (int64_t i = 0; i < directions; ++i)
      names.append(defaults.begin(), defaults.end());
  SmallVector<float> givenAlphas = node.getFloats("activation_alpha", {});
  SmallVector<float> givenBetas = node.getFloats("activation_beta", {});
  size_t nextAlpha = 0, nextBeta = 0;
  auto next = [](ArrayRef<float> given, size_t &position,
                 std::optional<float> defaultValue) {
    if (!defaultValue)
      return 0.0f;
    return position < given.size() ? given[position++] : *defaultValue;
  };
  SmallVector<Attribute> activations;
  SmallVector<float> alphas, betas;
  for (const std::string &name : names) {
    const Activation *activation = findActivation(name);
    if (!activation)
      return node.error() << "activation '" << name << "' is not supported";
    activations.push_back(node.builder().getStringAttr(activation->name));
    alphas.push_back(next(givenAlphas, nextAlpha, activation->alpha));
    betas.push_back(next(givenBetas, nextBeta, activation->beta));
  }
  attributes.activations = node.builder().getArrayAttr(activations);
  attributes.alphas = node.builder().getDenseF32ArrayAttr(alphas);
  attributes.betas = node.builder().getDenseF32ArrayAttr(betas);
  return success();
}

static FailureOr<Attributes> readAttributes(Node &node,
                                            ArrayRef<StringRef> defaults) {
  Attributes attributes;
  std::string name = node.getString("direction", "forward");
  auto direction = parseDirection(name);
  if (!direction)
    return node.error() << "expected direction 'forward', 'reverse' or "
                           "'bidirectional', got '"
                        << name << "'";
  attributes.direction =
      RnnDirectionAttr::get(node.builder().getContext(), *direction);
  int64_t directions = *direction == RnnDirection::Bidirectional ? 2 : 1;
  if (failed(readActivations(node, defaults, directions, attributes)))
    return failure();
  float clip = node.getFloat("clip", 0);
  if (!(clip >= 0))
    return node.error() << "expected a clip that is not negative, got " << clip;
  if (node.hasAttribute("clip"))
    attributes.clip = node.builder().getF32FloatAttr(clip);
  if (node.getInt("layout", 0))
    attributes.batchFirst = node.builder().getUnitAttr();
  for (int i = 0; i < 3; ++i)
    if (failed(node.requiredInput(i)))
      return failure();
  return attributes;
}

static UnitAttr readFlag(Node &node, StringRef name) {
  return node.getInt(name, 0) ? node.builder().getUnitAttr() : UnitAttr();
}

static LogicalResult importRnn(Node &node) {
  auto a = readAttributes(node, {"Tanh"});
  if (failed(a))
    return failure();
  return node.replaceWith<RnnOp>(node.input(0), node.input(1), node.input(2),
                                 node.input(3), node.input(4), node.input(5),
                                 a->direction, a->activations, a->alphas,
                                 a->betas, a->clip, a->batchFirst);
}

static LogicalResult importGru(Node &node) {
  auto a = readAttributes(node, {"Sigmoid", "Tanh"});
  if (failed(a))
    return failure();
  return node.replaceWith<GruOp>(
      node.input(0), node.input(1), node.input(2), node.input(3), node.input(4),
      node.input(5), a->direction, a->activations, a->alphas, a->betas, a->clip,
      a->batchFirst, readFlag(node, "linear_before_reset"));
}

static LogicalResult importLstm(Node &node) {
  auto a = readAttributes(node, {"Sigmoid", "Tanh", "Tanh"});
  if (failed(a))
    return failure();
  return node.replaceWith<LstmOp>(
      node.input(0), node.input(1), node.input(2), node.input(3), node.input(4),
      node.input(5), node.input(6), node.input(7), a->direction, a->activations,
      a->alphas, a->betas, a->clip, a->batchFirst,
      readFlag(node, "input_forget"));
}

void addRecurrent(NodeImporters &importers) {
  importers.add("GRU", importGru);
  importers.add("LSTM", importLstm);
  importers.add("RNN", importRnn);
}

} // namespace tvm::onnx_import
