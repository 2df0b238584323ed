// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that sample between the elements of images.

#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/Networks/Windows.h"
#include "conversion/OnnxToGraph/ShapeHelpers.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphSampling.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

//===-- GridSample, AffineGrid --------------------------------------------===//

/// The mode of a node. Older operator sets support images only, with their
/// names of modes.
static std::optional<ResizeMode> getMode(Node &node, StringRef name) {
  if (node.opset() >= 20)
    return symbolizeResizeMode(name);
  return llvm::StringSwitch<std::optional<ResizeMode>>(name)
      .Case("nearest", ResizeMode::Nearest)
      .Case("bilinear", ResizeMode::Linear)
      .Case("bicubic", ResizeMode::Cubic)
      .Default(std::nullopt);
}

static LogicalResult importGridSample(Node &node) {
  if (failed(node.requireInputs(2)))
    return failure();
  std::string name =
      node.getString("mode", node.opset() < 20 ? "bilinear" : "linear");
  auto mode = getMode(node, name);
  if (!mode)
    return node.error() << "mode '" << name << "' is not supported";
  std::string outside = node.getString("padding_mode", "zeros");
  auto padding = symbolizeGridPadding(outside);
  if (!padding)
    return node.error() << "padding_mode '" << outside << "' is not supported";
  return node.replaceWith<GridSampleOp>(node.input(0), node.input(1), *mode,
                                        *padding,
                                        node.getInt("align_corners", 0) != 0);
}

/// Coordinates from -1 to 1 along a side of `size` elements; 0 for a single
/// one.
static Value getCoordinates(Node &node, Expansion &e, Value size, Type type) {
  bool isAligned = node.getInt("align_corners", 0) != 0;
  Value count = e.cast(size, type), one = node.scalar(type, 1);
  Value last = e.create<SubOp>(count, one);
  Value position = e.cast(e.count(size), type);
  Value doubled = e.create<AddOp>(position, position);
  return e.create<DivOp>(e.create<SubOp>(doubled, last),
                         isAligned ? e.create<MaxOp>(last, one) : count);
}

/// Sums of products with coordinates, which broadcast to the whole grid.
static LogicalResult importAffineGrid(Node &node) {
  if (failed(node.requireInputs(2)))
    return failure();
  auto theta = node.inputType(0), size = node.inputType(1);
  int64_t rank = theta.getRank() == 3 ? theta.getDimSize(1) : 0;
  if ((rank != 2 && rank != 3) || theta.getDimSize(2) != rank + 1 ||
      failed(verifyCompatibleShape(size.getShape(), {rank + 2})))
    return sizeError(node)
           << "expected theta [N, 2, 3] or [N, 3, 4] and a size "
              "of two more dimensions, got "
           << theta << " and " << size;
  Expansion e(node);
  Type type = theta.getElementType();
  SmallVector<int64_t> inner = llvm::to_vector(llvm::seq<int64_t>(1, rank + 1));
  auto column = [&](int64_t i) {
    Value x = e.squeeze(e.slice(node.input(0), 2, i, i + 1), {2});
    return e.unsqueeze(x, inner);
  };
  Value grid = column(rank);
  for (int64_t i = 0; i < rank; ++i) {
    Value extent = e.slice(node.input(1), 0, i + 2, i + 3);
    SmallVector<int64_t> shape(rank + 2, 1);
    shape[i + 1] = -1;
    Value along =
        e.reshape(getCoordinates(node, e, e.squeeze(extent, {0}), type), shape);
    grid = e.create<AddOp>(grid, e.create<MulOp>(column(rank - 1 - i), along));
  }
  e.bind(0, grid);
  return e.result();
}

//===-- regions -----------------------------------------------------------===//

/// The largest number of samples of a bin of the regions along a side, or one
/// more, since the sampler may round differently. Side 0 means rows.
static Value getSamples(Node &node, Expansion &e, bool isHalfPixel, int side,
                        int64_t bins) {
  Type f32 = node.builder().getF32Type(), i64 = node.builder().getI64Type();
  if (int64_t ratio = node.getInt("sampling_ratio", 0))
    return e.count(node.scalar(i64, ratio));
  Value rois = e.cast(node.input(1), f32);
  Value start = e.slice(rois, 1, 1 - side, 2 - side);
  Value end = e.slice(rois, 1, 3 - side, 4 - side);
  Value scale = node.scalar(f32, node.getFloat("spatial_scale", 1));
  Value length = e.create<MulOp>(e.create<SubOp>(end, start), scale);
  if (!isHalfPixel)
    length = e.create<MaxOp>(length, node.scalar(f32, 1));
  Value bin = e.create<DivOp>(length, node.scalar(f32, bins));
  Value largest = e.reduceAll(e.create<CeilOp>(bin), ReduceKind::Max);
  return e.count(e.create<AddOp>(e.cast(largest, i64), node.scalar(i64, 1)));
}

static LogicalResult importRoiAlign(Node &node) {
  if (failed(node.requireInputs(3)))
    return failure();
  std::string mode = node.getString("mode", "avg");
  if (mode != "avg" && mode != "max")
    return node.error() << "mode '" << mode << "' is not supported";
  std::string coordinates =
      node.getString("coordinate_transformation_mode",
                     node.opset() < 16 ? "output_half_pixel" : "half_pixel");
  if (coordinates != "half_pixel" && coordinates != "output_half_pixel")
    return node.error() << "coordinate_transformation_mode '" << coordinates
                        << "' is not supported";
  auto rois = node.inputType(1);
  if (rois.getRank() != 2)
    return node.error() << "expected rois [R, 4], got " << rois;
  bool isHalfPixel = coordinates == "half_pixel";
  SmallVector<int64_t> size{node.getInt("output_height", 1),
                            node.getInt("output_width", 1)};
  Expansion e(node);
  Value rows = getSamples(node, e, isHalfPixel, 0, size[0]);
  Value columns = getSamples(node, e, isHalfPixel, 1, size[1]);
  e.bind(0,
         e.create<RoiAlignOp>(node.input(0), node.input(1), node.input(2), rows,
                              columns, size, node.getInt("sampling_ratio", 0),
                              llvm::APFloat(node.getFloat("spatial_scale", 1)),
                              isHalfPixel, mode == "max"));
  return e.result();
}

static LogicalResult importMaxRoiPool(Node &node) {
  if (failed(node.requireInputs(2)))
    return failure();
  return node.replaceWith<MaxRoiPoolOp>(
      node.input(0), node.input(1), node.getInts("pooled_shape", {}),
      llvm::APFloat(node.getFloat("spatial_scale", 1)));
}

//===-- DeformConv --------------------------------------------------------===//

/// The product of weights and columns, group by group.
static Value multiplyColumns(Node &node, Expansion &e, Value columns,
                             Value weight, int64_t groups) {
  auto type = cast<RankedTensorType>(weight.getType());
  int64_t rows = type.getDimSize(0) / groups;
  Value w = e.reshape(weight, {groups, rows, -1});
  Value x = e.create<ReshapeOp>(
      columns,
      node.constant({0, groups, type.getNumElements() / (groups * rows), -1}),
      false);
  return e.create<MatMulOp>(w, x, false, false);
}

static LogicalResult importDeformConv(Node &node) {
  constexpr int kBias = 3, kMask = 4;
  if (failed(node.requireInputs(3)))
    return failure();
  auto x = node.inputType(0), weight = node.inputType(1);
  int64_t groups = node.getInt("group", 1);
  if (x.getRank() < 3 || weight.getRank() != x.getRank() ||
      !weight.hasStaticShape() || weight.getNumElements() == 0 ||
      x.isDynamicDim(1) || groups < 1 || weight.getDimSize(0) % groups ||
      weight.getDimSize(1) * groups != x.getDimSize(1))
    return sizeError(node)
           << "expected data and weights of one rank, with known "
              "channels in "
           << groups << " groups, got " << x << " and " << weight;
  ArrayRef<int64_t> kernel = weight.getShape().drop_front(2);
  if (ArrayRef(node.getInts("kernel_shape", kernel)) != kernel)
    return node.error() << "expected a kernel_shape [" << kernel << "], got ["
                        << node.getInts("kernel_shape", {}) << "]";
  auto window = readWindow(node, x, kernel);
  if (failed(window))
    return failure();
  Expansion e(node);
  size_t rank = window->kernel.size();
  Value columns = e.create<DeformColumnsOp>(
      node.input(0), node.input(2), node.input(kMask), window->kernel,
      window->strides, window->dilations,
      ArrayRef<int64_t>(window->pads).take_front(rank),
      node.getInt("offset_group", 1));
  if (e.failed())
    return failure();
  Value product = multiplyColumns(node, e, columns, node.input(1), groups);
  // [N, groups, rows, O] -> [N, channels, O1 ... Or]
  Value shape = e.concat({node.constant({0, weight.getDimSize(0)}),
                          e.create<ShapeOp>(node.input(2), 2, x.getRank())},
                         0);
  Value y = e.create<ReshapeOp>(product, shape, false);
  if (node.hasInput(kBias)) {
    auto bias = alignVector(node, node.input(kBias), x.getRank(), 1);
    if (failed(bias))
      return failure();
    y = e.create<AddOp>(y, *bias);
  }
  e.bind(0, y);
  return e.result();
}

//===-- Col2Im ------------------------------------------------------------===//

static LogicalResult importCol2Im(Node &node) {
  if (failed(node.requireInputs(3)))
    return failure();
  auto image = node.inputType(1);
  if (image.getRank() != 1 || image.isDynamicDim(0))
    return sizeError(node) << "expected an image_shape of known length, got "
                           << image;
  SmallVector<int64_t> ones(image.getDimSize(0), 1);
  SmallVector<int64_t> zeros(2 * image.getDimSize(0), 0);
  return node.replaceWith<Col2ImOp>(node.input(0), node.input(1), node.input(2),
                                    node.getInts("strides", ones),
                                    node.getInts("dilations", ones),
                                    node.getInts("pads", zeros));
}

void addSampling(NodeImporters &importers) {
  importers.add("GridSample", importGridSample, 16);
  importers.add("AffineGrid", importAffineGrid, 20);
  importers.add("RoiAlign", importRoiAlign, 10);
  importers.add("MaxRoiPool", importMaxRoiPool);
  importers.add("DeformConv", importDeformConv, 19);
  importers.add("Col2Im", importCol2Im, 18);
}

} // namespace tvm::onnx_import
