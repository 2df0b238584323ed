// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Tiling/Producers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiling/BlockAccesses.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

/// The only block besides `block` that uses `buffers`, which the kernel
/// allocates. Null if there is none, or another operation uses them other than
/// to query a size.
static te::BlockOp getOtherUser(te::BlockOp block, ValueRange buffers) {
  te::BlockOp found;
  for (Value buffer : buffers) {
    if (isa<BlockArgument>(buffer))
      return {};
    for (Operation *user : buffer.getUsers()) {
      if (user == block || isa<memref::DimOp>(user))
        continue;
      auto other = dyn_cast<te::BlockOp>(user);
      if (!other || (found && other != found))
        return {};
      found = other;
    }
  }
  return found;
}

te::BlockOp getElementReader(te::BlockOp block, ValueRange buffers) {
  te::BlockOp reader = getOtherUser(block, buffers);
  bool isElementWise = reader && !reader.hasReduction() && isAsLowered(reader);
  return isElementWise ? reader : te::BlockOp();
}

te::BlockOp getOwnProducer(te::BlockOp block, Value buffer) {
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return {};
  te::BlockOp producer = getOtherUser(block, buffer);
  if (!producer || producer.hasReduction() ||
      getNest(producer) == getNest(block))
    return {};
  return producer;
}

std::optional<int64_t> findRead(te::BlockOp block, te::BlockOp producer) {
  std::optional<unsigned> written = getWrittenCapture(producer);
  if (!written)
    return std::nullopt;
  SmallVector<Value> read = getReadBuffers(block);
  auto *found = llvm::find(read, producer.getCaptures()[*written]);
  if (found == read.end())
    return std::nullopt;
  return found - read.begin();
}

size_t countOwnAxes(te::BlockOp block, unsigned capture,
                    ArrayRef<unsigned> axes) {
  size_t count = axes.size();
  BlockArgument argument = block.getCaptureArgument(block.getBody(), capture);
  for (Operation *user : argument.getUsers()) {
    auto load = dyn_cast<affine::AffineLoadOp>(user);
    if (!load)
      return 0;
    for (size_t i = 0; i < count; ++i) {
      auto subscript = findSubscript(load.getAffineMap(), load.getMapOperands(),
                                     block.getBody().getArgument(axes[i]));
      if (!subscript || subscript->offset != 0)
        count = i;
    }
  }
  return count;
}

/// The loop of `loops` in which `producer` of capture `capture` of `block` can
/// be computed; null if there is none.
static Loop findLoopFor(te::BlockOp producer, te::BlockOp block,
                        unsigned capture, ArrayRef<Loop> loops,
                        ArrayRef<unsigned> axes, int64_t tasks) {
  size_t count = producer ? countOwnAxes(block, capture, axes) : 0;
  // A producer whose loops are already tiled would lose its tiles.
  if (count == 0 || !isAsLowered(producer) ||
      !isEnoughForThreads(loops.take_front(count), tasks))
    return {};
  return loops[count - 1];
}

bool hasProducersFor(te::BlockOp block, ArrayRef<Loop> loops,
                     ArrayRef<unsigned> axes, int64_t tasks) {
  return llvm::any_of(llvm::enumerate(block.getCaptures()), [&](auto capture) {
    te::BlockOp producer = getOwnProducer(block, capture.value());
    return findLoopFor(producer, block, capture.index(), loops, axes, tasks) !=
           Loop();
  });
}

void computeProducersAt(ScheduleBuilder &schedule, te::BlockOp block,
                        ArrayRef<Loop> loops, ArrayRef<unsigned> axes,
                        int64_t tasks) {
  SmallVector<Value> captures(block.getCaptures());
  for (auto [capture, buffer] : llvm::enumerate(captures)) {
    te::BlockOp producer = getOwnProducer(block, buffer);
    Loop loop = findLoopFor(producer, block, capture, loops, axes, tasks);
    if (!loop)
      continue;
    // Optional: otherwise the producer keeps a nest of its own.
    auto moved = schedule.computeAt(producer, loop);
    if (succeeded(moved))
      (void)schedule.vectorize(getNestLoops(*moved).back());
  }
}

bool isUsedByOthers(te::BlockOp block, Value buffer) {
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    return user != block && isa<te::BlockOp>(user);
  });
}

} // namespace tvm::schedule
