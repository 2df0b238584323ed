// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Sampling/Sampling.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

/// All loops around consumers of `block`, legal or not.
static SmallVector<Loop> getLocations(te::BlockOp block) {
  llvm::SetVector<Loop> loops;
  for (te::BlockOp consumer : getConsumers(block))
    loops.insert_range(getLoops(consumer));
  return loops.takeVector();
}

void sampleComputeLocation(te::BlockOp block, Random &random, int64_t &position,
                           Loop &loop, SmallVectorImpl<int64_t> &legal) {
  SmallVector<Loop> locations = getLocations(block);
  legal.assign(1, -1);
  for (auto [i, location] : llvm::enumerate(locations)) {
    auto outcome = checkComputeAt(block, location);
    if (outcome.succeeded())
      legal.push_back(i);
    (void)outcome.silence();
  }
  position = legal[random.below(legal.size())];
  loop = position < 0 ? Loop() : locations[position];
}

DiagnosedSilenceableFailure getComputeLocation(te::BlockOp block,
                                               int64_t position, Loop &loop) {
  loop = {};
  if (position == -1)
    return DiagnosedSilenceableFailure::success();
  SmallVector<Loop> locations = getLocations(block);
  int64_t count = locations.size();
  if (position < 0 || position >= count)
    return emitSilenceableFailure(block)
           << "cannot take the decided loop: expected an index below " << count
           << " (loops around consumers of '" << block.getName() << "'), got "
           << position;
  loop = locations[position];
  return checkComputeAt(block, loop);
}

} // namespace tvm::schedule
