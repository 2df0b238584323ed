// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphNormalization.h"
#include "dialects/Graph/Networks/GraphPooling.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "transforms/CostModel/LayoutCost.h"
#include "transforms/CostModel/VectorCost.h"
#include "transforms/Graph/ElementWise.h"
#include "transforms/Graph/Layout/LayoutModels.h"
#include "transforms/Graph/ShapeBuilders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::graph {

//===-- convolutions that stay in NCHW ------------------------------------===//

/// The data of `op` with its border, in NHWC, if it is there in NCHW only; else
/// null. The convolution can read it in that order: nothing need move.
static Value padInPlace(ConvOp op, LayoutConverter &c) {
  Value x = op.getX();
  bool isPadded = llvm::any_of(op.getPads(), [](int64_t n) { return n != 0; });
  if (c.isConverted(x) || x.getDefiningOp<TransposeOp>() || c.isConstant(x) ||
      op.getGroup() != 1 || !isPadded || op.getAutoPad() != "NOTSET")
    return {};
  RankedTensorType type = getTensorType(x);
  ArrayRef<int64_t> pads = op.getPads();
  SmallVector<int64_t> low{0, 0}, high{0, 0}, shape(type.getShape());
  llvm::append_range(low, pads.take_front(pads.size() / 2));
  llvm::append_range(high, pads.drop_front(pads.size() / 2));
  for (auto [size, before, after] : llvm::zip(shape, low, high))
    if (!ShapedType::isDynamic(size))
      size += before + after;
  c.builder.setInsertionPoint(op);
  Value padded = PadOp::create(c.builder, op.getLoc(), type.clone(shape), x,
                               /*value=*/Value(), low, high, PadMode::Constant);
  return createTranspose(c.builder, op.getLoc(), padded,
                         c.change.getOrder(type.getRank()));
}

/// Whether `op` is a convolution of each channel by itself.
static bool isDepthwise(ConvOp op) {
  int64_t group = op.getGroup();
  return group > 1 && group == getTensorType(op.getX()).getDimSize(1) &&
         group == getTensorType(op.getResult()).getDimSize(1);
}

/// Whether `op` is a convolution of each channel by itself that is as fast in
/// NCHW.
static bool isAsFastChannelSecond(ConvOp op) {
  int64_t width = getTensorType(op.getResult()).getShape().back();
  return isDepthwise(op) &&
         isDepthwiseFastChannelSecond(op.getStrides().back(),
                                      ShapedType::isDynamic(width)
                                          ? std::nullopt
                                          : std::optional(width));
}

/// Whether `op` has so few outputs that it is faster in NCHW, even if its data
/// and its result move.
static bool isFasterChannelSecond(ConvOp op, const LayoutConverter &c) {
  RankedTensorType result = getTensorType(op.getResult());
  ArrayRef<int64_t> shape = result.getShape().drop_front();
  bool isProduct = op.getGroup() == 1 && op.isPointwise();
  if (isProduct || isDepthwise(op) || ShapedType::isDynamicShape(shape) ||
      !result.getElementType().isF32())
    return false;
  return isNarrowFasterChannelSecond(op.getStrides().back(), shape.drop_front(),
                                     shape.front() / op.getGroup(),
                                     cost::getLanes(c.cpu, /*elementBytes=*/4));
}

/// Whether `op` may be a product of a matrix and all planes of an image, whose
/// points are as many columns.
static bool isProductOfPlanes(ConvOp op) {
  RankedTensorType x = getTensorType(op.getX());
  if (op.getLayout() != "NCHW" || !op.isPointwise() || !x.hasStaticShape() ||
      x.getRank() > 4 || !x.getElementType().isF32())
    return false;
  return fillsVectorsOfPlanes(
      ShapedType::getNumElements(x.getShape().drop_front(2)));
}

/// Whether nobody wants what `op` computes in another layout: but for what is
/// element-wise, it goes to convolutions that stay, and to the caller.
static bool isWantedChannelSecond(ConvOp op, LayoutConverter &c) {
  llvm::SetVector<Operation *> users;
  users.insert_range(op->getUsers());
  for (size_t i = 0; i < users.size(); ++i) {
    Operation *user = users[i];
    auto conv = dyn_cast<ConvOp>(user);
    if (isa<func::ReturnOp>(user) ||
        (conv && (isAsFastChannelSecond(conv) || isProductOfPlanes(conv) ||
                  isFasterChannelSecond(conv, c))))
      continue;
    if (!isElementWise(user) || llvm::any_of(user->getOperands(), [&](Value x) {
          return c.isAvailable(x);
        }))
      return false;
    users.insert_range(user->getUsers());
  }
  return true;
}

/// Whether `op` is as fast as it is, or faster.
static bool isFastAsItIs(ConvOp op, LayoutConverter &c) {
  if (isFasterChannelSecond(op, c))
    return true;
  if (c.isConverted(op.getX()))
    return false;
  return isAsFastChannelSecond(op) ||
         (isProductOfPlanes(op) && !op.getX().getDefiningOp<TransposeOp>() &&
          isWantedChannelSecond(op, c));
}

//===-- convolutions ------------------------------------------------------===//

template <typename Op> static bool isWorthMoving(Op op) {
  RankedTensorType type = getTensorType(op.getResult());
  int64_t points = 1;
  for (int64_t size : type.getShape().drop_front(2)) {
    if (ShapedType::isDynamic(size))
      return true;
    points *= size;
  }
  return isWeightWorthMoving(points);
}

/// Moves the weights of `op` between `layout`, ONNX's, of which `toHWIO` is the
/// permutation, and HWIO, if they are constant or used often enough.
template <typename Op>
static std::pair<Value, StringRef> convertWeight(Op op, StringRef layout,
                                                 ArrayRef<int64_t> toHWIO,
                                                 LayoutConverter &c) {
  Value weight = op.getWeight();
  bool toLast = c.change.isToChannelLast();
  StringRef from = toLast ? layout : "HWIO", to = toLast ? "HWIO" : layout;
  if (op.getKernelLayout() != from ||
      (!c.isConstant(weight) && (!toLast || !isWorthMoving(op))))
    return {weight, op.getKernelLayout()};
  c.builder.setInsertionPoint(op);
  SmallVector<int64_t> order(toHWIO);
  if (!toLast)
    order = invertPermutationVector(order);
  return {createTranspose(c.builder, weight.getLoc(), weight, order), to};
}

/// The permutation that moves the first two dimensions, `first` last but one,
/// behind the others.
static SmallVector<int64_t> moveBehind(int64_t rank, int64_t first) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(2, rank));
  order.append({first, 1 - first});
  return order;
}

/// A copy of the convolution `op` on other data and weights. Its bias is a
/// vector in all layouts.
static Operation *rebuild(Operation *op, Value x, Value weight,
                          LayoutConverter &c) {
  SmallVector<Value> operands(op->getOperands());
  operands[0] = x;
  operands[1] = weight;
  return c.rebuild(op, operands);
}

static void convert(ConvOp op, LayoutConverter &c) {
  if (!c.isAskedFor(op) && isFastAsItIs(op, c))
    return;
  int64_t rank = getTensorType(op.getX()).getRank();
  auto [weight, kernelLayout] =
      convertWeight(op, "OIHW", moveBehind(rank, 1), c);
  Value padded = c.isAsked ? Value() : padInPlace(op, c);
  Value x = padded ? padded : c.get(op.getX());
  auto copy = cast<ConvOp>(rebuild(op, x, weight, c));
  copy.setLayout(c.change.getTo());
  copy.setKernelLayout(kernelLayout);
  if (padded)
    copy.setPads(SmallVector<int64_t>(op.getPads().size(), 0));
}

static void convert(ConvTransposeOp op, LayoutConverter &c) {
  int64_t rank = getTensorType(op.getX()).getRank();
  auto [weight, kernelLayout] =
      convertWeight(op, "IOHW", moveBehind(rank, 0), c);
  auto copy = cast<ConvTransposeOp>(rebuild(op, c.get(op.getX()), weight, c));
  copy.setLayout(c.change.getTo());
  copy.setKernelLayout(kernelLayout);
}

static void convert(WinogradConvOp op, LayoutConverter &c) {
  SmallVector<Value> operands(op->getOperands());
  operands[0] = c.get(op.getX());
  cast<WinogradConvOp>(c.rebuild(op, operands)).setLayout(c.change.getTo());
}

//===-- pools and norms ---------------------------------------------------===//

/// Converts an operator to the layout of its data; it is equally fast in any
/// layout.
template <typename Op> static void convert(Op op, LayoutConverter &c) {
  if (!c.isAskedFor(op) && !c.isAvailable(op.getX()))
    return;
  SmallVector<Value> operands(op->getOperands());
  operands[0] = c.get(op.getX());
  cast<Op>(c.rebuild(op, operands)).setLayout(c.change.getTo());
}

//===-- the interface -----------------------------------------------------===//

/// Operators with an attribute `layout`, unless they have the new one.
template <typename Op> static void convertWindow(Op op, LayoutConverter &c) {
  if (op.getLayout() == c.change.getFrom())
    convert(op, c);
}

template <typename... Ops> static void attach(MLIRContext *context) {
  (attachLayout<Ops, convertWindow<Ops>>(context), ...);
}

void attachWindowLayouts(MLIRContext *context) {
  attach<ConvOp, ConvTransposeOp, WinogradConvOp, MaxPoolOp, AveragePoolOp,
         LpPoolOp, BatchNormOp, GroupNormOp, LRNOp>(context);
}

} // namespace tvm::graph
