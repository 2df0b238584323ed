#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Neighbours.h"

using namespace mlir;

namespace tvm::schedule::winograd {

/// Whether `block` computes rows of a matrix product: which one, an axis says.
static bool selectsRow(te::BlockOp block) {
  if (block.hasReduction() || !isAsLowered(block))
    return false;
  for (Value axis : block.getAxes())
    for (Operation *user : axis.getUsers())
      if (isa<arith::CmpIOp>(user))
        return true;
  return false;
}

/// The block that alone reads what `block` writes.
static te::BlockOp getOnlyConsumer(te::BlockOp block) {
  SmallVector<te::BlockOp> consumers = getConsumers(block);
  return consumers.size() == 1 ? consumers.front() : te::BlockOp();
}

static te::BlockOp getRowProducer(te::BlockOp block) {
  for (te::BlockOp producer : getProducers(block))
    if (selectsRow(producer) && getOnlyConsumer(producer) == block)
      return producer;
  return {};
}

static te::BlockOp getRowConsumer(te::BlockOp block) {
  te::BlockOp consumer = getOnlyConsumer(block);
  return consumer && selectsRow(consumer) ? consumer : te::BlockOp();
}

std::optional<Stages> matchStages(te::BlockOp products) {
  if (!products.hasReduction() || !isAsLowered(products))
    return std::nullopt;
  Stages stages;
  stages.products = products;
  // Of no block, there is neither a producer nor a consumer.
  auto next = [](te::BlockOp block, auto find) {
    return block ? find(block) : te::BlockOp();
  };
  stages.data = next(products, getRowProducer);
  stages.dataRows = next(stages.data, getRowProducer);
  stages.resultRows = next(products, getRowConsumer);
  stages.result = next(stages.resultRows, getRowConsumer);
  stages.reader = next(stages.result, getOnlyConsumer);
  if (!stages.dataRows || !stages.reader || stages.reader.hasReduction() ||
      !isAsLowered(stages.reader))
    return std::nullopt;
  return stages;
}

std::optional<Stages> matchStagesOfData(te::BlockOp data) {
  te::BlockOp products = getOnlyConsumer(data);
  auto stages = products ? matchStages(products) : std::nullopt;
  if (!stages || stages->data != data)
    return std::nullopt;
  return stages;
}

/// The loop that a subscript follows, perhaps divided by the size of tiles.
static Loop getLoop(const Access &access, unsigned dim) {
  AffineExpr expr = access.map.getResult(dim);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary &&
      binary.getRHS() == getAffineConstantExpr(kTile, expr.getContext()))
    expr = binary.getLHS();
  auto position = dyn_cast<AffineDimExpr>(expr);
  return position ? affine::getForInductionVarOwner(
                        access.operands[position.getPosition()])
                  : Loop();
}

/// The loop along which the block's result is contiguous.
static Loop getLastLoop(te::BlockOp block) {
  for (const Access &access : getAccesses(block))
    for (Loop loop : getLoops(block))
      if (access.isWrite &&
          getLinearStride(access, loop.getInductionVar()) == 1)
        return loop;
  return {};
}

std::optional<ReaderLoops> matchReader(const Stages &stages) {
  Value tiles = BlockAccesses(stages.result).written;
  ReaderLoops loops;
  for (const Access &access : getAccesses(stages.reader)) {
    if (access.buffer != tiles)
      continue;
    if (!access.map || access.isGuarded ||
        access.map.getNumResults() != kNumAxes)
      return std::nullopt;
    loops.row = getLoop(access, kTileRow);
    loops.column = getLoop(access, kTileColumn);
    loops.channel = getLoop(access, kChannel);
  }
  std::array<Loop, 3> own{loops.row, loops.column, loops.channel};
  if (llvm::is_contained(own, Loop()))
    return std::nullopt;
  for (Loop loop : getLoops(stages.reader))
    if (!llvm::is_contained(own, loop))
      loops.others.push_back(loop);
  loops.isChannelLast = getLastLoop(stages.reader) != loops.column;
  return loops;
}

} // namespace tvm::schedule::winograd
