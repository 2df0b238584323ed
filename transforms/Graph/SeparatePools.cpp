// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphPooling.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "transforms/Graph/DecisionKeeper.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_SEPARATEPOOLSPASS
#include "transforms/Graph/Passes.h.inc"

/// Costs per element of the result, in reads of elements of the window: of
/// pooling the whole window at once, and one dimension after another.
namespace {
struct Cost {
  double together, apart;
  /// Whether the gain outweighs a further kernel.
  bool isWorthwhile() const { return together >= 1.5 * apart; }
};
} // namespace

/// The last spatial dimension along which the window has several elements; -1
/// where it has none, or none along others.
static int64_t findDimension(ArrayRef<int64_t> kernel) {
  auto isLong = [](int64_t size) { return size > 1; };
  if (llvm::count_if(kernel, isLong) < 2)
    return -1;
  int64_t dim = kernel.size() - 1;
  while (!isLong(kernel[dim]))
    --dim;
  return dim;
}

/// The costs of pooling the whole window at once, and of pooling its other
/// dimensions before dimension `dim`. The intermediate result is written and
/// read. Vectors are along the last dimension, where strides cost shuffles.
template <typename Op> static Cost estimate(Op op, int64_t dim) {
  TensorLayout layout(op.getLayout(), op.getType().getRank());
  double others = 1, size = op.getKernel()[dim];
  for (auto [i, extent] : llvm::enumerate(op.getKernel()))
    others *= static_cast<int64_t>(i) == dim ? 1 : extent;
  int64_t spatial = layout.spatial(dim);
  double stride = op.getStrides()[dim], ratio = stride;
  int64_t before = op.getX().getType().getDimSize(spatial);
  int64_t after = op.getType().getDimSize(spatial);
  if (!ShapedType::isDynamic(before) && !ShapedType::isDynamic(after) && after)
    ratio = static_cast<double>(before) / static_cast<double>(after);
  bool isContiguous = spatial == op.getType().getRank() - 1;
  double step = isContiguous ? stride : 1;
  return {others * size * step, (others + 2) * ratio + size * step};
}

/// `op` of the window's dimensions for which `isKept` says so.
template <typename Op>
static Op createPart(PatternRewriter &rewriter, Op op, RankedTensorType type,
                     Value x, function_ref<bool(int64_t)> isKept) {
  auto keep = [&](ArrayRef<int64_t> values, int64_t otherwise) {
    SmallVector<int64_t> kept(values);
    int64_t numDims = op.getKernel().size();
    for (auto [i, value] : llvm::enumerate(kept))
      if (!isKept(static_cast<int64_t>(i) % numDims))
        value = otherwise;
    return kept;
  };
  auto part = cast<Op>(rewriter.clone(*op));
  part.getXMutable().assign(x);
  part.getResult().setType(type);
  part.setKernel(keep(op.getKernel(), 1));
  part.setStrides(keep(op.getStrides(), 1));
  part.setDilations(keep(op.getDilations(), 1));
  part.setPads(keep(op.getPads(), 0));
  return part;
}

/// Narrow sums would be rounded in between.
static bool mayRoundBetween(MaxPoolOp) { return false; }
static bool mayRoundBetween(AveragePoolOp op) {
  return op.getType().getElementTypeBitWidth() < 32;
}

template <typename Op>
static LogicalResult separate(Op op, PatternRewriter &rewriter) {
  int64_t dim = findDimension(op.getKernel());
  if (dim < 0)
    return rewriter.notifyMatchFailure(op, "window has one dimension");
  if (mayRoundBetween(op))
    return rewriter.notifyMatchFailure(op, "sums are rounded");
  if (!estimate(op, dim).isWorthwhile())
    return rewriter.notifyMatchFailure(op, "is as fast at once");
  TensorLayout layout(op.getLayout(), op.getType().getRank());
  SmallVector<int64_t> shape(op.getType().getShape());
  int64_t spatial = layout.spatial(dim);
  shape[spatial] = op.getX().getType().getDimSize(spatial);
  auto between = createPart(rewriter, op, op.getType().clone(shape), op.getX(),
                            [&](int64_t i) { return i != dim; });
  auto result = createPart(rewriter, op, op.getType(), between.getResult(),
                           [&](int64_t i) { return i == dim; });
  rewriter.replaceOp(op, result);
  return success();
}

namespace {
struct SeparatePoolsPass : impl::SeparatePoolsPassBase<SeparatePoolsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(separate<MaxPoolOp>);
    patterns.add(separate<AveragePoolOp>);
    DecisionKeeper keeper;
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns),
                                  GreedyRewriteConfig().setListener(&keeper))))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::graph
