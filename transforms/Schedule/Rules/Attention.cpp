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
/// far as they share them. That is optional: a nest that shares fewer loops, or
/// none, is complete as well.
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
/// they stay in a cache from one iteration to the next. Optional: where none
/// can be, the buffer is that of all iterations.
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

static SmallVector<StringAttr> getNames(ArrayRef<te::BlockOp> blocks) {
  return llvm::map_to_vector(
      blocks, [](te::BlockOp block) { return block.getNameAttr(); });
}

/// Schedules both products and the rows between them, in nests of their own.
static LogicalResult schedulePasses(ScheduleBuilder &schedule,
                                    const Attention &attention,
                                    const MachineModel &machine) {
  unsigned depth = attention.numBatchAxes;
  SmallVector<StringAttr> rows = getNames(attention.rows);
  BlockAccesses scores(attention.scores), product(attention.product);
  for (StringAttr copy : getNames(attention.copies))
    if (failed(scheduleTranspose(schedule, schedule.getBlock(copy), machine,
                                 depth, /*onThreads=*/false)))
      // Optional: it is copied element by element then.
      (void)schedule.vectorize(getNestLoops(schedule.getBlock(copy)).back());
  if (failed(scheduleRows(schedule, schedule.getBlocks(rows), machine,
                          /*onThreads=*/false)))
    return failure();
  for (const BlockAccesses &accesses : {scores, product})
    if (failed(scheduleRegisterTile(
            schedule, accesses.of(schedule.getBlock(accesses.name)), machine,
            depth)))
      return failure();
  return success();
}

static LogicalResult applyToAttention(ScheduleBuilder &schedule,
                                      const Attention &attention,
                                      const MachineModel &machine) {
  unsigned depth = attention.numBatchAxes;
  int64_t work = getWork(attention.product).value_or(1 << 20);
  SmallVector<StringAttr> resultNames = getNames(attention.results);
  StringAttr lastRow = getNames(attention.rows).back();
  if (failed(schedulePasses(schedule, attention, machine)))
    return failure();
  Block &list = *getNest(schedule.getBlock(lastRow))->getBlock();
  SmallVector<te::BlockOp> results = schedule.getBlocks(resultNames);
  mergeNests(schedule, getNests(list, results), depth);
  SmallVector<te::BlockOp> nests = getNests(list, results); // merged
  compactBuffers(schedule, nests);
  for (te::BlockOp nest : nests)
    parallelizeOuter(schedule, ArrayRef(getNestLoops(nest)).take_front(depth),
                     work, machine);
  for (StringAttr name : resultNames)
    if (failed(scheduleTranspose(schedule, schedule.getBlock(name), machine)))
      scheduleElementwise(schedule, schedule.getBlock(name), machine);
  return success();
}

LogicalResult scheduleAttention(ScheduleBuilder &schedule,
                                ArrayRef<te::BlockOp> blocks,
                                const MachineModel &machine) {
  std::optional<Attention> attention = match(blocks);
  if (!attention)
    return failure();
  return schedule.attempt(
      [&] { return applyToAttention(schedule, *attention, machine); });
}

} // namespace tvm::schedule
