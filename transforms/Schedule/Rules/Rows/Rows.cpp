#include "transforms/Schedule/Rules/Rows/Rows.h"

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Rules/Tiling/VectorEstimate.h"
#include "transforms/Schedule/Strategy/NestLists.h"

using namespace mlir;

namespace tvm::schedule {

unsigned countRowAxes(ArrayRef<te::BlockOp> blocks) {
  unsigned count = ~0u;
  for (te::BlockOp block : blocks) {
    unsigned spatial = llvm::count(block.getKinds(), false);
    count = std::min(count, spatial);
  }
  // The last block's last axis is the row itself.
  te::BlockOp last = blocks.back();
  unsigned limit = llvm::count(last.getKinds(), false);
  count = std::min(count, limit ? limit - 1 : 0);
  for (unsigned axis = 0; axis < count; ++axis) {
    auto trips = getTripCount(getNestLoops(blocks.back())[axis]);
    for (te::BlockOp block : blocks)
      if (!trips || getTripCount(getNestLoops(block)[axis]) != trips)
        return axis;
  }
  return count;
}

/// Stores what `producer` computes where `last` will overwrite it. Fails,
/// having changed nothing, where that cannot be.
static LogicalResult storeInPlace(ScheduleBuilder &schedule,
                                  te::BlockOp producer, te::BlockOp last) {
  std::optional<int64_t> read = findRead(last, producer);
  if (!read || producer.hasReduction())
    return failure();
  return schedule.computeInPlace(last, *read);
}

/// Makes one loop of the rows of two nests.
static LogicalResult mergeRows(ScheduleBuilder &schedule, te::BlockOp producer,
                               te::BlockOp last, unsigned rows) {
  for (unsigned i = 0; i < rows; ++i)
    if (failed(
            schedule.merge(getNestLoops(producer)[i], getNestLoops(last)[i])))
      return failure();
  return success();
}

/// Computes `producer` in the loop over rows of `last`. Returns its block
/// there, null where it keeps a nest of its own; fails where a step refuses
/// half-way.
static FailureOr<te::BlockOp> computeInRows(ScheduleBuilder &schedule,
                                            te::BlockOp producer,
                                            te::BlockOp last, unsigned rows,
                                            bool inPlace) {
  // In place, the lines of the result are fetched while the producer computes,
  // which takes longer. Optional: where it is no place for all of them.
  if (inPlace && succeeded(storeInPlace(schedule, producer, last))) {
    if (failed(mergeRows(schedule, producer, last, rows)))
      return failure();
    return producer;
  }
  // Rows of a reduction to several results can be divided in its own nest.
  if (!getWrittenCapture(producer))
    return te::BlockOp();
  // Optional: what cannot be moved has a nest of its own as well.
  auto moved = schedule.computeAt(producer, getNestLoops(last)[rows - 1]);
  return succeeded(moved) ? *moved : te::BlockOp();
}

/// Loops around `block` inside of `outer`.
static SmallVector<Loop> getLoopsInside(te::BlockOp block, Loop outer) {
  SmallVector<Loop> loops = getNestLoops(block);
  return SmallVector<Loop>(loops.begin() + getNestLoops(outer).size() + 1,
                           loops.end());
}

/// One nest of `first` and `second` inside of `outer`. Fails, having changed
/// nothing, where they are not over the same points. Where the order of the
/// blocks does not allow it, it fails as well: they share the outer ones of
/// these loops at most, which is complete and stays.
static LogicalResult mergeInside(ScheduleBuilder &schedule, te::BlockOp first,
                                 te::BlockOp second, Loop outer) {
  SmallVector<Loop> a = getLoopsInside(first, outer);
  SmallVector<Loop> b = getLoopsInside(second, outer);
  auto getCounts = [](ArrayRef<Loop> loops, size_t depth) {
    SmallVector<std::optional<int64_t>> counts(depth - loops.size(), 1);
    for (Loop loop : loops)
      counts.push_back(getTripCount(loop));
    return counts;
  };
  size_t depth = std::max(a.size(), b.size());
  if (getCounts(a, depth) != getCounts(b, depth))
    return failure();
  for (auto *loops : {&a, &b})
    while (loops->size() < depth) {
      auto unit = schedule.addUnitLoop(loops->front());
      if (failed(unit))
        return failure();
      loops->insert(loops->begin(), *unit);
    }
  for (auto [x, y] : llvm::zip(a, b))
    if (failed(schedule.merge(x, y)))
      return failure();
  return success();
}

/// Asks for the next row of what `producer` reads while it computes: within a
/// row it has more to do than to wait for memory.
static void prefetchNextRow(ScheduleBuilder &schedule, te::BlockOp producer,
                            Loop rowLoop) {
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(producer))) {
    if (!isa<BlockArgument>(buffer))
      continue;
    // Optional: rows come when they are needed, or are asked for in a loop of
    // their own.
    auto hint = schedule.prefetch(producer, i, rowLoop, /*distance=*/1);
    if (succeeded(hint) &&
        failed(mergeInside(schedule, *hint, producer, rowLoop)))
      (void)schedule.vectorize(getLoops(*hint).back());
  }
}

/// Combines the elements that `producer` computes in the loop that computes
/// them.
static void combineWhereComputed(ScheduleBuilder &schedule,
                                 te::BlockOp producer, te::BlockOp reduction,
                                 Loop rowLoop, bool prefetches) {
  if (producer.hasReduction() || !reduction.hasReduction() ||
      !findRead(reduction, producer) || !rowLoop->isAncestor(producer) ||
      !rowLoop->isAncestor(reduction))
    return;
  // Optional: the elements are kept in a row then.
  if (succeeded(mergeInside(schedule, producer, reduction, rowLoop)) &&
      prefetches)
    prefetchNextRow(schedule, producer, rowLoop);
}

static LogicalResult applyToRows(ScheduleBuilder &schedule,
                                 ArrayRef<te::BlockOp> blocks, unsigned rows,
                                 RowsAttr strategy) {
  te::BlockOp last = blocks.back();
  Loop rowLoop = getNestLoops(last)[rows - 1];
  int64_t work = getWork(last).value_or(kUnknownWork);
  SmallVector<te::BlockOp> placed(blocks);
  for (te::BlockOp &producer :
       llvm::reverse(MutableArrayRef(placed).drop_back())) {
    auto inRows =
        computeInRows(schedule, producer, last, rows, strategy.getInPlace());
    if (failed(inRows))
      return failure();
    if (*inRows)
      producer = *inRows;
  }
  for (auto [producer, reduction] : llvm::zip(placed, llvm::drop_begin(placed)))
    combineWhereComputed(schedule, producer, reduction, rowLoop,
                         strategy.getPrefetch());
  for (te::BlockOp block : placed)
    if (rowLoop->isAncestor(block) &&
        getLoopKind(getNestLoops(block).back()) == LoopKind::Serial)
      vectorizeInnermost(schedule, block, getNestLoops(block));
  parallelizeOuter(schedule, ArrayRef(getNestLoops(last)).take_front(rows),
                   work, strategy.getTasks());
  return success();
}

RowsAttr chooseRows(ArrayRef<te::BlockOp> blocks, int64_t tasks) {
  if (blocks.size() < 2 || !llvm::all_of(blocks, isAsLowered) ||
      countRowAxes(blocks) == 0)
    return {};
  MLIRContext *context = blocks.front()->getContext();
  auto names = llvm::map_to_vector(blocks, [](te::BlockOp block) -> Attribute {
    return block.getNameAttr();
  });
  return RowsAttr::get(context, ArrayAttr::get(context, names),
                       /*in_place=*/true, /*prefetch=*/true, tasks);
}

namespace {
/// Attached to the last block of a list.
struct RowsRule : ScheduleRule {
  RowsRule()
      : ScheduleRule(RowsAttr::getMnemonic(), Scope::List, Priority::kRows) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    SmallVector<te::BlockOp> blocks = candidate.list->getBlocks();
    if (blocks.back() != candidate.getBlock())
      return nullptr;
    RowsAttr strategy = chooseRows(blocks, candidate.machine.getEnoughTasks());
    if (!strategy)
      return nullptr;
    ParameterSpace space;
    space.add(makeParameter("in_place", {0, 1}, strategy.getInPlace()));
    space.add(makeParameter("prefetch", {0, 1}, strategy.getPrefetch()));
    space.add(makeTasksParameter(strategy.getTasks()));
    auto build = [strategy](ArrayRef<int64_t> point) -> Strategy {
      return RowsAttr::get(strategy.getContext(), strategy.getBlocks(),
                           point[0] != 0, point[1] != 0, point[2]);
    };
    return FunctionSpace::make(std::move(space), build, {strategy});
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto parameters = cast<RowsAttr>(strategy);
    double cycles = 0;
    for (auto name : parameters.getBlocks().getAsRange<StringAttr>())
      if (te::BlockOp block = findBlockBeside(accesses.block, name))
        cycles += estimateInOrder(block, machine, parameters.getTasks());
    return cycles;
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<RowsAttr>(strategy);
    SmallVector<te::BlockOp> blocks;
    for (auto name : parameters.getBlocks().getAsRange<StringAttr>()) {
      te::BlockOp block = schedule.getBlock(name);
      if (!block || !isAsLowered(block))
        return schedule.refuse("expected a block '" + name.getValue() +
                               "' with one loop for each axis");
      blocks.push_back(block);
    }
    unsigned rows = countRowAxes(blocks);
    if (rows == 0)
      return schedule.refuse("the blocks share no rows");
    return applyToRows(schedule, blocks, rows, parameters);
  }
};
} // namespace

void addRowsRule(RuleList &rules) {
  rules.push_back(std::make_unique<RowsRule>());
}

} // namespace tvm::schedule
