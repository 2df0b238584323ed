// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Rows/Rows.h"

#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Strategy/IdleParameters.h"
#include "transforms/Schedule/Strategy/NestLists.h"

using namespace mlir;

namespace tvm::schedule {

unsigned countRowAxes(ArrayRef<te::BlockOp> blocks) {
  unsigned count = ~0u;
  for (te::BlockOp block : blocks) {
    unsigned spatial = llvm::count(block.getKinds(), false);
    count = std::min(count, spatial);
  }
  // The last axis of the last block is the row itself.
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

/// Stores the result of `producer` where `last` will overwrite it. Fails,
/// having changed nothing, where that is not possible.
static LogicalResult storeInPlace(ScheduleBuilder &schedule,
                                  te::BlockOp producer, te::BlockOp last) {
  std::optional<int64_t> read = findRead(last, producer);
  if (!read || producer.hasReduction())
    return failure();
  return schedule.computeInPlace(last, *read);
}

/// Merges the loops over rows of two nests.
static LogicalResult mergeRows(ScheduleBuilder &schedule, te::BlockOp producer,
                               te::BlockOp last, unsigned rows) {
  for (unsigned i = 0; i < rows; ++i)
    if (failed(
            schedule.merge(getNestLoops(producer)[i], getNestLoops(last)[i])))
      return failure();
  return success();
}

/// Computes `producer` in the loop over rows of `last`. Returns its block
/// there, or null where it keeps a nest of its own. Fails where a step is
/// refused after others were done.
static FailureOr<te::BlockOp> computeInRows(ScheduleBuilder &schedule,
                                            te::BlockOp producer,
                                            te::BlockOp last, unsigned rows,
                                            bool inPlace) {
  // In place, the cache lines of the result are loaded while the producer
  // computes, which takes longer. Optional: not every result can be in place.
  if (inPlace && succeeded(storeInPlace(schedule, producer, last))) {
    schedule.noteEffect("in_place");
    if (failed(mergeRows(schedule, producer, last, rows)))
      return failure();
    return producer;
  }
  // A reduction to several results can divide its rows in its own nest.
  if (!getWrittenCapture(producer))
    return te::BlockOp();
  // Optional: a block that cannot be moved also keeps a nest of its own.
  auto moved = schedule.computeAt(producer, getNestLoops(last)[rows - 1]);
  return succeeded(moved) ? *moved : te::BlockOp();
}

/// The loops around `block` inside of `outer`.
static SmallVector<Loop> getLoopsInside(te::BlockOp block, Loop outer) {
  SmallVector<Loop> loops = getNestLoops(block);
  return SmallVector<Loop>(loops.begin() + getNestLoops(outer).size() + 1,
                           loops.end());
}

/// Merges the nests of `first` and `second` inside of `outer`. Fails, having
/// changed nothing, where they are not over the same points. If the order of
/// the blocks does not allow it, fails as well, and they share at most the
/// outer loops, which stay.
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

/// Prefetches the next row that `producer` reads while it computes, since
/// within a row it computes more than it waits for memory.
static void prefetchNextRow(ScheduleBuilder &schedule, te::BlockOp producer,
                            Loop rowLoop) {
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(producer))) {
    if (!isa<BlockArgument>(buffer))
      continue;
    // Optional: otherwise rows are loaded when they are needed, or prefetched
    // in a loop of their own.
    auto hint = schedule.prefetch(producer, i, rowLoop, /*distance=*/1);
    if (failed(hint))
      continue;
    schedule.noteEffect("prefetch");
    if (failed(mergeInside(schedule, *hint, producer, rowLoop)))
      (void)schedule.vectorize(getLoops(*hint).back());
  }
}

/// Whether `reduction` may be merged with the loop in which `producer` computes
/// its elements, which may then prefetch.
static bool canCombine(te::BlockOp producer, te::BlockOp reduction) {
  return !producer.hasReduction() && reduction.hasReduction() &&
         findRead(reduction, producer);
}

bool mayPrefetchRows(ArrayRef<te::BlockOp> blocks) {
  return llvm::any_of(llvm::zip(blocks, llvm::drop_begin(blocks)),
                      [](const auto &pair) {
                        auto [producer, reduction] = pair;
                        return canCombine(producer, reduction) &&
                               llvm::any_of(getReadBuffers(producer),
                                            llvm::IsaPred<BlockArgument>);
                      });
}

/// Whether a result may be stored where the last block overwrites it.
static bool mayStoreInPlace(ArrayRef<te::BlockOp> blocks) {
  te::BlockOp last = blocks.back();
  return llvm::any_of(blocks.drop_back(), [&](te::BlockOp producer) {
    return !producer.hasReduction() && findRead(last, producer);
  });
}

/// Merges the reduction with the loop in which `producer` computes its
/// elements.
static void combineWhereComputed(ScheduleBuilder &schedule,
                                 te::BlockOp producer, te::BlockOp reduction,
                                 Loop rowLoop, bool prefetches) {
  if (!canCombine(producer, reduction) || !rowLoop->isAncestor(producer) ||
      !rowLoop->isAncestor(reduction))
    return;
  // Optional: otherwise the elements are stored in a row.
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

/// Schedules the blocks that `strategy` names. A failure may leave a part of
/// the work.
static LogicalResult applyRows(ScheduleBuilder &schedule, RowsAttr strategy) {
  SmallVector<te::BlockOp> blocks;
  for (auto name : strategy.getBlocks().getAsRange<StringAttr>()) {
    te::BlockOp block = schedule.getBlock(name);
    if (!block || !isAsLowered(block))
      return schedule.refuse("expected a block '" + name.getValue() +
                             "' with one loop for each axis");
    blocks.push_back(block);
  }
  unsigned rows = countRowAxes(blocks);
  if (rows == 0)
    return schedule.refuse("the blocks share no rows");
  return applyToRows(schedule, blocks, rows, strategy);
}

static RowsAttr withFlags(RowsAttr strategy, bool inPlace, bool prefetch) {
  return RowsAttr::get(strategy.getContext(), strategy.getBlocks(), inPlace,
                       prefetch, strategy.getTasks());
}

/// Notes whether the parameter `flag`, which is off, would change something.
/// `other` is the strategy with it.
static void noteOmitted(ScheduleBuilder &schedule, StringRef flag,
                        RowsAttr other) {
  ParameterEffects effects =
      schedule.exploreEffects([&] { (void)applyRows(schedule, other); });
  if (effects.has(flag))
    schedule.noteEffect(flag);
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

/// The parameter of a flag that is on, and may be off if it has an effect.
static Parameter makeFlag(StringRef name, bool hasEffect) {
  SmallVector<int64_t> values{1};
  if (hasEffect)
    values.insert(values.begin(), 0);
  return makeParameter(name, values, 1);
}

namespace {
/// The rule for blocks that share rows, attached to the last block of a list.
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
    space.add(makeFlag("in_place", mayStoreInPlace(blocks)));
    space.add(makeFlag("prefetch", mayPrefetchRows(blocks)));
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
        cycles += cost::estimateInOrder(describeNest(block), machine,
                                        parameters.getTasks());
    return cycles;
  }

  Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                    IdleReport report) const override {
    auto rows = cast<RowsAttr>(strategy);
    IdleParameters idle(effects, report);
    bool inPlace = rows.getInPlace(), prefetch = rows.getPrefetch();
    idle.dropFlag("in_place", inPlace, true);
    idle.dropFlag("prefetch", prefetch, true);
    return idle.any() ? withFlags(rows, inPlace, prefetch) : rows;
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto rows = cast<RowsAttr>(strategy);
    if (!rows.getInPlace())
      noteOmitted(schedule, "in_place",
                  withFlags(rows, /*inPlace=*/true, rows.getPrefetch()));
    if (!rows.getPrefetch())
      noteOmitted(schedule, "prefetch",
                  withFlags(rows, rows.getInPlace(), /*prefetch=*/true));
    return applyRows(schedule, rows);
  }
};
} // namespace

void addRowsRule(RuleList &rules) {
  rules.push_back(std::make_unique<RowsRule>());
}

} // namespace tvm::schedule
