// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

using namespace mlir;

namespace tvm::schedule {

/// Largest number of prefetches that are unrolled, each with its own address.
static constexpr int64_t kMaxUnrolled = 64;

static void unrollHint(ScheduleBuilder &schedule, ArrayRef<Loop> loops) {
  int64_t count = 1;
  for (Loop loop : loops)
    count *= *getTripCount(loop);
  if (count <= kMaxUnrolled)
    for (Loop loop : loops)
      (void)schedule.unroll(loop);
}

void prefetchEpilogue(ScheduleBuilder &schedule, te::BlockOp epilogue,
                      ArrayRef<int64_t> operands, Loop loop,
                      ArrayRef<Loop> during) {
  for (int64_t operand : operands) {
    // Optional: otherwise the operand is loaded when it is needed.
    auto hint = schedule.prefetchDuring(epilogue, operand, loop, during);
    if (failed(hint))
      continue;
    schedule.noteEffect("epilogue", operand);
    unrollHint(schedule, getInnerLoops(*hint, during.back()));
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
