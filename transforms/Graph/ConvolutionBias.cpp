// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/Idioms/Matchers.h"
#include "transforms/Graph/Patterns.h"
#include "transforms/Graph/ShapeBuilders.h"

using namespace mlir;

namespace tvm::graph {

/// Whether `x` has one element for each channel of `type`, which dimension
/// `channel` counts, and no other dimension.
static bool isPerChannel(Value x, RankedTensorType type, int64_t channel) {
  auto from = cast<RankedTensorType>(x.getType());
  int64_t dim = channel - (type.getRank() - from.getRank());
  return from.hasStaticShape() && dim >= 0 && dim < from.getRank() &&
         from.getDimSize(dim) == type.getDimSize(channel) &&
         from.getNumElements() == type.getDimSize(channel);
}

/// A constant that `op` adds to each channel of a convolution, and nobody else
/// sees without, is its bias.
template <typename Conv>
static LogicalResult joinBias(AddOp op, PatternRewriter &rewriter) {
  auto conv = op.getLhs().getDefiningOp<Conv>();
  Value added = op.getRhs();
  if (!conv) {
    conv = op.getRhs().getDefiningOp<Conv>();
    added = op.getLhs();
  }
  if (!conv || conv.getBias() || !conv->hasOneUse())
    return rewriter.notifyMatchFailure(op, "is no sum of its own");
  RankedTensorType type = conv.getType();
  int64_t channel = TensorLayout(conv.getLayout(), type.getRank()).channel();
  if (op.getType() != type || !isPerChannel(added, type, channel) ||
      !ConstantExpressions().isConstant(added))
    return rewriter.notifyMatchFailure(op, "adds no constant per channel");
  if (conv->hasAttr(kApartAttrName) || op->hasAttr(kApartAttrName))
    return rewriter.notifyMatchFailure(op, "one is a kernel of its own");
  Value bias =
      createReshape(rewriter, op.getLoc(), added, type.getDimSize(channel));
  auto joined = cast<Conv>(rewriter.clone(*conv));
  joined->setLoc(rewriter.getFusedLoc({conv.getLoc(), op.getLoc()}));
  joined.getBiasMutable().assign(bias);
  replaceIdiom(rewriter, op, joined);
  return success();
}

void populateBiasPatterns(RewritePatternSet &patterns) {
  patterns.add(joinBias<ConvOp>);
  patterns.add(joinBias<ConvTransposeOp>);
}

} // namespace tvm::graph
