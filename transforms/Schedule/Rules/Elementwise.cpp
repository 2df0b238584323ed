#include "transforms/Schedule/Rules/Rules.h"

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/ElementSize.h"

using namespace mlir;

namespace tvm::schedule {

/// Fewer innermost iterations than this are not worth a thread.
static constexpr int64_t kMinParallelWork = 1 << 15;
/// Loops whose fusion costs nothing are fused up to so many times the tasks
/// that are enough.
static constexpr int64_t kFineness = 4;

void parallelizeOuter(ScheduleBuilder &schedule, ArrayRef<Loop> loops,
                      int64_t work, const MachineModel &machine) {
  if (loops.empty() || work < kMinParallelWork)
    return;
  Loop outer = loops.front();
  int64_t enough = kFineness * machine.getEnoughTasks();
  for (Loop inner : loops.drop_front()) {
    std::optional<int64_t> trips = getTripCount(outer);
    if (!trips || *trips >= enough)
      break;
    auto fused = schedule.fuse(outer, inner);
    if (failed(fused) && *trips != 1)
      break;
    outer = succeeded(fused) ? *fused : inner; // of an unknown count
  }
  if (getTripCount(outer) != std::optional<int64_t>(1))
    (void)schedule.parallel(outer);
}

/// Results of so many bytes, or of this part of the last cache, are better
/// stored around the caches, see the table in transforms/Schedule/README.md.
static constexpr int64_t kStreamedBytes = 1 << 24, kStreamedPart = 2;

/// Whether what `block` writes is too large for caches to keep.
static bool writesMuch(te::BlockOp block, const MachineModel &machine) {
  std::optional<unsigned> capture = getWrittenCapture(block);
  if (!capture || block.hasReduction())
    return false;
  auto type = cast<MemRefType>(block.getCaptures()[*capture].getType());
  return type.hasStaticShape() &&
         type.getNumElements() * getElementBits(type) / 8 >=
             std::min(kStreamedBytes, machine.l3CacheBytes / kStreamedPart);
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

/// Loops around `block` alone; those around several blocks or calls (the steps
/// of a scan) may carry values from one iteration to the next.
static SmallVector<Loop> getOwnLoops(te::BlockOp block) {
  SmallVector<Loop> own;
  for (Loop loop : getLoops(block)) {
    int64_t numBlocks = 0;
    loop->walk([&](te::BlockOp) { ++numBlocks; });
    if (numBlocks == 1 && !hasCall(loop))
      own.push_back(loop);
  }
  return own;
}

/// Those of them that are not repeated: the last one is for lanes.
static SmallVector<Loop> getOwnRows(te::BlockOp block) {
  SmallVector<Loop> loops = getOwnLoops(block);
  while (!loops.empty() && getLoopKind(loops.back()) == LoopKind::Unrolled)
    loops.pop_back();
  return loops;
}

bool hasMarkedLoop(Operation *op) {
  return llvm::any_of(getLoops(op), [](Loop loop) {
    return getLoopKind(loop) != LoopKind::Serial;
  });
}

/// Whether what `block` reads moves by `distance` elements with `loop`.
static bool movesBy(te::BlockOp block, Loop loop, int64_t distance) {
  std::optional<unsigned> written = getWrittenCapture(block);
  return written && llvm::all_of(getAccesses(block), [&](const Access &access) {
           return access.buffer == block.getCaptures()[*written] ||
                  getLinearStride(access, loop.getInductionVar()) == distance;
         });
}

/// One loop over what several innermost loops reduce, element after element:
/// short rows would leave a part of a vector. From the outermost on, so that
/// subscripts are divisions of divisions, which cancel out.
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
  fuseReduced(schedule, block, loops); // optional: as far as it goes
  Loop innermost = loops.back();
  bool combines =
      bindsAxis(block, innermost.getInductionVar(), /*reduction=*/true);
  if (!combines || getWrittenCapture(block))
    (void)schedule.vectorize(innermost);
}

/// Rows that are computed beside each other, so that memory is asked for
/// several pages at a time, as memcpy does.
static constexpr int64_t kStreams = 4;
static constexpr int64_t kPageBytes = 4096, kLineBytes = 64;

/// Schedules a nest whose result goes around the caches: a line of each of some
/// rows after another. Fails, having changed nothing, where rows are short or
/// few are left, or a step refuses.
static LogicalResult scheduleStreams(ScheduleBuilder &schedule,
                                     te::BlockOp block, ArrayRef<Loop> loops,
                                     const MachineModel &machine) {
  if (loops.size() < 2 || !writesMuch(block, machine) ||
      loops.size() < getOwnLoops(block).size())
    return failure();
  Value written = block.getCaptures()[*getWrittenCapture(block)];
  int64_t bytes = getElementBits(cast<MemRefType>(written.getType())) / 8;
  Loop row = loops[loops.size() - 2], column = loops.back();
  auto rows = getTripCount(row), columns = getTripCount(column);
  if (!rows || !columns || bytes == 0 || *rows % kStreams != 0 ||
      *columns * bytes < kPageBytes || *columns * bytes % kLineBytes != 0)
    return failure();
  int64_t work = *getWork(block);
  return schedule.attempt([&]() -> LogicalResult {
    auto group = schedule.split(row, {0, kStreams});
    auto line = schedule.split(column, {0, kLineBytes / bytes});
    if (failed(group) || failed(line) ||
        failed(schedule.reorder(
            {group->front(), line->front(), group->back(), line->back()})) ||
        failed(schedule.unroll(group->back())) ||
        failed(schedule.vectorize(line->back())))
      return failure();
    // Optional: stores go through the caches then.
    (void)schedule.streamStores(line->back());
    SmallVector<Loop> outer(loops.drop_back(2));
    outer.push_back(group->front());
    parallelizeOuter(schedule, outer, work, machine);
    return success();
  });
}

static void scheduleElementwiseNest(ScheduleBuilder &schedule,
                                    te::BlockOp block,
                                    const MachineModel &machine) {
  SmallVector<Loop> loops = getOwnRows(block);
  if (loops.empty())
    return;
  StringAttr name = block.getNameAttr();
  if (!hasMarkedLoop(loops.front())) {
    divideRows(schedule, block, machine);
    if (succeeded(scheduleColumns(schedule, schedule.getBlock(name), machine)))
      return;
    block = schedule.getBlock(name);
    loops = getOwnRows(block);
  }
  if (!hasMarkedLoop(loops.front()) &&
      succeeded(scheduleStreams(schedule, block, loops, machine)))
    return;
  block = schedule.getBlock(name);
  loops = getOwnRows(block);
  // Unknown counts are taken for large ones.
  int64_t work = getWork(block).value_or(kMinParallelWork);
  SmallVector<Loop> spatial = getSpatialLoops(block, loops);
  vectorizeInnermost(schedule, block, loops);
  loops = getOwnRows(block);
  if (writesMuch(block, machine))
    (void)schedule.streamStores(loops.back());
  if (!spatial.empty() && spatial.back() == loops.back())
    spatial.pop_back();
  if (!hasMarkedLoop(loops.front()))
    parallelizeOuter(schedule, spatial, work, machine);
}

/// Elements of a row that one thread takes at a time.
static constexpr int64_t kChunk = 4096;

/// Makes several rows of each of a few long ones, so that there are enough for
/// threads. What is left becomes a nest of its own. Returns the names of the
/// blocks of all nests: `block` alone where rows stay as they are.
static SmallVector<StringAttr> splitRows(ScheduleBuilder &schedule,
                                         te::BlockOp block,
                                         const MachineModel &machine) {
  SmallVector<StringAttr> names{block.getNameAttr()};
  SmallVector<Loop> loops = getOwnRows(block);
  if (loops.empty() || block.hasReduction())
    return names;
  Loop row = loops.pop_back_val();
  int64_t enough = kFineness * machine.getEnoughTasks(), count = 1;
  for (Loop loop : loops)
    count *= getTripCount(loop).value_or(enough);
  std::optional<int64_t> length = getTripCount(row);
  if (count >= enough || !length || *length < kMinParallelWork)
    return names;
  SmallVector<te::BlockOp> blocks{block};
  auto split = [&]() -> LogicalResult {
    peel(schedule, row, kChunk, blocks);
    if (failed(schedule.split(row, {0, kChunk})))
      return failure();
    return distributeNests(schedule, blocks);
  };
  // Optional: a thread takes whole rows then.
  if (succeeded(schedule.attempt(split)))
    for (te::BlockOp rest : ArrayRef(blocks).drop_front())
      names.push_back(rest.getNameAttr());
  return names;
}

void scheduleElementwise(ScheduleBuilder &schedule, te::BlockOp block,
                         const MachineModel &machine) {
  StringAttr name = block.getNameAttr();
  SmallVector<Loop> loops = getOwnLoops(block);
  if (!loops.empty() && loops.size() == getNestLoops(block).size() &&
      !hasMarkedLoop(loops.back()))
    scheduleShortRows(schedule, block);
  block = schedule.getBlock(name);
  for (StringAttr nest : splitRows(schedule, block, machine))
    scheduleElementwiseNest(schedule, schedule.getBlock(nest), machine);
}

} // namespace tvm::schedule
