#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// softmax(x y) z, row by row.
struct Attention {
  SmallVector<te::BlockOp> copies; // element by element, of operands
  te::BlockOp scores;              // x y
  SmallVector<te::BlockOp> rows;   // from the maximum of a row on
  te::BlockOp product;
  SmallVector<te::BlockOp> results; // the product in another shape
  unsigned numBatchAxes;            // in front of the rows', of all blocks
};
} // namespace

static std::optional<Attention> match(ArrayRef<te::BlockOp> blocks) {
  SmallVector<size_t> products;
  for (auto [i, block] : llvm::enumerate(blocks))
    if (isTileable(BlockAccesses(block)))
      products.push_back(i);
  if (products.size() != 2)
    return std::nullopt;
  auto copies = blocks.take_front(products.front());
  auto rows =
      blocks.take_front(products.back()).drop_front(products.front() + 1);
  auto reduces = [](te::BlockOp block) { return block.hasReduction(); };
  // Scale and mask go with the scores.
  rows = rows.drop_until(reduces);
  if (llvm::any_of(copies, reduces) || rows.size() < 2 ||
      !findRead(rows.front(), *std::prev(rows.begin())))
    return std::nullopt;
  te::BlockOp last = rows.back();
  if (last.hasReduction() || !findRead(blocks[products.back()], last))
    return std::nullopt;
  unsigned numRowAxes = countRowAxes(rows);
  if (numRowAxes < 2)
    return std::nullopt;
  auto results = blocks.drop_front(products.back() + 1);
  return Attention{SmallVector<te::BlockOp>(copies),  blocks[products.front()],
                   SmallVector<te::BlockOp>(rows),    blocks[products.back()],
                   SmallVector<te::BlockOp>(results), numRowAxes - 1};
}

/// The first block inside of every nest of `list`, but for `others`.
static SmallVector<te::BlockOp> getNests(Block &list,
                                         ArrayRef<te::BlockOp> others) {
  SmallVector<te::BlockOp> nests;
  for (Operation &op : list) {
    te::BlockOp first;
    op.walk([&](te::BlockOp block) {
      first = block;
      return WalkResult::interrupt();
    });
    if (first && !llvm::is_contained(others, first))
      nests.push_back(first);
  }
  return nests;
}

/// Puts all nests into the outer loops of the last one, as many as `depth`, as
/// far as they share them.
static void mergeNests(ScheduleBuilder &schedule, ArrayRef<te::BlockOp> nests,
                       unsigned depth) {
  te::BlockOp last = nests.back();
  for (te::BlockOp nest : llvm::reverse(nests.drop_back()))
    for (unsigned level = 0; level < depth; ++level)
      if (failed(schedule.merge(getNestLoops(nest)[level],
                                getNestLoops(last)[level])))
        break;
}

/// Buffers of one iteration of the innermost loop around all that uses them:
/// they stay in a cache from one iteration to the next.
static void compactBuffers(ScheduleBuilder &schedule,
                           ArrayRef<te::BlockOp> nests) {
  SmallVector<te::BlockOp> blocks;
  for (te::BlockOp nest : nests)
    getNest(nest)->walk([&](te::BlockOp block) { blocks.push_back(block); });
  for (te::BlockOp block : blocks) {
    SmallVector<Loop> loops = getNestLoops(block);
    for (Loop loop : llvm::reverse(loops))
      if (succeeded(schedule.compactBuffer(block, loop)))
        break;
  }
}

LogicalResult scheduleAttention(ScheduleBuilder &schedule,
                                ArrayRef<te::BlockOp> blocks,
                                const MachineModel &machine) {
  std::optional<Attention> attention = match(blocks);
  if (!attention)
    return failure();
  unsigned depth = attention->numBatchAxes;
  Block &list = *getNest(attention->product)->getBlock();
  int64_t work = getWork(attention->product).value_or(1 << 20);
  BlockAccesses scores(attention->scores), product(attention->product);
  for (te::BlockOp copy : attention->copies)
    if (failed(scheduleTranspose(schedule, copy, machine, depth,
                                 /*onThreads=*/false)))
      (void)schedule.vectorize(getNestLoops(copy).back());
  (void)scheduleRows(schedule, attention->rows, machine, /*onThreads=*/false);
  (void)scheduleRegisterTile(schedule, scores, machine, depth);
  (void)scheduleRegisterTile(schedule, product, machine, depth);
  ArrayRef<te::BlockOp> results = attention->results;
  mergeNests(schedule, getNests(list, results), depth);
  SmallVector<te::BlockOp> nests = getNests(list, results); // merged
  compactBuffers(schedule, nests);
  for (te::BlockOp nest : nests)
    parallelizeOuter(schedule, ArrayRef(getNestLoops(nest)).take_front(depth),
                     work, machine);
  for (te::BlockOp result : results)
    if (failed(scheduleTranspose(schedule, result, machine)))
      scheduleElementwise(schedule, result, machine);
  return success();
}

} // namespace tvm::schedule
