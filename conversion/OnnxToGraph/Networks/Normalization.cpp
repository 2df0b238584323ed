// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Importer.h"
#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Networks/GraphNormalization.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphReduction.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static APFloat getEpsilon(Node &node) {
  return APFloat(node.getFloat("epsilon", 1e-5f));
}

static Type elementOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

/// The result of a new operator with one result.
template <typename Op, typename... Args>
static FailureOr<Value> build(Node &node, Args &&...args) {
  auto op = node.create<Op>(std::forward<Args>(args)...);
  if (failed(op))
    return failure();
  return (*op)->getResult(0);
}

static FailureOr<Value> castTo(Node &node, Value x, Type elementType) {
  if (elementOf(x) == elementType)
    return x;
  return build<CastOp>(node, x, elementType);
}

namespace {
/// Mean and variance over some axes.
struct Moments {
  Value mean, variance;
};
} // namespace

static FailureOr<Moments>
computeMoments(Node &node, Value x, ArrayRef<int64_t> axes, bool keepDims) {
  auto center = build<ReduceOp>(node, x, ReduceKind::Mean, axes, true);
  if (failed(center))
    return failure();
  auto difference = build<SubOp>(node, x, *center);
  if (failed(difference))
    return failure();
  auto square = build<MulOp>(node, *difference, *difference);
  if (failed(square))
    return failure();
  auto variance =
      build<ReduceOp>(node, *square, ReduceKind::Mean, axes, keepDims);
  auto mean = build<ReduceOp>(node, x, ReduceKind::Mean, axes, keepDims);
  if (failed(variance) || failed(mean))
    return failure();
  return Moments{*mean, *variance};
}

//===-- BatchNormalization ------------------------------------------------===//

/// Binds output `i` to `momentum * old + (1 - momentum) * now`.
static LogicalResult bindRunning(Node &node, int i, Value old, Value now) {
  float momentum = node.getFloat("momentum", 0.9f);
  Type type = elementOf(old);
  auto cast = castTo(node, now, type);
  if (failed(cast))
    return failure();
  auto kept = build<MulOp>(node, old, node.scalar(type, momentum));
  auto added = build<MulOp>(node, *cast, node.scalar(type, 1.0 - momentum));
  if (failed(kept) || failed(added))
    return failure();
  auto sum = build<AddOp>(node, *kept, *added);
  if (failed(sum))
    return failure();
  node.setOutput(i, *sum);
  return success();
}

/// Normalises by the statistics of the batch.
static LogicalResult importTrainingBatchNorm(Node &node) {
  Value x = node.input(0);
  auto type = node.inputType(0);
  if (type.getRank() < 2)
    return node.error() << "expected data of 2 dimensions or more, got "
                        << type;
  for (int i : {3, 4})
    if (failed(checkShape(node, i, type.getDimSize(1))))
      return failure();
  SmallVector<int64_t> axes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != 1)
      axes.push_back(i);
  auto moments = computeMoments(node, x, axes, /*keepDims=*/false);
  if (failed(moments))
    return failure();
  auto y =
      build<BatchNormOp>(node, x, node.input(1), node.input(2), moments->mean,
                         moments->variance, getEpsilon(node), "NCHW");
  if (failed(y) || failed(bindRunning(node, 1, node.input(3), moments->mean)) ||
      failed(bindRunning(node, 2, node.input(4), moments->variance)))
    return failure();
  node.setOutput(0, *y);
  return success();
}

static LogicalResult importBatchNorm(Node &node) {
  for (int i = 0; i < 5; ++i)
    if (failed(node.requiredInput(i)))
      return failure();
  if (node.getInt("training_mode", 0) != 0)
    return importTrainingBatchNorm(node);
  if (node.opset() < 9 && node.getInt("spatial", 1) == 0)
    return node.error() << "spatial = 0 is not supported";
  return node.replaceWith<BatchNormOp>(node.input(0), node.input(1),
                                       node.input(2), node.input(3),
                                       node.input(4), getEpsilon(node), "NCHW");
}

/// Attribute `axis`, counted from 0.
static int64_t getAxis(Node &node) {
  int64_t axis = node.getInt("axis", -1);
  return axis < 0 ? axis + node.inputType(0).getRank() : axis;
}

/// Checks that the type of statistics is a float type.
static LogicalResult checkStash(const Node &node) {
  int64_t number = node.getInt("stash_type", 1);
  Type type = getCastableType(number, node.loc().getContext());
  if (isa_and_nonnull<FloatType>(type))
    return success();
  return node.error() << "expected a stash_type of floats, got " << number;
}

/// Binds the outputs `Mean` and `InvStdDev`, if they are used.
static LogicalResult bindStatistics(Node &node, Value x) {
  if (!node.hasOutput(1) && !node.hasOutput(2))
    return success();
  int64_t axis = getAxis(node), rank = node.inputType(0).getRank();
  if (axis < 0 || axis >= rank)
    return node.error() << "expected a dimension of " << node.inputType(0)
                        << " as axis, got " << node.getInt("axis", -1);
  auto axes = llvm::to_vector(llvm::seq<int64_t>(axis, rank));
  bool isStashed = node.getInt("stash_type", 1) == 1;
  auto wide = castTo(node, x,
                     isStashed && !elementOf(x).isF64()
                         ? Type(node.builder().getF32Type())
                         : elementOf(x));
  if (failed(wide))
    return failure();
  auto moments = computeMoments(node, *wide, axes, /*keepDims=*/true);
  if (failed(moments))
    return failure();
  auto shifted = build<AddOp>(
      node, moments->variance,
      node.scalar(elementOf(*wide), getEpsilon(node).convertToFloat()));
  if (failed(shifted))
    return failure();
  auto root = build<SqrtOp>(node, *shifted);
  if (failed(root))
    return failure();
  auto inverse = build<ReciprocalOp>(node, *root);
  if (failed(inverse))
    return failure();
  node.setOutput(1, moments->mean);
  node.setOutput(2, *inverse);
  return success();
}

static LogicalResult importLayerNorm(Node &node) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1);
  if (failed(x) || failed(scale))
    return failure();
  if (failed(checkStash(node)) || failed(bindStatistics(node, *x)))
    return failure();
  return node.replaceWith<LayerNormOp>(*x, *scale, node.input(2), getAxis(node),
                                       getEpsilon(node));
}

static LogicalResult importRMSNorm(Node &node) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1);
  if (failed(x) || failed(scale) || failed(checkStash(node)))
    return failure();
  return node.replaceWith<RMSNormOp>(*x, *scale, getAxis(node),
                                     getEpsilon(node));
}

static LogicalResult importGroupNorm(Node &node, int64_t groups) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1),
       bias = node.requiredInput(2);
  if (failed(x) || failed(scale) || failed(bias))
    return failure();
  return node.replaceWith<GroupNormOp>(*x, *scale, *bias, groups,
                                       getEpsilon(node), "NCHW");
}

static LogicalResult importGroupNormalization(Node &node) {
  return importGroupNorm(node, node.getInt("num_groups", 1));
}

/// Imports a group normalisation with one channel per group.
static LogicalResult importInstanceNorm(Node &node) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1);
  if (failed(x) || failed(scale))
    return failure();
  auto type = node.inputType(0);
  int64_t channels =
      type.getRank() < 2 ? ShapedType::kDynamic : type.getDimSize(1);
  if (ShapedType::isDynamic(channels))
    return sizeError(node)
           << "expected data of a known number of channels, got " << type;
  return importGroupNorm(node, channels);
}

static LogicalResult importLRN(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  constexpr int64_t kMaxChannels = 1 << 16;
  if (failed(checkRange(node, "size", 1, kMaxChannels)))
    return failure();
  auto number = [&](StringRef name, float defaultValue) {
    return APFloat(node.getFloat(name, defaultValue));
  };
  return node.replaceWith<LRNOp>(*x, node.getInt("size", 0),
                                 number("alpha", 1e-4f), number("beta", 0.75f),
                                 number("bias", 1.0f), "NCHW");
}

void addNormalization(NodeImporters &importers) {
  importers.add("BatchNormalization", importBatchNorm);
  importers.add("LayerNormalization", importLayerNorm);
  importers.add("RMSNormalization", importRMSNorm);
  importers.add("GroupNormalization", importGroupNormalization, 18);
  importers.add("InstanceNormalization", importInstanceNorm);
  importers.add("LRN", importLRN);
}

} // namespace tvm::onnx_import
