// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Elementwise/Elementwise.h"

#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Rules/Elementwise/ShortRows.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Strategy/IdleParameters.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether the result of `block` is too large to stay in the caches.
static bool writesMuch(te::BlockOp block, const MachineModel &machine) {
  std::optional<unsigned> capture = getWrittenCapture(block);
  if (!capture || block.hasReduction())
    return false;
  auto type = cast<MemRefType>(block.getCaptures()[*capture].getType());
  return type.hasStaticShape() &&
         type.getNumElements() * getElementBits(type) / 8 >=
             std::min(machine.tiles.streamedBytes,
                      machine.l3CacheBytes / machine.tiles.streamedPart);
}

SmallVector<Loop> getOwnLoops(te::BlockOp block) {
  SmallVector<Loop> own;
  for (Loop loop : getLoops(block)) {
    int64_t numBlocks = 0;
    loop->walk([&](te::BlockOp) { ++numBlocks; });
    if (numBlocks == 1 && !hasCall(loop))
      own.push_back(loop);
  }
  return own;
}

SmallVector<Loop> getOwnRows(te::BlockOp block) {
  SmallVector<Loop> loops = getOwnLoops(block);
  while (!loops.empty() && getLoopKind(loops.back()) == LoopKind::Unrolled)
    loops.pop_back();
  return loops;
}

static constexpr int64_t kPageBytes = 4096, kLineBytes = 64;

/// Schedules a nest whose result is stored around the caches: one cache line of
/// each of `streams` rows in turn. Fails, having changed nothing, where rows
/// are short or few, or a step refuses.
static LogicalResult scheduleStreams(ScheduleBuilder &schedule,
                                     te::BlockOp block, ArrayRef<Loop> loops,
                                     ElementwiseAttr strategy) {
  int64_t streams = strategy.getStreams();
  if (streams == 1 || loops.size() < 2 ||
      loops.size() < getOwnLoops(block).size())
    return failure();
  Value written = block.getCaptures()[*getWrittenCapture(block)];
  int64_t bytes = getElementBits(cast<MemRefType>(written.getType())) / 8;
  Loop row = loops[loops.size() - 2], column = loops.back();
  auto rows = getTripCount(row), columns = getTripCount(column);
  if (!rows || !columns || bytes == 0 || *rows % streams != 0 ||
      *columns * bytes < kPageBytes || *columns * bytes % kLineBytes != 0)
    return failure();
  int64_t work = *getWork(block);
  return schedule.attempt([&]() -> LogicalResult {
    auto group = schedule.split(row, {0, streams});
    auto line = schedule.split(column, {0, kLineBytes / bytes});
    if (failed(group) || failed(line) ||
        failed(schedule.reorder(
            {group->front(), line->front(), group->back(), line->back()})) ||
        failed(schedule.unroll(group->back())) ||
        failed(schedule.vectorize(line->back())))
      return failure();
    // Optional: without it, stores go through the caches.
    if (succeeded(schedule.streamStores(line->back())))
      schedule.noteEffect("stream_stores");
    schedule.noteEffect("streams");
    SmallVector<Loop> outer(loops.drop_back(2));
    outer.push_back(group->front());
    parallelizeOuter(schedule, outer, work, strategy.getTasks());
    return success();
  });
}

LogicalResult scheduleOwnLoops(ScheduleBuilder &schedule, te::BlockOp block,
                               bool streamsStores, int64_t tasks) {
  SmallVector<Loop> loops = getOwnRows(block);
  if (loops.empty())
    return schedule.refuse("the block has no loops of its own");
  // Unknown counts are assumed to be large.
  int64_t work = getWork(block).value_or(kMinParallelWork);
  SmallVector<Loop> spatial = getSpatialLoops(block, loops);
  vectorizeInnermost(schedule, block, loops);
  loops = getOwnRows(block);
  if (streamsStores && succeeded(schedule.streamStores(loops.back())))
    schedule.noteEffect("stream_stores");
  if (!spatial.empty() && spatial.back() == loops.back())
    spatial.pop_back();
  if (!hasMarkedLoop(loops.front()))
    parallelizeOuter(schedule, spatial, work, tasks);
  return success();
}

static void scheduleNest(ScheduleBuilder &schedule, te::BlockOp block,
                         ElementwiseAttr strategy) {
  SmallVector<Loop> loops = getOwnRows(block);
  if (loops.empty())
    return;
  StringAttr name = block.getNameAttr();
  // Optional: without it, rows are stored one after another.
  if (!hasMarkedLoop(loops.front()) &&
      succeeded(scheduleStreams(schedule, block, loops, strategy)))
    return;
  (void)scheduleOwnLoops(schedule, schedule.getBlock(name),
                         strategy.getStreamStores(), strategy.getTasks());
}

/// Splits each of a few long rows into several rows, so that there are enough
/// for threads. A remainder becomes a nest of its own. Returns the names of the
/// blocks of all nests: `block` alone where rows stay as they are.
static SmallVector<StringAttr> splitRows(ScheduleBuilder &schedule,
                                         te::BlockOp block,
                                         ElementwiseAttr strategy) {
  SmallVector<StringAttr> names{block.getNameAttr()};
  SmallVector<Loop> loops = getOwnRows(block);
  if (loops.empty())
    return names;
  Loop row = loops.pop_back_val();
  int64_t enough = kFineness * strategy.getTasks(), count = 1;
  for (Loop loop : loops)
    count *= getTripCount(loop).value_or(enough);
  std::optional<int64_t> length = getTripCount(row);
  if (count >= enough || !length || *length < kMinParallelWork)
    return names;
  int64_t chunk = strategy.getChunk();
  SmallVector<te::BlockOp> blocks{block};
  auto split = [&]() -> LogicalResult {
    peel(schedule, row, chunk, blocks);
    if (failed(schedule.split(row, {0, chunk})))
      return failure();
    return distributeNests(schedule, blocks);
  };
  // Optional: without it, a thread computes whole rows.
  bool isSplit = chunk != 0 && succeeded(schedule.attempt(split));
  schedule.noteEffect("chunk", isSplit ? chunk : 0);
  if (isSplit)
    for (te::BlockOp rest : ArrayRef(blocks).drop_front())
      names.push_back(rest.getNameAttr());
  return names;
}

/// Whether `block` is alone in its loops and none is marked, so that they may
/// be reordered and fused.
static bool hasOwnNest(te::BlockOp block) {
  SmallVector<Loop> loops = getOwnLoops(block);
  return !loops.empty() && loops.size() == getNestLoops(block).size() &&
         !hasMarkedLoop(loops.back());
}

Strategy chooseElementwise(te::BlockOp block, const MachineModel &machine,
                           int64_t tasks) {
  if (block.hasReduction())
    return ReductionAttr::get(block.getContext(), /*parts=*/1, tasks);
  bool streams = writesMuch(block, machine);
  return ElementwiseAttr::get(block.getContext(), /*short_rows=*/true,
                              kDefaultChunk, streams,
                              streams ? machine.tiles.streams : 1, tasks);
}

std::unique_ptr<StrategySpace>
makeElementwiseSpace(te::BlockOp block, const MachineModel &machine) {
  auto chosen = cast<ElementwiseAttr>(
      chooseElementwise(block, machine, machine.getEnoughTasks()));
  ParameterSpace space;
  space.add(makeParameter("short_rows", {0, 1}, chosen.getShortRows()));
  space.add(
      makeParameter("chunk", {0, 1024, 4096, 16384, 65536}, chosen.getChunk()));
  space.add(ParameterGroup(
      {makeParameter("stream_stores", {0, 1}, chosen.getStreamStores()),
       makeParameter("streams", {1, 2, 4, 8}, chosen.getStreams())},
      [](ArrayRef<int64_t> values) {
        return values.front() == 1 || values.back() == 1;
      }));
  space.add(makeTasksParameter(chosen.getTasks()));
  auto build = [chosen](ArrayRef<int64_t> point) -> Strategy {
    return ElementwiseAttr::get(chosen.getContext(), point[0] != 0, point[1],
                                point[2] != 0, point[3], point[4]);
  };
  return FunctionSpace::make(std::move(space), build, {chosen});
}

/// Fuses rows shorter than a vector with the loop around them.
static void fuseShortRows(cost::Nest &nest, int64_t lanes) {
  for (unsigned last = nest.getNumAxes() - 1, axis = last; axis-- > 0;) {
    if (nest.extents[last] >= lanes)
      return;
    nest.extents[last] *= nest.extents[axis];
    nest.extents[axis] = 1;
  }
}

static double estimateElementwise(te::BlockOp block, ElementwiseAttr strategy,
                                  const MachineModel &machine) {
  cost::Nest nest = describeNest(block);
  if (nest.getNumAxes() == 0)
    return 1;
  unsigned last = nest.getNumAxes() - 1;
  cost::VectorPlan plan =
      cost::makeVectorPlan(nest, last, machine, strategy.getTasks());
  if (strategy.getShortRows())
    fuseShortRows(nest, plan.lanes);
  if (strategy.getChunk() != 0 && strategy.getTasks() != 0)
    plan.tasks = std::max(plan.tasks,
                          std::min(strategy.getTasks(),
                                   nest.extents[last] / strategy.getChunk()));
  plan.sizes[last] = nest.extents[last];
  plan.streamsStores = strategy.getStreamStores();
  return cost::estimateVectors(nest, plan, machine);
}

namespace {
struct ElementwiseRule : ScheduleRule {
  ElementwiseRule()
      : ScheduleRule(ElementwiseAttr::getMnemonic(), Scope::Rest,
                     Priority::kElementwise) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    te::BlockOp block = candidate.getBlock();
    if (block.hasReduction() || getOwnRows(block).empty())
      return nullptr;
    return makeElementwiseSpace(block, candidate.machine);
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    return estimateElementwise(accesses.block, cast<ElementwiseAttr>(strategy),
                               machine);
  }

  Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                    IdleReport report) const override {
    auto given = cast<ElementwiseAttr>(strategy);
    IdleParameters idle(effects, report);
    bool shortRows = given.getShortRows(), streams = given.getStreamStores();
    int64_t chunk = given.getChunk(), numStreams = given.getStreams();
    idle.dropFlag("short_rows", shortRows, true);
    auto chunks = effects.get("chunk");
    idle.set("chunk", chunk, chunks.empty() ? kDefaultChunk : chunks.back());
    idle.drop<int64_t>("streams", numStreams, 1);
    if (numStreams == 1)
      idle.dropFlag("stream_stores", streams, false);
    if (!idle.any())
      return strategy;
    return ElementwiseAttr::get(strategy.getContext(), shortRows, chunk,
                                streams, numStreams, given.getTasks());
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<ElementwiseAttr>(strategy);
    te::BlockOp block = accesses.block;
    if (block.hasReduction())
      return schedule.refuse("the block is a reduction");
    auto shorten = [&] { scheduleShortRows(schedule, block); };
    if (parameters.getShortRows() && hasOwnNest(block))
      shorten();
    else if (hasOwnNest(block) && schedule.wouldChange(shorten))
      schedule.noteEffect("short_rows");
    block = schedule.getBlock(accesses.name);
    for (StringAttr nest : splitRows(schedule, block, parameters))
      scheduleNest(schedule, schedule.getBlock(nest), parameters);
    return success();
  }
};

struct VectorizedRule : ScheduleRule {
  VectorizedRule()
      : ScheduleRule(VectorizedAttr::getMnemonic(), Scope::Rest,
                     Priority::kElementwise) {}

  /// Takes no block: only other strategies contain this one.
  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    return nullptr;
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    return cost::estimateInOrder(describeNest(accesses.block), machine,
                                 /*tasks=*/0);
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    SmallVector<Loop> loops = getNestLoops(accesses.block);
    if (loops.empty())
      return schedule.refuse("the block is in no loop");
    return schedule.vectorize(loops.back());
  }
};
} // namespace

void addElementwiseRules(RuleList &rules) {
  rules.push_back(std::make_unique<ElementwiseRule>());
  rules.push_back(createReductionRule());
  rules.push_back(std::make_unique<VectorizedRule>());
}

} // namespace tvm::schedule
