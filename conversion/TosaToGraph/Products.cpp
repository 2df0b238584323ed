// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions, whose data has its channels last, and matrix products.

#include "conversion/TosaToGraph/Patterns.h"
#include "conversion/TosaToGraph/Windows.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

static Type getResultElement(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0));
}

static int64_t getRank(Value x) {
  return cast<RankedTensorType>(x.getType()).getRank();
}

/// `bias` of `type`, with an element per output channel of `weight`, its last
/// dimension. TOSA's may have one element for all channels.
static Value convertBias(Value bias, Value weight, Type type, Expansion &e) {
  bias = e.cast(bias, type);
  if (e.failed() || cast<RankedTensorType>(bias.getType()).getDimSize(0) != 1)
    return bias;
  int64_t rank = getRank(weight);
  return e.create<ExpandOp>(bias, e.create<ShapeOp>(weight, rank - 1, rank));
}

template <typename Op>
static Value createConvolution(Op op, Value x, Value weight, int64_t group,
                               Value bias, Expansion &e) {
  Type type = getResultElement(op);
  x = e.center(x, op.getInputZeroPoint(), type);
  weight = e.center(weight, op.getWeightZeroPoint(), type);
  return e.create<ConvOp>(x, weight, convertBias(bias, weight, type, e),
                          op.getStride(), op.getDilation(),
                          ArrayRef<int64_t>(getPads(op.getPad())),
                          StringRef("NOTSET"), group, StringRef("NHWC"),
                          StringRef("HWIO"), /*algorithm=*/Attribute());
}

/// Moves the output channels, which are first in TOSA's weights, to the end.
static Value moveOutputLast(Value weight, Expansion &e) {
  if (e.failed())
    return {};
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(1, getRank(weight)));
  permutation.push_back(0);
  return e.transpose(weight, permutation);
}

template <typename Op>
static Value convertConv(Op op, typename Op::Adaptor x, Expansion &e) {
  return createConvolution(op, x.getInput(), moveOutputLast(x.getWeight(), e),
                           /*group=*/1, x.getBias(), e);
}

/// Converts weights `[KH, KW, C, M]`; the M results of each channel are
/// adjacent.
static Value convertDepthwise(tosa::DepthwiseConv2DOp op,
                              tosa::DepthwiseConv2DOp::Adaptor x,
                              Expansion &e) {
  auto type = cast<RankedTensorType>(x.getWeight().getType());
  if (!type.hasStaticShape())
    return e.refuse("expected weights of known sizes");
  int64_t channels = type.getDimSize(2);
  Value weight =
      e.reshape(x.getWeight(), {type.getDimSize(0), type.getDimSize(1), 1,
                                channels * type.getDimSize(3)});
  return createConvolution(op, x.getInput(), weight, channels, x.getBias(), e);
}

/// Converts pads: `out_pad` is added to the result, pads are subtracted.
static Value convertTransposeConv(tosa::TransposeConv2DOp op,
                                  tosa::TransposeConv2DOp::Adaptor x,
                                  Expansion &e) {
  SmallVector<int64_t> added = getPads(op.getOutPad()), pads, padding;
  if (added[0] > 0 || added[1] > 0)
    return e.refuse("expected an out_pad at the top and left of at most 0");
  for (int64_t count : added)
    pads.push_back(std::max<int64_t>(-count, 0));
  for (int64_t count : ArrayRef(added).drop_front(2))
    padding.push_back(std::max<int64_t>(count, 0));
  Type type = getResultElement(op);
  Value weight =
      e.center(moveOutputLast(x.getWeight(), e), op.getWeightZeroPoint(), type);
  return e.create<ConvTransposeOp>(
      e.center(x.getInput(), op.getInputZeroPoint(), type), weight,
      convertBias(x.getBias(), weight, type, e), op.getStride(),
      ArrayRef<int64_t>{1, 1}, ArrayRef<int64_t>(pads),
      ArrayRef<int64_t>(padding), /*group=*/1, StringRef("NHWC"),
      StringRef("HWIO"));
}

static Value convertMatMul(tosa::MatMulOp op, tosa::MatMulOp::Adaptor x,
                           Expansion &e) {
  Type type = getResultElement(op);
  return e.create<MatMulOp>(e.center(x.getA(), op.getAZeroPoint(), type),
                            e.center(x.getB(), op.getBZeroPoint(), type));
}

void addProducts(Patterns &patterns) {
  patterns.add<tosa::Conv2DOp>(convertConv<tosa::Conv2DOp>);
  patterns.add<tosa::Conv3DOp>(convertConv<tosa::Conv3DOp>);
  patterns.add<tosa::DepthwiseConv2DOp>(convertDepthwise);
  patterns.add<tosa::TransposeConv2DOp>(convertTransposeConv);
  patterns.add<tosa::MatMulOp>(convertMatMul);
}

} // namespace tvm::tosa_to_graph
