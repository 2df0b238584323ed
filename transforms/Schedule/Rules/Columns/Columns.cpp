// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Elementwise/Elementwise.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Strategy/IdleParameters.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `block` is a reduction to several results (such as the position of a
/// maximum) whose accesses are all contiguous along its last spatial axis.
static bool reducesColumns(te::BlockOp block) {
  if (!block.hasReduction() || getWrittenCapture(block) || !isAsLowered(block))
    return false;
  using Along = BlockAccesses::Along;
  BlockAccesses accesses(block);
  unsigned last = accesses.numSpatial - 1;
  return accesses.isAffine && accesses.numSpatial > 0 &&
         llvm::all_of(accesses.loads, [&](const auto &load) {
           return load.along[last] == Along::Contiguous ||
                  load.along[last] == Along::None;
         });
}

/// Reduces columns side by side, `part` of them at a time.
static LogicalResult applyToColumns(ScheduleBuilder &schedule,
                                    te::BlockOp block, int64_t part,
                                    int64_t tasks) {
  SmallVector<Loop> loops = getNestLoops(block);
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  int64_t work = getWork(block).value_or(kUnknownWork);
  SmallVector<Loop> outer(ArrayRef(loops).take_front(last));
  SmallVector<Loop> order(ArrayRef(loops).drop_front(last + 1));
  Loop sum = order.front(), column = loops[last];
  auto columns = getTripCount(column);
  if (!columns)
    return schedule.refuse("expected a known number of columns");
  schedule.noteEffect("columns", std::min(part, *columns));
  if (*columns > part) {
    auto parts = schedule.split(column, {0, part});
    if (failed(parts))
      return failure();
    outer.push_back(parts->front());
    column = parts->back();
  }
  order.push_back(column);
  if (failed(schedule.reorder(order)) || failed(schedule.vectorize(column)) ||
      failed(schedule.decomposeReduction(block, sum)))
    return failure();
  parallelizeOuter(schedule, outer, work, tasks);
  return success();
}

/// The strategies with a number of columns that divides `extent`, and with the
/// default `chosen`.
template <typename Attr>
static std::unique_ptr<StrategySpace>
makeColumnSpace(te::BlockOp block, int64_t extent, int64_t chosen,
                const MachineModel &machine) {
  SmallVector<int64_t> columns;
  for (int64_t size = 1; size <= std::min<int64_t>(extent, 4096); size *= 2)
    if (extent % size == 0)
      columns.push_back(size);
  int64_t tasks = machine.getEnoughTasks();
  ParameterSpace space;
  space.add(makeParameter("columns", columns, chosen));
  space.add(makeTasksParameter(tasks));
  auto build = [block](ArrayRef<int64_t> point) -> Strategy {
    return Attr::get(block->getContext(), point[0], point[1]);
  };
  Strategy preferred = Attr::get(block.getContext(), chosen, tasks);
  return FunctionSpace::make(std::move(space), build, {preferred});
}

static double estimateColumns(te::BlockOp block, int64_t columns, int64_t tasks,
                              const MachineModel &machine) {
  cost::Nest nest = describeNest(block);
  unsigned last = nest.getLastSpatialAxis();
  cost::VectorPlan plan = cost::makeVectorPlan(nest, last, machine, tasks);
  plan.sizes[last] = std::min(columns, nest.extents[last]);
  plan.order.insert(
      llvm::find_if(plan.order,
                    [&](unsigned axis) { return nest.isReduction[axis]; }),
      last);
  plan.accumulators = llvm::divideCeil(plan.sizes[last], plan.lanes);
  return cost::estimateVectors(nest, plan, machine);
}

namespace {
struct ColumnsRule : ScheduleRule {
  ColumnsRule()
      : ScheduleRule(ColumnsAttr::getMnemonic(), Scope::Rest,
                     Priority::kColumns) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    te::BlockOp block = candidate.getBlock();
    if (getOwnRows(block).empty() || !reducesColumns(block) ||
        chooseReductionParts(block, candidate.machine))
      return nullptr;
    unsigned last = llvm::count(block.getKinds(), false) - 1;
    auto columns = getTripCount(getNestLoops(block)[last]);
    bool isLong = columns && *columns > kDefaultColumns;
    if (!columns || *columns == 1 ||
        (isLong && *columns % kDefaultColumns != 0))
      return nullptr;
    return makeColumnSpace<ColumnsAttr>(block, *columns,
                                        std::min(*columns, kDefaultColumns),
                                        candidate.machine);
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto parameters = cast<ColumnsAttr>(strategy);
    return estimateColumns(accesses.block, parameters.getColumns(),
                           parameters.getTasks(), machine);
  }

  Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                    IdleReport report) const override {
    auto given = cast<ColumnsAttr>(strategy);
    IdleParameters idle(effects, report);
    int64_t columns = given.getColumns();
    idle.setToEffect("columns", columns);
    return ColumnsAttr::get(strategy.getContext(), columns, given.getTasks());
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<ColumnsAttr>(strategy);
    if (!reducesColumns(accesses.block))
      return schedule.refuse("the block does not reduce columns to several "
                             "results");
    return applyToColumns(schedule, accesses.block, parameters.getColumns(),
                          parameters.getTasks());
  }
};
} // namespace

/// The number of columns to reduce in registers: their results take half of the
/// registers, in full vectors if possible.
static std::optional<int64_t> chooseColumns(te::BlockOp block, int64_t columns,
                                            const MachineModel &machine) {
  SmallVector<unsigned> written = getWrittenCaptures(block);
  int64_t lanes = machine.vectors.bits;
  for (unsigned index : written) {
    auto type = cast<MemRefType>(block.getCaptures()[index].getType());
    lanes = std::min(lanes, machine.lanesFor(type));
  }
  int64_t vectors = machine.vectors.numRegisters / (2 * written.size());
  if (columns <= vectors * lanes)
    return columns;
  int64_t largest = 0;
  for (int64_t count = vectors * lanes; count >= lanes; --count) {
    if (columns % count != 0)
      continue;
    largest = std::max(largest, count);
    if (count % lanes == 0 && 2 * count > largest)
      return count;
  }
  if (largest > 0)
    return largest;
  return columns <= kDefaultColumns ? std::optional(columns) : std::nullopt;
}

/// The only block that reads results of `block`, with one point per element;
/// null if there is none.
static te::BlockOp getPointReader(te::BlockOp block) {
  SmallVector<Value> results;
  for (unsigned index : getWrittenCaptures(block))
    results.push_back(block.getCaptures()[index]);
  te::BlockOp reader = getElementReader(block, results);
  if (!reader)
    return {};
  auto getCounts = [](te::BlockOp nest) {
    SmallVector<int64_t> counts;
    for (Loop loop : getNestLoops(nest))
      counts.push_back(getTripCount(loop).value_or(0));
    return counts;
  };
  SmallVector<int64_t> points = getCounts(reader), counts = getCounts(block);
  counts.truncate(llvm::count(block.getKinds(), false));
  llvm::erase(points, 1);
  llvm::erase(counts, 1);
  return points == counts && !llvm::is_contained(counts, 0) ? reader
                                                            : te::BlockOp();
}

/// Reduces `columns` columns at a time in the loops of `reader`.
static LogicalResult applyToTiles(ScheduleBuilder &schedule, te::BlockOp block,
                                  te::BlockOp reader, int64_t columns,
                                  int64_t tasks) {
  int64_t work = getWork(block).value_or(kUnknownWork);
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  SmallVector<Loop> outer = getNestLoops(reader);
  Loop row = outer.pop_back_val();
  int64_t count = *getTripCount(row); // see getPointReader
  if (columns > count)
    return schedule.refuse("expected 'columns' of at most " + Twine(count) +
                           ", the columns of the block that reads the results, "
                           "got " +
                           Twine(columns));
  auto parts = schedule.split(row, {0, columns});
  if (failed(parts))
    return failure();
  auto reduction = schedule.computeAt(block, parts->front());
  if (failed(reduction) || failed(schedule.vectorize(parts->back())))
    return failure();
  SmallVector<Loop> loops = getNestLoops(*reduction);
  loops = SmallVector<Loop>(ArrayRef(loops).drop_front(outer.size() + 1));
  Loop column = loops[last], sum = loops[last + 1];
  SmallVector<Loop> order(ArrayRef(loops).drop_front(last + 1));
  order.push_back(column);
  if (failed(schedule.reorder(order)) || failed(schedule.vectorize(column)) ||
      failed(schedule.decomposeReduction(*reduction, sum)))
    return failure();
  outer.push_back(parts->front());
  parallelizeOuter(schedule, outer, work, tasks);
  return success();
}

/// The block that reads the results of `block`, if `block` reduces columns to
/// several results; null otherwise.
static te::BlockOp findReader(te::BlockOp block) {
  if (getWrittenCaptures(block).size() < 2 || !reducesColumns(block))
    return {};
  te::BlockOp reader = getPointReader(block);
  return reader && !getNestLoops(reader).empty() ? reader : te::BlockOp();
}

namespace {
struct ColumnTilesRule : ScheduleRule {
  ColumnTilesRule()
      : ScheduleRule(ColumnTilesAttr::getMnemonic(), Scope::Block,
                     Priority::kBlock) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    te::BlockOp block = candidate.getBlock(), reader = findReader(block);
    if (!reader)
      return nullptr;
    auto columns = chooseColumns(
        block, *getTripCount(getNestLoops(reader).back()), candidate.machine);
    if (!columns || *columns == 1)
      return nullptr;
    return makeColumnSpace<ColumnTilesAttr>(
        block, *getTripCount(getNestLoops(reader).back()), *columns,
        candidate.machine);
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto parameters = cast<ColumnTilesAttr>(strategy);
    return estimateColumns(accesses.block, parameters.getColumns(),
                           parameters.getTasks(), machine);
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<ColumnTilesAttr>(strategy);
    te::BlockOp reader = findReader(accesses.block);
    if (!reader)
      return schedule.refuse("no block reads each of the results");
    return applyToTiles(schedule, accesses.block, reader,
                        parameters.getColumns(), parameters.getTasks());
  }
};
} // namespace

void addColumnRules(RuleList &rules) {
  rules.push_back(std::make_unique<ColumnTilesRule>());
  rules.push_back(std::make_unique<ColumnsRule>());
}

} // namespace tvm::schedule
