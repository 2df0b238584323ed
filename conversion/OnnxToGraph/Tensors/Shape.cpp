// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, and operators that keep the elements.

#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/ShapeHelpers.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Shapes/SymbolicOps.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

//===-- helpers -----------------------------------------------------------===//

FailureOr<int64_t> requireAxis(Node &node, int64_t axis, int64_t rank) {
  if (auto normal = normalizeAxis(std::nullopt, axis, rank))
    return *normal;
  return node.error() << "expected an axis of " << rank << " dimensions, got "
                      << axis;
}

RankedTensorType getStaticOutput(Node &node, int i) {
  RankedTensorType type = node.declaredOutputType(i);
  return type && type.hasStaticShape() ? type : RankedTensorType();
}

std::optional<SmallVector<int64_t>>
getAttributeOrInput(Node &node, StringRef attribute, int input) {
  if (node.hasAttribute(attribute))
    return node.getInts(attribute, {});
  return node.constantInts(input);
}

//===-- constants ---------------------------------------------------------===//

template <typename T>
static LogicalResult setConstant(Node &node, Type elementType,
                                 ArrayRef<int64_t> shape, ArrayRef<T> values) {
  node.setOutput(0, node.constant(elementType, shape, values));
  return success();
}

static LogicalResult importConstant(Node &node) {
  if (failed(checkOneOf(node, {"value", "value_float", "value_floats",
                               "value_int", "value_ints", "value_string",
                               "value_strings", "sparse_value"})))
    return failure();
  Type f32 = node.builder().getF32Type(), i64 = node.builder().getI64Type();
  if (const onnx::TensorProto *tensor = node.getTensor("value")) {
    auto value = node.constant(*tensor);
    if (failed(value))
      return failure();
    node.setOutput(0, *value);
    return success();
  }
  if (node.hasAttribute("value_float"))
    return setConstant<float>(node, f32, {}, {node.getFloat("value_float", 0)});
  if (node.hasAttribute("value_int"))
    return setConstant<int64_t>(node, i64, {}, {node.getInt("value_int", 0)});
  if (node.hasAttribute("value_floats")) {
    SmallVector<float> values = node.getFloats("value_floats", {});
    return setConstant<float>(node, f32, static_cast<int64_t>(values.size()),
                              values);
  }
  if (node.hasAttribute("value_ints")) {
    SmallVector<int64_t> values = node.getInts("value_ints", {});
    return setConstant<int64_t>(node, i64, static_cast<int64_t>(values.size()),
                                values);
  }
  return node.error() << "expected a tensor, float or integer value";
}

//===-- transpose, reshape ------------------------------------------------===//

static LogicalResult importTranspose(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  SmallVector<int64_t> reversed;
  for (int64_t i = node.inputType(0).getRank(); i-- > 0;)
    reversed.push_back(i);
  return node.replaceWith<TransposeOp>(*x, node.getInts("perm", reversed));
}

/// A reshape of input 0 to a static shape.
static LogicalResult reshapeTo(Node &node, ArrayRef<int64_t> shape) {
  return node.replaceWith<ReshapeOp>(node.input(0), node.constant(shape),
                                     llvm::is_contained(shape, 0));
}

static LogicalResult importReshape(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  bool allowZero = node.getInt("allowzero", 0) != 0;
  if (node.opset() < 5)
    return node.replaceWith<ReshapeOp>(
        *x, node.constant(node.getInts("shape", {})), allowZero);
  auto shape = node.requiredInput(1);
  if (failed(shape))
    return failure();
  RankedTensorType declared = getStaticOutput(node, 0);
  bool hasLength = node.inputType(1).hasStaticShape();
  if (declared && !hasLength)
    return reshapeTo(node, declared.getShape());
  return node.replaceWith<ReshapeOp>(*x, *shape, allowZero);
}

static LogicalResult importFlatten(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return node.replaceWith<FlattenOp>(*x, node.getInt("axis", 1));
}

static LogicalResult importSqueeze(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto axes = getAttributeOrInput(node, "axes", 1);
  if (!axes && node.hasInput(1)) {
    if (RankedTensorType declared = getStaticOutput(node, 0))
      return reshapeTo(node, declared.getShape());
    return dataError(node, 1) << "expected constant axes";
  }
  if (!axes) {
    axes.emplace();
    for (auto [i, size] : llvm::enumerate(node.inputType(0).getShape()))
      if (size == 1)
        axes->push_back(i);
  }
  return node.replaceWith<SqueezeOp>(*x, *axes);
}

static LogicalResult importUnsqueeze(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  if (auto axes = getAttributeOrInput(node, "axes", 1))
    return node.replaceWith<UnsqueezeOp>(*x, *axes);
  if (RankedTensorType declared = getStaticOutput(node, 0))
    return reshapeTo(node, declared.getShape());
  return dataError(node, 1) << "expected constant axes";
}

//===-- concat, expand, tile ----------------------------------------------===//

static LogicalResult importConcat(Node &node) {
  auto inputs = node.requiredInputs();
  if (failed(inputs))
    return failure();
  return node.replaceWith<ConcatOp>(*inputs, node.getInt("axis", 1));
}

template <typename Op> static LogicalResult importWithShape(Node &node) {
  auto x = node.requiredInput(0);
  auto shape = node.requiredInput(1);
  if (failed(x) || failed(shape))
    return failure();
  return node.replaceWith<Op>(*x, *shape);
}

//===-- shape, size -------------------------------------------------------===//

static LogicalResult importShape(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  int64_t rank = node.inputType(0).getRank();
  SliceBounds bounds = getSliceBounds(rank, node.getInt("start", 0),
                                      node.getInt("end", rank), 1);
  return node.replaceWith<ShapeOp>(*x, bounds.start,
                                   bounds.start + bounds.size);
}

static LogicalResult importSize(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return node.replaceWith<SizeOp>(*x);
}

//===-- tensors from nothing ----------------------------------------------===//

static LogicalResult importRange(Node &node) {
  if (failed(node.requireInputs(3)))
    return failure();
  return node.replaceWith<RangeOp>(node.input(0), node.input(1), node.input(2));
}

static LogicalResult importConstantOfShape(Node &node) {
  auto shape = node.requiredInput(0);
  if (failed(shape))
    return failure();
  auto f32 = RankedTensorType::get({1}, node.builder().getF32Type());
  ElementsAttr element = DenseElementsAttr::get(f32, 0.0f);
  if (const onnx::TensorProto *tensor = node.getTensor("value")) {
    auto value = node.constant(*tensor);
    if (failed(value))
      return failure();
    auto constant = value->getDefiningOp<ConstantOp>();
    element = dyn_cast<ElementsAttr>(constant.getValue());
    if (!element || element.getNumElements() != 1)
      return node.error() << "expected a value of one element";
    constant.erase();
  }
  return node.replaceWith<ConstantOfShapeOp>(*shape, element);
}

static LogicalResult importWindow(Node &node, ArrayRef<double> coefficients) {
  auto size = node.requiredInput(0);
  if (failed(size))
    return failure();
  int64_t dtype = node.getInt("output_datatype", onnx::TensorProto::FLOAT);
  Type type = getCastableType(dtype, node.builder().getContext());
  if (!type)
    return node.error() << "output_datatype " << dtype << " is not supported";
  return node.replaceWith<CosineWindowOp>(
      *size, node.builder().getF64ArrayAttr(coefficients),
      node.getInt("periodic", 1) == 0, type);
}

static LogicalResult importHannWindow(Node &node) {
  return importWindow(node, {0.5, -0.5});
}

static LogicalResult importHammingWindow(Node &node) {
  return importWindow(node, {25.0 / 46, -21.0 / 46});
}

static LogicalResult importBlackmanWindow(Node &node) {
  return importWindow(node, {0.42, -0.5, 0.08});
}

static LogicalResult importEyeLike(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Type type = node.inputType(0).getElementType();
  if (node.hasAttribute("dtype"))
    type =
        getCastableType(node.getInt("dtype", 1), node.builder().getContext());
  if (!type)
    return node.error() << "dtype " << node.getInt("dtype", 1)
                        << " is not supported";
  return node.replaceWith<EyeLikeOp>(*x, node.getInt("k", 0), type);
}

static LogicalResult importTrilu(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return node.replaceWith<TriluOp>(*x, node.input(1),
                                   node.getInt("upper", 1) != 0);
}

template <typename Op> static LogicalResult importBlocks(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  std::string mode = node.getString("mode", "DCR");
  if (mode != "DCR" && mode != "CRD")
    return node.error() << "expected mode DCR or CRD, got " << mode;
  return node.replaceWith<Op>(*x, node.getInt("blocksize", 0), mode == "CRD");
}

void addSlices(NodeImporters &importers);

void addShape(NodeImporters &importers) {
  importers.add("Constant", importConstant);
  importers.add("Transpose", importTranspose);
  importers.add("Reshape", importReshape);
  importers.add("Flatten", importFlatten);
  importers.add("Squeeze", importSqueeze);
  importers.add("Unsqueeze", importUnsqueeze);
  importers.add("Concat", importConcat);
  importers.add("Expand", importWithShape<ExpandOp>, 8);
  importers.add("Tile", importWithShape<TileOp>, 6);
  importers.add("Shape", importShape);
  importers.add("Size", importSize);
  importers.add("Range", importRange, 11);
  importers.add("ConstantOfShape", importConstantOfShape, 9);
  importers.add("HannWindow", importHannWindow, 17);
  importers.add("HammingWindow", importHammingWindow, 17);
  importers.add("BlackmanWindow", importBlackmanWindow, 17);
  importers.add("EyeLike", importEyeLike, 9);
  importers.add("Trilu", importTrilu, 14);
  importers.add("DepthToSpace", importBlocks<DepthToSpaceOp>);
  importers.add("SpaceToDepth", importBlocks<SpaceToDepthOp>);
  addSlices(importers);
}

} // namespace tvm::onnx_import
