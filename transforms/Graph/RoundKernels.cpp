#include "dialects/Graph/GraphConvolution.h"
#include "dialects/Graph/GraphShape.h"
#include "dialects/Graph/GraphWindows.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Graph/Patterns.h"

using namespace mlir;

namespace tvm::graph {

namespace {
/// Rounds the kernel of a transposed convolution up to a multiple of its
/// strides, with weights of zero behind the others: each place in a period of
/// the strides then has a convolution of its own, of the data as they are,
/// instead of one of data with zeros in between. 3 × 3 by 2: 4 products per
/// element instead of 9. What is infinite or NaN in the data meets the zeros,
/// and makes NaN of up to a stride more elements.
struct RoundKernel : OpRewritePattern<ConvTransposeOp> {
  using OpRewritePattern<ConvTransposeOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ConvTransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getWeight().getType());
    bool isDilated = llvm::any_of(
        op.getDilations(), [](int64_t dilation) { return dilation > 1; });
    if (op.getGroup() != 1 || isDilated || !type.hasStaticShape() ||
        !matchPattern(op.getWeight(), m_Constant()))
      return failure();
    KernelLayout kernel(op.getKernelLayout(), type.getRank());
    SmallVector<int64_t> shape(type.getShape()), pads(op.getPads());
    SmallVector<int64_t> low(type.getRank(), 0), high(type.getRank(), 0);
    for (auto [i, stride] : llvm::enumerate(op.getStrides())) {
      int64_t d = kernel.spatial(i), size = type.getDimSize(d);
      if (size % stride != 0 && size < stride)
        return failure(); // more zeros than weights
      high[d] = (stride - size % stride) % stride;
      shape[d] += high[d];
      pads[pads.size() / 2 + i] += high[d];
    }
    if (shape == type.getShape())
      return failure();
    Value rounded =
        PadOp::create(rewriter, op.getLoc(), type.clone(shape), op.getWeight(),
                      /*value=*/Value(), low, high, PadMode::Constant);
    rewriter.modifyOpInPlace(op, [&] {
      op.getWeightMutable().assign(rounded);
      op.setPads(pads);
    });
    return success();
  }
};
} // namespace

void populateKernelPatterns(RewritePatternSet &patterns) {
  patterns.add<RoundKernel>(patterns.getContext());
}

} // namespace tvm::graph
