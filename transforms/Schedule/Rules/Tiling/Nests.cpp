// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Tiling/Nests.h"

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/ElementSize.h"

using namespace mlir;

namespace tvm::schedule {

std::optional<int64_t> getWork(te::BlockOp block) {
  int64_t work = 1;
  for (Loop loop : getNestLoops(block)) {
    std::optional<int64_t> trips = getTripCount(loop);
    if (!trips)
      return std::nullopt;
    work *= std::max<int64_t>(*trips, 1);
  }
  return work;
}

std::optional<int64_t> getExtent(te::BlockOp block, unsigned axis) {
  auto dim = dyn_cast<AffineDimExpr>(block.getBindings().getResult(axis));
  if (!dim)
    return std::nullopt;
  auto loop =
      affine::getForInductionVarOwner(block.getIters()[dim.getPosition()]);
  return loop ? getTripCount(loop) : std::nullopt;
}

bool isEmpty(te::BlockOp block) {
  return llvm::any_of(llvm::seq(block.getNumAxes()), [&](unsigned axis) {
    return !block.isReduction(axis) && getExtent(block, axis) == 0;
  });
}

int64_t getBytes(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.hasStaticShape()
             ? type.getNumElements() * getElementBits(type) / 8
             : 0;
}

bool isAsLowered(te::BlockOp block) {
  return getNestLoops(block).size() == block.getNumAxes();
}

te::BlockOp findBlockBeside(te::BlockOp block, StringAttr name) {
  te::BlockOp found;
  block->getParentOfType<func::FuncOp>().walk([&](te::BlockOp other) {
    if (other.getNameAttr() == name)
      found = other;
  });
  return found;
}

bool hasMarkedLoop(Operation *op) {
  return llvm::any_of(getLoops(op), [](Loop loop) {
    return getLoopKind(loop) != LoopKind::Serial;
  });
}

SmallVector<Loop> getSpatialLoops(te::BlockOp block, ArrayRef<Loop> loops) {
  SmallVector<Loop> spatial;
  for (Loop loop : loops) {
    if (bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      break;
    spatial.push_back(loop);
  }
  return spatial;
}

bool peel(ScheduleBuilder &schedule, Loop loop, int64_t size,
          SmallVectorImpl<te::BlockOp> &blocks) {
  // Optional: otherwise the last tile is partial.
  auto rest = schedule.loopPartition(loop, size);
  if (failed(rest) || !*rest)
    return false;
  (*rest)->walk([&](te::BlockOp clone) { blocks.push_back(clone); });
  return true;
}

LogicalResult distributeNests(ScheduleBuilder &schedule,
                              ArrayRef<te::BlockOp> blocks, size_t numShared) {
  for (te::BlockOp block : blocks) {
    SmallVector<Loop> loops = getNestLoops(block);
    for (Loop loop : llvm::reverse(ArrayRef(loops).drop_front(numShared)))
      if (!llvm::hasSingleElement(loop.getBody()->without_terminator()))
        if (failed(schedule.loopDistribute(loop)))
          return failure();
  }
  return success();
}

/// Whether the reads of `block` move by `distance` elements with `loop`.
static bool movesBy(te::BlockOp block, Loop loop, int64_t distance) {
  std::optional<unsigned> written = getWrittenCapture(block);
  return written && llvm::all_of(getAccesses(block), [&](const Access &access) {
           return access.buffer == block.getCaptures()[*written] ||
                  getLinearStride(access, loop.getInductionVar()) == distance;
         });
}

/// Fuses innermost loops that reduce contiguous elements, because short rows
/// would leave a part of a vector empty. It fuses from the outermost loop on,
/// so that subscripts are divisions of divisions, which cancel out.
static void fuseReduced(ScheduleBuilder &schedule, te::BlockOp block,
                        SmallVectorImpl<Loop> &loops) {
  SmallVector<Loop> reduced;
  for (int64_t distance = 1; !loops.empty();) {
    Loop loop = loops.back();
    std::optional<int64_t> count = getTripCount(loop);
    if (!count || !movesBy(block, loop, distance) ||
        !bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      break;
    distance *= std::max<int64_t>(*count, 1);
    reduced.push_back(loops.pop_back_val());
  }
  if (reduced.empty())
    return;
  loops.push_back(reduced.pop_back_val());
  for (Loop inner : llvm::reverse(reduced)) {
    auto fused = schedule.fuse(loops.back(), inner);
    if (succeeded(fused))
      loops.back() = *fused;
    else
      loops.push_back(inner);
  }
}

void vectorizeInnermost(ScheduleBuilder &schedule, te::BlockOp block,
                        SmallVector<Loop> loops) {
  fuseReduced(schedule, block, loops); // optional: as many as possible
  Loop innermost = loops.back();
  bool combines =
      bindsAxis(block, innermost.getInductionVar(), /*reduction=*/true);
  if (!combines || getWrittenCapture(block))
    (void)schedule.vectorize(innermost);
}

} // namespace tvm::schedule
