#include "dialects/TE/TEBlocks.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

/// So many requests are written out, each with its place.
static constexpr int64_t kMostWritten = 64;

static void writeOut(ScheduleBuilder &schedule, ArrayRef<Loop> loops) {
  int64_t count = 1;
  for (Loop loop : loops)
    count *= *getTripCount(loop);
  if (count <= kMostWritten)
    for (Loop loop : loops)
      (void)schedule.unroll(loop);
}

void prefetchEpilogue(ScheduleBuilder &schedule, te::BlockOp epilogue,
                      Loop loop, ArrayRef<Loop> during,
                      const MachineModel &machine) {
  if (!machine.prefetchesEpilogues)
    return;
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(epilogue))) {
    if (!isLarge(buffer, machine) || te::isWeight(buffer))
      continue;
    // Optional: the operand comes when it is needed then.
    auto hint = schedule.prefetchDuring(epilogue, i, loop, during);
    if (succeeded(hint))
      writeOut(schedule, getInnerLoops(*hint, during.back()));
  }
}

Loop findSerialSum(te::BlockOp block, Loop loop) {
  Loop innermost;
  for (Loop sum : getInnerLoops(block, loop))
    if (bindsAxis(block, sum.getInductionVar(), /*reduction=*/true) &&
        getTripCount(sum) != 1 && getLoopKind(sum) == LoopKind::Serial)
      innermost = sum;
  return innermost;
}

} // namespace tvm::schedule
