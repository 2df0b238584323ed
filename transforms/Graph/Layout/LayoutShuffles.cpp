// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Layout/LayoutModels.h"
#include "transforms/Graph/ShapeBuilders.h"

using namespace mlir;

namespace tvm::graph {

namespace {
/// `join(exchange(split(x)))` splits channels into groups, exchanges groups and
/// members, and joins them again.
struct Shuffle {
  ReshapeOp split;
  TransposeOp exchange;
  ReshapeOp join;
  int64_t groups = 0;
};
} // namespace

/// `shape` with dimension `channel` in two parts.
static SmallVector<int64_t> splitChannel(ArrayRef<int64_t> shape,
                                         int64_t channel, int64_t groups) {
  SmallVector<int64_t> parts(shape);
  parts[channel] /= groups;
  parts.insert(parts.begin() + channel, groups);
  return parts;
}

static SmallVector<int64_t> getExchange(int64_t rank, int64_t channel) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank + 1));
  std::swap(order[channel], order[channel + 1]);
  return order;
}

static std::optional<Shuffle> matchShuffle(ReshapeOp split, int64_t channel) {
  RankedTensorType type = getTensorType(split.getX());
  RankedTensorType parts = getTensorType(split);
  int64_t rank = type.getRank();
  if (!split->hasOneUse() || parts.getRank() != rank + 1 ||
      !type.hasStaticShape() || parts.getDimSize(channel) == 0)
    return std::nullopt;
  int64_t groups = parts.getDimSize(channel);
  auto exchange = dyn_cast<TransposeOp>(*split->user_begin());
  auto keepsLayout = [](Operation *op) {
    return op->hasAttr(kKeepLayoutAttrName);
  };
  if (parts.getShape() !=
          ArrayRef(splitChannel(type.getShape(), channel, groups)) ||
      !exchange || !exchange->hasOneUse() || keepsLayout(exchange) ||
      exchange.getPermutation() != ArrayRef(getExchange(rank, channel)))
    return std::nullopt;
  auto join = dyn_cast<ReshapeOp>(*exchange->user_begin());
  if (!join || join.getX() != exchange || join.getType() != type ||
      keepsLayout(join))
    return std::nullopt;
  return Shuffle{split, exchange, join, groups};
}

/// The same shuffle of channels where they are now.
static void convert(ReshapeOp split, LayoutConverter &c) {
  if (!c.isAvailable(split.getX()))
    return;
  int64_t rank = getTensorType(split.getX()).getRank();
  int64_t channel = c.change.getChannel(rank);
  auto shuffle = matchShuffle(split, channel);
  if (!shuffle)
    return;
  Value x = c.get(split.getX());
  ArrayRef<int64_t> shape = getTensorType(x).getShape();
  int64_t moved = c.change.moveAxis(channel, rank);
  Location loc = split.getLoc();
  c.builder.setInsertionPoint(shuffle->join);
  Value parts = createReshape(c.builder, loc, x,
                              splitChannel(shape, moved, shuffle->groups));
  Value exchanged =
      createTranspose(c.builder, loc, parts, getExchange(rank, moved));
  Value joined = createReshape(c.builder, loc, exchanged, shape);
  keepDecisions(split, parts.getDefiningOp());
  keepDecisions(shuffle->exchange, exchanged.getDefiningOp());
  keepDecisions(shuffle->join, joined.getDefiningOp());
  c.replaceChain({split, shuffle->exchange, shuffle->join}, shuffle->join,
                 joined);
}

void attachShuffleLayouts(MLIRContext *context) {
  attachLayout<ReshapeOp, convert>(context);
}

} // namespace tvm::graph
