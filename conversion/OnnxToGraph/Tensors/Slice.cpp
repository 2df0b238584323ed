// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices, splits and borders.

#include "conversion/OnnxToGraph/ShapeHelpers.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

//===-- slice -------------------------------------------------------------===//

static LogicalResult importSliceAttributes(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  SmallVector<int64_t> starts = node.getInts("starts", {});
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(starts.size()));
  SmallVector<int64_t> steps(starts.size(), 1);
  return node.replaceWith<SliceOp>(*x, node.getInts("axes", axes), starts,
                                   node.getInts("ends", {}), steps);
}

static LogicalResult importSlice(Node &node) {
  auto x = node.requiredInput(0);
  auto startsInput = node.requiredInput(1);
  auto endsInput = node.requiredInput(2);
  if (failed(x) || failed(startsInput) || failed(endsInput))
    return failure();
  auto starts = node.constantInts(1), ends = node.constantInts(2),
       axes = node.constantInts(3), steps = node.constantInts(4);
  bool isStatic = starts && ends && (axes || !node.hasInput(3)) &&
                  (steps || !node.hasInput(4));
  if (!isStatic)
    return node.replaceWith<DynamicSliceOp>(*x, *startsInput, *endsInput,
                                            node.input(3), node.input(4));
  if (!axes)
    axes = llvm::to_vector(llvm::seq<int64_t>(starts->size()));
  if (!steps)
    steps.emplace(starts->size(), 1);
  return node.replaceWith<SliceOp>(*x, *axes, *starts, *ends, *steps);
}

//===-- split -------------------------------------------------------------===//

/// The sizes of the parts of `total` elements, or of the declared outputs.
static std::optional<SmallVector<int64_t>>
getPartSizes(Node &node, int64_t axis, int64_t total) {
  if (auto sizes = getAttributeOrInput(node, "split", 1))
    return sizes;
  int64_t count = node.numOutputs();
  SmallVector<int64_t> sizes;
  if (node.hasInput(1)) {
    for (int i = 0; i < node.numOutputs(); ++i) {
      RankedTensorType type = node.declaredOutputType(i);
      if (!type || type.getRank() <= axis || type.isDynamicDim(axis))
        return std::nullopt;
      sizes.push_back(type.getDimSize(axis));
    }
    return sizes;
  }
  if (ShapedType::isDynamic(total) || count < 1)
    return std::nullopt;
  int64_t part = (total + count - 1) / count;
  for (int64_t i = 0; i < count; ++i)
    sizes.push_back(std::clamp<int64_t>(total - i * part, 0, part));
  return sizes;
}

/// Splits a dimension of dynamic size into equal parts.
static LogicalResult splitEvenly(Node &node, Value x, int64_t axis) {
  int64_t count = node.numOutputs();
  auto size = node.create<ShapeOp>(x, axis, axis + 1);
  if (failed(size))
    return failure();
  auto rounded = node.create<AddOp>(*size, node.constant({count - 1}));
  if (failed(rounded))
    return failure();
  auto part = node.create<DivOp>(*rounded, node.constant({count}));
  if (failed(part))
    return failure();
  for (int64_t i = 0; i < node.numOutputs(); ++i) {
    auto start = node.create<MulOp>(*part, node.constant({i}));
    auto end = node.create<MulOp>(*part, node.constant({i + 1}));
    if (failed(start) || failed(end))
      return failure();
    auto slice = node.create<DynamicSliceOp>(
        x, *start, *end, node.constant({axis}), node.constant({1}));
    if (failed(slice))
      return failure();
    node.setOutput(i, *slice);
  }
  return success();
}

static LogicalResult importSplit(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto axis = normalizeAxis(node.loc(), node.getInt("axis", 0),
                            node.inputType(0).getRank());
  if (!axis)
    return failure();
  int64_t count = node.getInt("num_outputs", node.numOutputs());
  if (count != node.numOutputs())
    return node.error() << "expected num_outputs = " << node.numOutputs()
                        << ", the number of outputs, got " << count;
  int64_t total = node.inputType(0).getDimSize(*axis);
  auto sizes = getPartSizes(node, *axis, total);
  if (!sizes) {
    if (node.hasInput(1))
      return dataError(node, 1) << "expected a constant split";
    return splitEvenly(node, *x, *axis);
  }
  if (static_cast<int>(sizes->size()) != node.numOutputs())
    return node.error() << "expected " << node.numOutputs()
                        << " parts, one per output, got " << sizes->size();
  int64_t start = 0;
  for (auto [i, size] : llvm::enumerate(*sizes)) {
    int64_t end = start + size;
    if (size < 0 || (!ShapedType::isDynamic(total) && end > total))
      return node.error() << "parts exceed the " << total
                          << " elements of axis " << *axis;
    auto slice = node.create<SliceOp>(
        *x, ArrayRef<int64_t>{*axis}, ArrayRef<int64_t>{start},
        ArrayRef<int64_t>{end}, ArrayRef<int64_t>{1});
    if (failed(slice))
      return failure();
    node.setOutput(i, *slice);
    start = end;
  }
  if (!ShapedType::isDynamic(total) && start != total)
    return node.error() << "parts have " << start << " elements, expected "
                        << total;
  return success();
}

//===-- pad ---------------------------------------------------------------===//

static FailureOr<PadMode> getPadMode(Node &node) {
  std::string mode = node.getString("mode", "constant");
  if (auto result = symbolizePadMode(mode))
    return *result;
  return node.error() << "mode '" << mode << "' is not supported";
}

/// A static pad by `pads` (begins, then ends) of `axes`.
static LogicalResult createPad(Node &node, Value value, PadMode mode,
                               ArrayRef<int64_t> pads, ArrayRef<int64_t> axes) {
  int64_t rank = node.inputType(0).getRank();
  auto normal = normalizeAxes(node.loc(), axes, rank);
  if (failed(normal))
    return failure();
  if (pads.size() != 2 * axes.size())
    return node.error() << "expected " << 2 * axes.size() << " pads, got "
                        << pads.size();
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  for (auto [i, axis] : llvm::enumerate(*normal)) {
    low[axis] = pads[i];
    high[axis] = pads[i + axes.size()];
  }
  return node.replaceWith<PadOp>(node.input(0), value, low, high, mode);
}

static LogicalResult importPad(Node &node) {
  auto x = node.requiredInput(0);
  auto mode = getPadMode(node);
  if (failed(x) || failed(mode))
    return failure();
  SmallVector<int64_t> all =
      llvm::to_vector(llvm::seq<int64_t>(node.inputType(0).getRank()));
  if (node.opset() < 11) {
    Value value = node.scalar(node.inputType(0).getElementType(),
                              node.getFloat("value", 0));
    StringRef name = node.opset() < 2 ? "paddings" : "pads";
    return createPad(node, value, *mode, node.getInts(name, {}), all);
  }
  auto pads = node.constantInts(1), axes = node.constantInts(3);
  if (pads && (axes || !node.hasInput(3)))
    return createPad(node, node.input(2), *mode, *pads,
                     axes ? ArrayRef<int64_t>(*axes) : ArrayRef<int64_t>(all));
  auto sizes = node.requiredInput(1);
  if (failed(sizes))
    return failure();
  return node.replaceWith<DynamicPadOp>(*x, *sizes, node.input(2),
                                        node.input(3), *mode);
}

//===-- center_crop_pad ---------------------------------------------------===//

/// The size of each dimension of the result.
static FailureOr<SmallVector<int64_t>> getCropShape(Node &node) {
  auto type = node.inputType(0);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(shape.size()));
  auto axes =
      normalizeAxes(node.loc(), node.getInts("axes", all), shape.size());
  auto sizes = node.constantInts(1);
  RankedTensorType declared = getStaticOutput(node, 0);
  if (failed(axes))
    return failure();
  if (!type.hasStaticShape() || (!sizes && !declared) ||
      (declared && declared.getRank() != type.getRank()))
    return sizeError(node, 1) << "expected static shapes";
  if (sizes && sizes->size() != axes->size())
    return node.error() << "expected " << axes->size() << " sizes, got "
                        << sizes->size();
  for (auto [i, axis] : llvm::enumerate(*axes))
    shape[axis] = sizes ? (*sizes)[i] : declared.getDimSize(axis);
  return shape;
}

static LogicalResult importCenterCropPad(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto shape = getCropShape(node);
  if (failed(shape))
    return failure();
  SmallVector<int64_t> low, high;
  for (auto [size, target] : llvm::zip(node.inputType(0).getShape(), *shape)) {
    int64_t difference = target - size;
    int64_t before = difference < 0 ? -(-difference / 2) : difference / 2;
    low.push_back(before);
    high.push_back(difference - before);
  }
  return node.replaceWith<PadOp>(*x, Value(), low, high, PadMode::Constant);
}

void addSlices(NodeImporters &importers) {
  importers.add("Slice", importSliceAttributes);
  importers.add("Slice", importSlice, 10);
  importers.add("Split", importSplit);
  importers.add("Pad", importPad);
  importers.add("CenterCropPad", importCenterCropPad, 18);
}

} // namespace tvm::onnx_import
