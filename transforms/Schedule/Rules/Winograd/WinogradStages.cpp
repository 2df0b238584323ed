// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"

#include "dialects/TE/TERoles.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule::winograd {

namespace roles = te::roles::winograd;

/// Whether `block` has the axes of a stage, of which only the products are
/// summed, and writes one buffer with these axes.
static bool hasStageAxes(te::BlockOp block, bool isSum) {
  Value written = BlockAccesses(block).written;
  return block.hasReduction() == isSum &&
         llvm::count(block.getKinds(), false) == kNumAxes && written &&
         cast<MemRefType>(written.getType()).getRank() == kNumAxes;
}

/// Whether `block` is stage `part` of the algorithm, and unscheduled.
static bool isStage(te::BlockOp block, StringRef part) {
  return block &&
         te::roles::isPart(block.getRoleAttr(), roles::kAlgorithm, part) &&
         isAsLowered(block) && hasStageAxes(block, part == roles::kProducts);
}

/// The block that alone reads what `block` writes.
static te::BlockOp getOnlyConsumer(te::BlockOp block) {
  SmallVector<te::BlockOp> consumers = getConsumers(block);
  return consumers.size() == 1 ? consumers.front() : te::BlockOp();
}

/// The same, if it is stage `part`; null for no block.
static te::BlockOp getNextStage(te::BlockOp block, StringRef part) {
  te::BlockOp next = block ? getOnlyConsumer(block) : te::BlockOp();
  return isStage(next, part) ? next : te::BlockOp();
}

/// The stage `part` whose result `block` alone reads.
static te::BlockOp getPreviousStage(te::BlockOp block, StringRef part) {
  for (te::BlockOp producer : getProducers(block))
    if (isStage(producer, part) && getOnlyConsumer(producer) == block)
      return producer;
  return {};
}

std::optional<Stages> matchStages(te::BlockOp data) {
  if (!isStage(data, roles::kData))
    return std::nullopt;
  Stages stages;
  stages.data = data;
  stages.dataRows = getPreviousStage(data, roles::kDataRows);
  stages.products = getNextStage(data, roles::kProducts);
  stages.resultRows = getNextStage(stages.products, roles::kResultRows);
  stages.result = getNextStage(stages.resultRows, roles::kResult);
  stages.reader =
      stages.result ? getOnlyConsumer(stages.result) : te::BlockOp();
  if (!stages.dataRows || !stages.reader || stages.reader.hasReduction() ||
      !isAsLowered(stages.reader))
    return std::nullopt;
  Value written = BlockAccesses(stages.result).written;
  stages.tile = cast<MemRefType>(written.getType()).getDimSize(kRow);
  return stages;
}

/// The loop that a subscript follows, perhaps divided by the size of tiles.
static Loop getLoop(const Access &access, unsigned dim, int64_t tile) {
  AffineExpr expr = access.map.getResult(dim);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary &&
      binary.getRHS() == getAffineConstantExpr(tile, expr.getContext()))
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
    loops.row = getLoop(access, kTileRow, stages.tile);
    loops.column = getLoop(access, kTileColumn, stages.tile);
    loops.channel = getLoop(access, kChannel, stages.tile);
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
