// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Execution.h"

#include <numeric>

using namespace mlir;

namespace tvm::fuzz {

static SmallVector<int64_t, 3> delinearize(int64_t index,
                                           ArrayRef<int64_t> size) {
  return {index % size[0], index / size[0] % size[1],
          index / size[0] / size[1]};
}

/// Blocks in any order, one at a time.
void Interpreter::runLaunch(gpu::LaunchOp launch, Frame &frame) {
  SmallVector<int64_t> grid, size;
  for (auto [dim, result] :
       {std::pair(launch.getGridSizeOperandValues(), &grid),
        std::pair(launch.getBlockSizeOperandValues(), &size)})
    for (Value value : {dim.x, dim.y, dim.z})
      result->push_back(get(frame, value));
  if (*llvm::min_element(grid) < 1 || *llvm::min_element(size) < 1)
    return fail(launch, "a launch of nothing");
  std::vector<int64_t> order(grid[0] * grid[1] * grid[2]);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.between(0, i - 1)]);
  for (int64_t i : order) {
    Frame inside = frame;
    for (auto [j, value] : llvm::enumerate(grid))
      inside.values[launch.getBody().getArgument(6 + j)] = value;
    runThreads(launch, delinearize(i, grid), size, inside);
    if (isStopped())
      return;
  }
}

void Interpreter::runThreads(gpu::LaunchOp launch, ArrayRef<int64_t> index,
                             ArrayRef<int64_t> size, Frame &frame) {
  auto setArguments = [&](Frame &frame, unsigned from, ArrayRef<int64_t> to) {
    for (auto [i, value] : llvm::enumerate(to))
      frame.values[launch.getBody().getArgument(from + i)] = value;
  };
  setArguments(frame, 0, index);
  setArguments(frame, 9, size);
  for (BlockArgument shared : launch.getWorkgroupAttributions())
    frame.values[shared] = allocate(cast<MemRefType>(shared.getType()), {});
  std::vector<Frame> frames(size[0] * size[1] * size[2], frame);
  for (auto [i, own] : llvm::enumerate(frames)) {
    setArguments(own, 3, delinearize(i, size));
    for (BlockArgument buffer : launch.getPrivateAttributions())
      own.values[buffer] = allocate(cast<MemRefType>(buffer.getType()), {});
  }
  ThreadGroup group(frames.size(), random);
  threads = &group;
  std::string misuse = group.run([&](unsigned thread) {
    SmallVector<Frame *> alone{&frames[thread]};
    runBlock(launch.getBody().front(), alone);
  });
  threads = nullptr;
  if (!misuse.empty())
    fail(launch, misuse);
}

} // namespace tvm::fuzz
