// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphSampling.h"

#include "dialects/Graph/Networks/GraphWindows.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphSampling.cpp.inc"

void tvm::graph::GraphDialect::registerSamplingOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphSampling.cpp.inc"
      >();
}

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Whether `tensor` may have `shape`.
static bool hasShape(Value tensor, ArrayRef<int64_t> shape) {
  return succeeded(verifyCompatibleShape(typeOf(tensor).getShape(), shape));
}

static bool arePositive(ArrayRef<int64_t> values) {
  return llvm::all_of(values, [](int64_t value) { return value > 0; });
}

//===-- grid_sample -------------------------------------------------------===//

FailureOr<SymbolicShape> GridSampleOp::inferShape(Adaptor adaptor,
                                                  ShapeValues &values,
                                                  std::optional<Location> loc) {
  auto x = typeOf(adaptor.getX()), grid = typeOf(adaptor.getGrid());
  int64_t rank = x.getRank();
  if (rank < 3 || grid.getRank() != rank ||
      failed(verifyCompatibleDims({rank - 2, grid.getShape().back()}))) // C1
    return emitOptionalError(loc,
                             "expected x with spatial dimensions and a grid "
                             "of its rank with a position of each, got ",
                             x, " and ", grid);
  if (failed(verifyCompatibleDims({x.getDimSize(0), grid.getDimSize(0)}))) // C2
    return emitOptionalError(loc, "expected equal batches, got ", x, " and ",
                             grid);
  SymbolicShape shape{values.getDim(adaptor.getX(), 0),
                      values.getDim(adaptor.getX(), 1)};
  for (int64_t i = 1; i < rank - 1; ++i)
    shape.push_back(values.getDim(adaptor.getGrid(), i));
  return shape;
}

//===-- regions -----------------------------------------------------------===//

/// `x` shall be an image and `rois` have `columns` numbers per region.
static LogicalResult checkRegions(std::optional<Location> loc, Value x,
                                  Value rois, int64_t columns,
                                  ArrayRef<int64_t> size) {
  if (typeOf(x).getRank() != 4 ||
      !hasShape(rois, {ShapedType::kDynamic, columns}))
    return emitOptionalError(loc, "expected x of 4 dimensions and rois [R, ",
                             columns, "], got ", x.getType(), " and ",
                             rois.getType());
  if (size.size() != 2 || !arePositive(size))
    return emitOptionalError(loc, "expected two positive sizes, got [", size,
                             "]");
  return success();
}

/// A result of `size` bins per region and channel.
static SymbolicShape getBinsShape(ShapeValues &values, Value x, Value rois,
                                  ArrayRef<int64_t> size) {
  return {values.getDim(rois, 0), values.getDim(x, 1), values.constant(size[0]),
          values.constant(size[1])};
}

FailureOr<SymbolicShape> RoiAlignOp::inferShape(Adaptor adaptor,
                                                ShapeValues &values,
                                                std::optional<Location> loc) {
  if (failed(checkRegions(loc, adaptor.getX(), adaptor.getRois(), 4,
                          adaptor.getSize()))) // C1, C3
    return failure();
  if (!hasShape(adaptor.getBatches(),
                typeOf(adaptor.getRois()).getDimSize(0))) // C1
    return emitOptionalError(loc, "expected one batch per region, got ",
                             adaptor.getBatches().getType());
  for (Value samples : {adaptor.getRowSamples(), adaptor.getColumnSamples()})
    if (typeOf(samples).getRank() != 1) // C2
      return emitOptionalError(loc, "expected samples of one dimension, got ",
                               samples.getType());
  if (static_cast<int64_t>(adaptor.getSamplingRatio()) < 0) // C3
    return emitOptionalError(loc,
                             "expected a sampling ratio of at least 0, got ",
                             static_cast<int64_t>(adaptor.getSamplingRatio()));
  return getBinsShape(values, adaptor.getX(), adaptor.getRois(),
                      adaptor.getSize());
}

FailureOr<SymbolicShape> MaxRoiPoolOp::inferShape(Adaptor adaptor,
                                                  ShapeValues &values,
                                                  std::optional<Location> loc) {
  if (failed(checkRegions(loc, adaptor.getX(), adaptor.getRois(), 5,
                          adaptor.getSize()))) // C1, C2
    return failure();
  return getBinsShape(values, adaptor.getX(), adaptor.getRois(),
                      adaptor.getSize());
}

//===-- deform_columns ----------------------------------------------------===//

/// Whether `operand` is [N, `channels`, O1 ... Or] as `offset` is.
static bool isPerWindow(Value operand, Value offset, int64_t channels) {
  SmallVector<int64_t> shape(typeOf(offset).getShape());
  shape[1] = channels;
  return hasShape(operand, shape);
}

FailureOr<SymbolicShape>
DeformColumnsOp::inferShape(Adaptor adaptor, ShapeValues &values,
                            std::optional<Location> loc) {
  ArrayRef<int64_t> kernel = adaptor.getKernel();
  size_t rank = kernel.size();
  int64_t groups = adaptor.getGroups();
  if (adaptor.getStrides().size() != rank || rank == 0 ||
      adaptor.getDilations().size() != rank ||
      adaptor.getPads().size() != rank || !arePositive(kernel) ||
      !arePositive(adaptor.getStrides()) ||
      !arePositive(adaptor.getDilations())) // C1
    return emitOptionalError(loc, "expected kernel, strides, dilations and "
                                  "pads of one length, positive but for pads");
  auto x = typeOf(adaptor.getX());
  if (x.getRank() != static_cast<int64_t>(rank) + 2 || x.isDynamicDim(1) ||
      groups < 1 || x.getDimSize(1) % groups != 0) // C2
    return emitOptionalError(loc, "expected x of ", rank,
                             " spatial dimensions and known channels in ",
                             groups, " groups, got ", x);
  int64_t count = groups;
  for (int64_t size : kernel)
    count *= size;
  Value offset = adaptor.getOffset(), mask = adaptor.getMask();
  if (typeOf(offset).getRank() != x.getRank() ||
      !isPerWindow(offset, offset, count * static_cast<int64_t>(rank))) // C3
    return emitOptionalError(loc, "expected offsets of ", count * rank,
                             " channels, got ", offset.getType());
  if (failed(verifyCompatibleDims(
          {x.getDimSize(0), typeOf(offset).getDimSize(0)}))) // C3
    return emitOptionalError(loc, "expected equal batches, got ", x, " and ",
                             offset.getType());
  if (mask && !isPerWindow(mask, offset, count)) // C3
    return emitOptionalError(loc, "expected a mask of ", count,
                             " channels, got ", mask.getType());
  SymbolicShape shape = values.getDims(offset);
  shape[0] = values.getDim(adaptor.getX(), 0);
  shape[1] = values.constant(x.getDimSize(1));
  shape.insert(shape.begin() + 2, values.constant(count / groups));
  return shape;
}

//===-- col2im ------------------------------------------------------------===//

/// The number of windows in `image`, where that is known.
static std::optional<int64_t> countWindows(const Window &window,
                                           ArrayRef<int64_t> image) {
  int64_t count = 1;
  for (auto [i, size] : llvm::enumerate(image)) {
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(window.kernel[i]))
      return std::nullopt;
    count *= window.outputSize(i, size).value_or(0);
  }
  return count;
}

static LogicalResult checkBlocks(std::optional<Location> loc,
                                 Col2ImOp::Adaptor op, ArrayRef<int64_t> image,
                                 ArrayRef<int64_t> block) {
  Window window{SmallVector<int64_t>(block), op.getStrides(), op.getDilations(),
                op.getPads(), "NOTSET"};
  auto windows = countWindows(window, image);
  if (!windows)
    return success();
  int64_t size = llvm::product_of(block);
  int64_t elements = typeOf(op.getX()).getDimSize(1);
  bool isMultiple =
      size > 0 && (ShapedType::isDynamic(elements) || elements % size == 0);
  int64_t count = typeOf(op.getX()).getDimSize(2);
  if (!isMultiple || failed(verifyCompatibleDims({count, *windows}))) // C3
    return emitOptionalError(loc, "expected x of a multiple of ", size, " by ",
                             *windows, " elements, got ", op.getX().getType());
  return success();
}

FailureOr<SymbolicShape> Col2ImOp::inferShape(Adaptor adaptor,
                                              ShapeValues &values,
                                              std::optional<Location> loc) {
  auto image = values.getElements(adaptor.getImage());
  auto block = values.getElements(adaptor.getBlock());
  if (typeOf(adaptor.getX()).getRank() != 3 || !image || !block ||
      image->size() != block->size()) // C1
    return emitOptionalError(
        loc, "expected x of 3 dimensions, image and block of one length, got ",
        adaptor.getX().getType(), ", ", adaptor.getImage().getType(), " and ",
        adaptor.getBlock().getType());
  size_t rank = image->size();
  if (adaptor.getStrides().size() != rank ||
      adaptor.getDilations().size() != rank ||
      adaptor.getPads().size() != 2 * rank ||
      !arePositive(adaptor.getStrides()) ||
      !arePositive(adaptor.getDilations())) // C2
    return emitOptionalError(loc, "expected ", rank,
                             " positive strides and dilations and ", 2 * rank,
                             " pads");
  auto sizes = getStaticShape(*image), blockSizes = getStaticShape(*block);
  if (!sizes || !blockSizes)
    return emitOptionalError(loc, "expected sizes that are not negative");
  if (failed(checkBlocks(loc, adaptor, *sizes, *blockSizes)))
    return failure();
  SymbolicShape shape{
      values.getDim(adaptor.getX(), 0),
      values.getDim(adaptor.getX(), 1).floorDiv(values.product(*block))};
  llvm::append_range(shape, *image);
  return shape;
}

} // namespace tvm::graph
