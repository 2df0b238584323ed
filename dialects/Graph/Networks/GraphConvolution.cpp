// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphConvolution.h"

#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Networks/WinogradTiles.h"
#include "dialects/Graph/Shapes/FormatShape.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphConvolution.cpp.inc"

namespace tvm::graph {

/// Checks the constraints that convolutions and their transposes have in
/// common: C1, C2, C3.
template <typename Adaptor>
static LogicalResult checkOperands(std::optional<Location> loc, Adaptor adaptor,
                                   const Window &window) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  if (x.getRank() < 3 || weight.getRank() != x.getRank())
    return emitOptionalError(
        loc, "expected data and weights of one rank of at least 3, got ",
        x.getRank(), " and ", weight.getRank());
  if (!getProductElement(x.getElementType(), weight.getElementType()))
    return emitOptionalError(loc, "expected weights of element type ",
                             x.getElementType(), ", got ",
                             weight.getElementType());
  if (llvm::any_of(window.kernel, ShapedType::isDynamic))
    return emitOptionalError(
        loc, "expected weights of static spatial dimensions, got ", weight);
  int64_t group = adaptor.getGroup();
  if (group < 1)
    return emitOptionalError(loc, "expected a positive group, got ", group);
  return window.verify(loc);
}

/// Whether `size`, where it is known, is `expected`, where that is.
static bool isSameSize(int64_t size, int64_t expected) {
  return ShapedType::isDynamic(size) || ShapedType::isDynamic(expected) ||
         size == expected;
}

/// `size * factor` of a size that may be unknown.
static int64_t scale(int64_t size, int64_t factor) {
  int64_t result = 0;
  if (ShapedType::isDynamic(size) || llvm::MulOverflow(size, factor, result))
    return ShapedType::kDynamic;
  return result;
}

/// Whether `size` is known not to be a multiple of `group`.
static bool isIndivisible(int64_t size, int64_t group) {
  return !ShapedType::isDynamic(size) && size % group != 0;
}

/// C4
template <typename Adaptor>
static LogicalResult checkChannels(std::optional<Location> loc,
                                   Adaptor adaptor) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  TensorLayout layout(adaptor.getLayout(), x.getRank());
  KernelLayout kernel(adaptor.getKernelLayout(), x.getRank());
  int64_t group = adaptor.getGroup();
  int64_t channels = x.getDimSize(layout.channel());
  int64_t groupChannels = weight.getDimSize(kernel.input());
  int64_t outputs = weight.getDimSize(kernel.output());
  if (!isSameSize(channels, scale(groupChannels, group)) ||
      isIndivisible(channels, group))
    return emitOptionalError(loc, "expected data of ", group, " x ",
                             formatSize(groupChannels), " channels, got ",
                             formatSize(channels));
  if (isIndivisible(outputs, group))
    return emitOptionalError(loc, "expected a multiple of ", group,
                             " output channels, got ", outputs);
  return success();
}

/// Checks C6 and returns the number of output channels, which a bias may know
/// where the weights do not.
template <typename Adaptor>
static FailureOr<int64_t> inferChannels(std::optional<Location> loc,
                                        Adaptor adaptor, int64_t outputDim,
                                        Type element) {
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  int64_t channels = weight.getDimSize(outputDim);
  if (!adaptor.getBias())
    return channels;
  auto bias = cast<RankedTensorType>(adaptor.getBias().getType());
  if (bias.getRank() != 1 || bias.getElementType() != element ||
      !isSameSize(bias.getDimSize(0), channels))
    return emitOptionalError(loc, "expected a bias of ", formatSize(channels),
                             " elements of ", element, ", got ", bias);
  return ShapedType::isDynamic(channels) ? bias.getDimSize(0) : channels;
}

//===-- conv --------------------------------------------------------------===//

bool ConvOp::isPointwise() {
  Window window = getConvolutionWindow(*this, getAutoPad());
  auto isOne = [](int64_t value) { return value == 1; };
  auto isZero = [](int64_t value) { return value == 0; };
  return getGroup() == 1 && llvm::all_of(window.kernel, isOne) &&
         llvm::all_of(getStrides(), isOne) && llvm::all_of(getPads(), isZero);
}

Precision ConvOp::getPrecision() { return Precision::Narrow; }

LogicalResult ConvOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  Window window = getConvolutionWindow(adaptor, adaptor.getAutoPad());
  if (failed(checkOperands(loc, adaptor, window)))
    return failure();
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  TensorLayout layout(adaptor.getLayout(), x.getRank());
  KernelLayout kernel(adaptor.getKernelLayout(), x.getRank());
  if (failed(checkChannels(loc, adaptor)))
    return failure();
  auto shape = inferWindowShape(loc, window, layout, x.getShape());
  if (failed(shape))
    return failure();
  Type element = getProductElement(x.getElementType(), weight.getElementType());
  auto outputs = inferChannels(loc, adaptor, kernel.output(), element);
  if (failed(outputs))
    return failure();
  (*shape)[layout.channel()] = *outputs;
  types.push_back(RankedTensorType::get(*shape, element));
  return success();
}

LogicalResult ConvOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  DimMath math(builder, getLoc());
  auto dims = getDims(builder, getLoc(), getX());
  TensorLayout layout(getLayout(), dims.size());
  KernelLayout kernel(getKernelLayout(), dims.size());
  Window window = getConvolutionWindow(*this, getAutoPad());
  for (int64_t i = 0; i < window.numDims(); ++i)
    dims[layout.spatial(i)] =
        window.outputSize(math, i, dims[layout.spatial(i)]);
  dims[layout.channel()] =
      getDim(builder, getLoc(), getWeight(), kernel.output());
  shapes.assign(1, dims);
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

//===-- conv_transpose ----------------------------------------------------===//

Precision ConvTransposeOp::getPrecision() { return Precision::Narrow; }

LogicalResult ConvTransposeOp::inferReturnTypes(MLIRContext *,
                                                std::optional<Location> loc,
                                                Adaptor adaptor,
                                                SmallVectorImpl<Type> &types) {
  Window window = getConvolutionWindow(adaptor, "NOTSET");
  if (failed(checkOperands(loc, adaptor, window)))
    return failure();
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  TensorLayout layout(adaptor.getLayout(), x.getRank());
  KernelLayout kernel(adaptor.getKernelLayout(), x.getRank());
  ArrayRef<int64_t> outputPadding = adaptor.getOutputPadding();
  if (outputPadding.size() != window.kernel.size() ||
      llvm::any_of(outputPadding, [](int64_t n) {
        return n < 0 || n > (int64_t(1) << 30);
      })) // C3
    return emitOptionalError(loc, "expected ", window.kernel.size(),
                             " output paddings that are not negative");
  if (failed(checkChannels(loc, adaptor)))
    return failure();
  Type element = getProductElement(x.getElementType(), weight.getElementType());
  auto outputs = inferChannels(loc, adaptor, kernel.output(), element);
  if (failed(outputs))
    return failure();
  SmallVector<int64_t> shape(x.getShape());
  shape[layout.channel()] = *outputs;
  for (int64_t i = 0; i < window.numDims(); ++i) {
    int64_t &size = shape[layout.spatial(i)];
    if (ShapedType::isDynamic(size))
      continue;
    size = (size - 1) * window.strides[i] + outputPadding[i] +
           window.extent(i) - window.pads[i] -
           window.pads[i + window.numDims()];
    if (size < 0) // C5
      return emitOptionalError(loc, "expected result dimension ",
                               layout.spatial(i), " to be at least 0, got ",
                               size);
  }
  types.push_back(RankedTensorType::get(shape, element));
  return success();
}

LogicalResult
ConvTransposeOp::reifyResultShapes(OpBuilder &builder,
                                   ReifiedRankedShapedTypeDims &shapes) {
  DimMath math(builder, getLoc());
  auto dims = getDims(builder, getLoc(), getX());
  TensorLayout layout(getLayout(), dims.size());
  KernelLayout kernel(getKernelLayout(), dims.size());
  Window window = getConvolutionWindow(*this, "NOTSET");
  for (int64_t i = 0; i < window.numDims(); ++i) {
    OpFoldResult &size = dims[layout.spatial(i)];
    int64_t rest = getOutputPadding()[i] + window.extent(i) -
                   window.strides[i] - window.pads[i] -
                   window.pads[i + window.numDims()];
    size = math.add(math.mul(size, math.constant(window.strides[i])),
                    math.constant(rest));
  }
  dims[layout.channel()] =
      getDim(builder, getLoc(), getWeight(), kernel.output());
  shapes.assign(1, dims);
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

//===-- winograd_conv -----------------------------------------------------===//

int64_t WinogradConvOp::getTile() {
  return getWinogradTile(getWeight().getType().getDimSize(0));
}

Attribute WinogradConvOp::getAlgorithm() {
  return WinogradAttr::get(getContext(), getTile());
}

LogicalResult WinogradConvOp::inferReturnTypes(MLIRContext *,
                                               std::optional<Location> loc,
                                               Adaptor adaptor,
                                               SmallVectorImpl<Type> &types) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  if (x.getRank() != 4 || weight.getRank() != 4 ||
      x.getElementType() != weight.getElementType()) // C1
    return emitOptionalError(
        loc, "expected data and weights of rank 4 and one element type, got ",
        x, " and ", weight);
  if (weight.getDimSize(0) != weight.getDimSize(1) ||
      !isWinogradTile(getWinogradTile(weight.getDimSize(0)))) // C2
    return emitOptionalError(
        loc, "expected weights of tiles of 4x4, 6x6 or 8x8, got ", weight);
  Window window = getWinogradWindow(adaptor.getPads());
  if (failed(window.verify(loc))) // C3
    return failure();
  TensorLayout layout(adaptor.getLayout(), x.getRank());
  int64_t channels = x.getDimSize(layout.channel());
  if (!isSameSize(channels, weight.getDimSize(2))) // C4
    return emitOptionalError(loc, "expected data of ", weight.getDimSize(2),
                             " channels, got ", channels);
  auto shape = inferWindowShape(loc, window, layout, x.getShape()); // C5
  if (failed(shape))
    return failure();
  auto outputs =
      inferChannels(loc, adaptor, /*outputDim=*/3, x.getElementType());
  if (failed(outputs))
    return failure();
  (*shape)[layout.channel()] = *outputs;
  types.push_back(x.clone(*shape));
  return success();
}

LogicalResult
WinogradConvOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
  DimMath math(builder, getLoc());
  auto dims = getDims(builder, getLoc(), getX());
  TensorLayout layout(getLayout(), dims.size());
  Window window = getWinogradWindow(getPads());
  for (int64_t i = 0; i < window.numDims(); ++i)
    dims[layout.spatial(i)] =
        window.outputSize(math, i, dims[layout.spatial(i)]);
  dims[layout.channel()] = getDim(builder, getLoc(), getWeight(), 3);
  shapes.assign(1, dims);
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerConvolutionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Networks/GraphConvolution.cpp.inc"
      >();
}
