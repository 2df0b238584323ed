// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "transforms/CostModel/TileTable.h"
#include "transforms/Graph/ElementWise.h"
#include "transforms/Graph/Fusion/Views.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_COLLAPSEPOINTSPASS
#include "transforms/Graph/Passes.h.inc"

namespace {
/// Rows and points per row of a kernel's images, [n, height, width, channels],
/// or [n, channels, height, width].
struct Image {
  int64_t height, width;
  bool isChannelLast;

  unsigned getRow() const { return isChannelLast ? 1 : 2; }

  /// Whether `type` is of such images.
  bool describes(RankedTensorType type) const {
    return type.getRank() == 4 && type.getDimSize(getRow()) == height &&
           type.getDimSize(getRow() + 1) == width;
  }
  /// Whether each point of an image gets the same of `type`.
  bool sharesAll(RankedTensorType type) const {
    ArrayRef<int64_t> shape = type.getShape();
    size_t inner = std::min<size_t>(shape.size(), isChannelLast ? 1 : 0);
    return llvm::all_of(shape.drop_back(inner).take_back(2),
                        [](int64_t size) { return size == 1; });
  }
  /// `type` with the points of an image in one row.
  RankedTensorType collapse(RankedTensorType type) const {
    if (!describes(type))
      return type;
    SmallVector<int64_t> shape(type.getShape());
    shape[getRow()] = 1;
    shape[getRow() + 1] = height * width;
    return type.clone(shape);
  }
  /// Whether one row is computed faster than these: they do not fill register
  /// tiles of `maxRows` rows. Of planes, points are columns of register tiles,
  /// which none of their rows divide evenly.
  bool hasShortRows(int64_t maxRows) const {
    return height > 1 && (!isChannelLast || width < maxRows);
  }
};

/// A function of a kernel and its calls.
using Launches = llvm::MapVector<func::FuncOp, SmallVector<LaunchOp>>;
} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The images of which `op` computes each point by itself, of a pointwise
/// convolution; nothing where it is none.
static std::optional<Image> getImage(ConvOp op) {
  RankedTensorType type = typeOf(op.getX());
  if (!op.isPointwise() || !type.hasStaticShape() || type.getRank() != 4)
    return std::nullopt;
  TensorLayout layout(op.getLayout(), type.getRank());
  return Image{type.getDimSize(layout.spatial(0)),
               type.getDimSize(layout.spatial(1)), layout.isChannelLast};
}

/// Whether `value` is nothing but the bias of convolutions, the same at each
/// point.
static bool isBias(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    auto conv = dyn_cast<ConvOp>(use.getOwner());
    return conv && conv.getBias() &&
           &use == &conv->getOpOperand(conv.getNumOperands() - 1);
  });
}

/// Whether `op` gives the same for points of `image` in one row.
static bool isByPoints(Operation *op, const Image &image) {
  if (isa<func::ReturnOp>(op))
    return llvm::all_of(op->getOperandTypes(), [&](Type type) {
      return image.describes(cast<RankedTensorType>(type));
    });
  if (isa<ConstantOp>(op))
    return image.sharesAll(typeOf(op->getResult(0))) ||
           isBias(op->getResult(0));
  if (auto conv = dyn_cast<ConvOp>(op))
    return conv.isPointwise() && image.describes(typeOf(conv.getX())) &&
           !image.describes(typeOf(conv.getWeight())) &&
           (conv.getLayout() == "NHWC") == image.isChannelLast;
  // With a layout, an operator says otherwise which dimension is which.
  if (!isElementWise(op) || isa<LayoutInterface>(op))
    return false;
  return llvm::all_of(op->getOperandTypes(), [&](Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return image.describes(tensor) || image.sharesAll(tensor);
  });
}

/// The images of a kernel that computes each point by itself, with a pointwise
/// convolution, and rows of which are too short for register tiles of `maxRows`
/// rows.
static std::optional<Image> getImage(func::FuncOp kernel, int64_t maxRows) {
  if (!llvm::hasSingleElement(kernel.getBody()))
    return std::nullopt;
  std::optional<Image> image;
  kernel.walk([&](ConvOp op) { image = getImage(op); });
  if (!image || !image->hasShortRows(maxRows))
    return std::nullopt;
  auto isOfPoints = [&](Operation &op) { return isByPoints(&op, *image); };
  if (!llvm::all_of(kernel.getBody().front(), isOfPoints))
    return std::nullopt;
  return image;
}

/// Whether what `launch` passes on as images may be seen in another shape.
static bool hasViews(LaunchOp launch, const Image &image) {
  return llvm::all_of(launch.getInputs(),
                      [&](Value input) {
                        return !image.describes(typeOf(input)) ||
                               isViewable(input);
                      }) &&
         llvm::all_of(launch.getResults(), isViewable);
}

static void collapseKernel(func::FuncOp kernel, const Image &image) {
  auto collapse = [&](Value value) {
    value.setType(image.collapse(typeOf(value)));
  };
  Block &body = kernel.getBody().front();
  llvm::for_each(body.getArguments(), collapse);
  for (Operation &op : body)
    llvm::for_each(op.getResults(), collapse);
  kernel.setType(FunctionType::get(kernel.getContext(), body.getArgumentTypes(),
                                   body.getTerminator()->getOperandTypes()));
}

static void collapseLaunch(LaunchOp launch, const Image &image) {
  OpBuilder builder(launch);
  Location loc = launch.getLoc();
  SmallVector<Value> inputs, outs;
  for (Value input : launch.getInputs())
    inputs.push_back(
        image.describes(typeOf(input))
            ? createView(builder, loc, input, image.collapse(typeOf(input)))
            : input);
  for (Value result : launch.getResults()) {
    RankedTensorType type = image.collapse(typeOf(result));
    outs.push_back(tensor::EmptyOp::create(builder, loc, type.getShape(),
                                           type.getElementType()));
  }
  auto collapsed = LaunchOp::create(builder, loc, ValueRange(outs).getTypes(),
                                    launch.getKernel(), inputs, outs,
                                    launch.getFusionAttr());
  collapsed->setDiscardableAttrs(launch->getDiscardableAttrDictionary());
  for (auto [result, value] :
       llvm::zip_equal(launch.getResults(), collapsed.getResults()))
    result.replaceAllUsesWith(createView(builder, loc, value, typeOf(result)));
  launch.erase();
}

namespace {
struct CollapsePointsPass : impl::CollapsePointsPassBase<CollapsePointsPass> {
  void runOnOperation() override {
    auto cpu = target::CPU::get(getOperation());
    if (failed(cpu))
      return signalPassFailure();
    int64_t maxRows = cost::TileTable::get(*cpu).maxRows;
    Launches launches;
    SymbolTableCollection symbols;
    getOperation().walk([&](LaunchOp launch) {
      launches[symbols.lookupNearestSymbolFrom<func::FuncOp>(
                   launch, launch.getKernel())]
          .push_back(launch);
    });
    for (auto &[kernel, calls] : launches) {
      auto image = getImage(kernel, maxRows);
      if (!image || !llvm::all_of(calls, [&](LaunchOp launch) {
            return hasViews(launch, *image);
          }))
        continue;
      collapseKernel(kernel, *image);
      for (LaunchOp launch : calls)
        collapseLaunch(launch, *image);
    }
  }
};
} // namespace

} // namespace tvm::graph
