// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/ShapeHelpers.h"

#include "dialects/Graph/Tensors/GraphResize.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Input `i`, if it is given and has elements.
static Value getPresent(Node &node, int i) {
  RankedTensorType type = node.inputType(i);
  bool isEmpty = type && type.hasStaticShape() && type.getNumElements() == 0;
  return isEmpty ? Value() : node.input(i);
}

namespace {
struct Settings {
  ResizeMode mode = ResizeMode::Nearest;
  CoordinateMode coordinates = CoordinateMode::Asymmetric;
  NearestMode rounding = NearestMode::Floor;
  AspectPolicy policy = AspectPolicy::Stretch;
};
} // namespace

/// The value of a string attribute.
template <typename Enum>
static LogicalResult readEnum(Node &node, StringRef name, StringRef otherwise,
                              std::optional<Enum> (*symbolize)(StringRef),
                              Enum &result) {
  std::string text = node.getString(name, otherwise);
  auto value = symbolize(text);
  if (!value)
    return node.error() << name << " '" << text << "' is not supported";
  result = *value;
  return success();
}

static LogicalResult readMode(Node &node, Settings &settings) {
  std::string mode = node.getString("mode", "nearest");
  if (mode == "bilinear" || mode == "trilinear")
    mode = "linear";
  auto value = symbolizeResizeMode(mode);
  if (!value)
    return node.error() << "mode '" << mode << "' is not supported";
  settings.mode = *value;
  return success();
}

static LogicalResult createResize(Node &node, Value roi, Value scales,
                                  Value sizes, const Settings &settings) {
  if (sizes && scales)
    scales = Value();
  int64_t rank = node.inputType(0).getRank();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(rank));
  return node.replaceWith<ResizeOp>(
      node.input(0),
      settings.coordinates == CoordinateMode::TfCropAndResize ? roi : Value(),
      scales, sizes, node.getInts("axes", axes), settings.mode,
      settings.coordinates, settings.rounding, settings.policy,
      APFloat(node.getFloat("cubic_coeff_a", -0.75f)),
      APFloat(node.getFloat("extrapolation_value", 0.0f)),
      node.getInt("exclude_outside", 0) != 0, node.getInt("antialias", 0) != 0);
}

static LogicalResult importUpsample(Node &node) {
  auto x = node.requiredInput(0);
  Settings settings;
  if (failed(x) || failed(readMode(node, settings)))
    return failure();
  if (!node.hasAttribute("scales"))
    return createResize(node, Value(), node.input(1), Value(), settings);
  SmallVector<float> scales = node.getFloats("scales", {});
  auto type = RankedTensorType::get({static_cast<int64_t>(scales.size())},
                                    node.builder().getF32Type());
  Value constant =
      ConstantOp::create(node.builder(), node.loc(),
                         DenseElementsAttr::get(type, ArrayRef<float>(scales)));
  return createResize(node, Value(), constant, Value(), settings);
}

static LogicalResult importResize(Node &node) {
  auto x = node.requiredInput(0);
  Settings settings;
  if (failed(x) || failed(readMode(node, settings)) ||
      failed(readEnum(node, "coordinate_transformation_mode", "half_pixel",
                      symbolizeCoordinateMode, settings.coordinates)) ||
      failed(readEnum(node, "nearest_mode", "round_prefer_floor",
                      symbolizeNearestMode, settings.rounding)) ||
      failed(readEnum(node, "keep_aspect_ratio_policy", "stretch",
                      symbolizeAspectPolicy, settings.policy)))
    return failure();
  return createResize(node, getPresent(node, 1), getPresent(node, 2),
                      getPresent(node, 3), settings);
}

void addResize(NodeImporters &importers) {
  importers.add("Upsample", importUpsample, 7);
  importers.add("Resize", importUpsample, 10);
  importers.add("Resize", importResize, 11);
}

} // namespace tvm::onnx_import
