// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Transpose/Transpose.h"

#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Elementwise/Elementwise.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Rules/Transpose/CopyLoops.h"
#include "transforms/Schedule/Strategy/ComposedSpace.h"
#include "transforms/Schedule/Strategy/IdleParameters.h"

using namespace mlir;

namespace tvm::schedule {

/// Fuses neighbouring loops, from `first` on, across which both buffers are
/// contiguous.
static SmallVector<Loop> collapse(ScheduleBuilder &schedule, te::BlockOp block,
                                  unsigned first) {
  SmallVector<Loop> loops = getNestLoops(block);
  for (size_t i = first; i + 1 < loops.size();) {
    std::optional<Copy> copy = matchCopy(block);
    if (!copy)
      break;
    Loop outer = loops[i], inner = loops[i + 1];
    std::optional<int64_t> trips = getTripCount(inner);
    bool isOne =
        trips &&
        llvm::all_of(
            ArrayRef{&copy->load, &copy->store}, [&](const Access *access) {
              auto o = getLinearStride(*access, outer.getInductionVar());
              auto i = getLinearStride(*access, inner.getInductionVar());
              return o && i && *o == *i * *trips;
            });
    FailureOr<Loop> fused = failure();
    if (isOne)
      fused = schedule.fuse(outer, inner);
    if (failed(fused)) {
      ++i;
      continue;
    }
    loops[i] = *fused;
    loops.erase(loops.begin() + i + 1);
  }
  return loops;
}

/// The two loops along which a copy reads and writes contiguously, if they
/// differ.
static std::optional<std::pair<Loop, Loop>>
findRowAndColumn(const std::optional<Copy> &copy, ArrayRef<Loop> loops) {
  if (!copy)
    return std::nullopt;
  Loop row = getContiguous(copy->load, loops);
  Loop column = getContiguous(copy->store, loops);
  if (!row || !column || row == column)
    return std::nullopt;
  return std::pair(row, column);
}

/// The loops around `block`, except two.
static SmallVector<Loop> getOthers(te::BlockOp block, Loop row, Loop column) {
  SmallVector<Loop> others = getNestLoops(block);
  llvm::erase_if(others,
                 [&](Loop loop) { return loop == row || loop == column; });
  return others;
}

/// Makes the remainders of tiles nests of their own, inside of the loops that
/// are not sides.
static LogicalResult peelTiles(ScheduleBuilder &schedule, te::BlockOp block,
                               TransposedSide outer, TransposedSide inner,
                               bool masked) {
  auto isDivided = [](TransposedSide side) {
    auto count = getTripCount(side.loop);
    return count && *count % side.size == 0;
  };
  if (isDivided(outer) && isDivided(inner))
    return success();
  SmallVector<Loop> order = getOthers(block, outer.loop, inner.loop);
  size_t numShared = order.size();
  order.append({outer.loop, inner.loop});
  if (order != getNestLoops(block) && failed(schedule.reorder(order)))
    return failure();
  SmallVector<te::BlockOp> nests{block};
  peel(schedule, inner.loop, inner.size, nests);
  peel(schedule, outer.loop, outer.size, nests);
  if (failed(distributeNests(schedule, nests, numShared)))
    return failure();
  for (te::BlockOp rest : ArrayRef(nests).drop_front()) {
    SmallVector<Loop> loops = getNestLoops(rest);
    // A dynamic number of columns, less than a vector.
    if (masked && !getTripCount(loops.back())) {
      auto parts = schedule.split(loops.back(), {0, inner.size});
      if (failed(parts))
        return failure();
      schedule.noteEffect("masked");
      loops.back() = parts->back();
    }
    // The loops that the nests share run on threads.
    if (numShared > 0)
      vectorizeInnermost(schedule, rest, loops);
  }
  return success();
}

LogicalResult tileTranspose(ScheduleBuilder &schedule, te::BlockOp block,
                            TransposedSide row, TransposedSide column,
                            bool readsRowsWhole, int64_t tasks) {
  SmallVector<Loop> order = getOthers(block, row.loop, column.loop);
  bool areInnermost =
      ArrayRef(order) == ArrayRef(getNestLoops(block)).drop_back(2);
  auto rows = schedule.split(row.loop, {0, row.size});
  auto columns = schedule.split(column.loop, {0, column.size});
  if (failed(rows) || failed(columns))
    return failure();
  order.append({rows->front(), columns->front()});
  if (readsRowsWhole)
    std::swap(order.back(), order[order.size() - 2]);
  size_t numOuter = order.size();
  order.append({rows->back(), columns->back()});
  ArrayRef<Loop> moved = order;
  if (areInnermost)
    moved = moved.take_back(4);
  if (failed(schedule.reorder(moved)) ||
      failed(schedule.vectorize(columns->back())) ||
      failed(schedule.vectorize(rows->back())))
    return failure();
  int64_t work = getWork(block).value_or(kUnknownWork);
  parallelizeOuter(schedule, ArrayRef(order).take_front(numOuter - 1), work,
                   tasks);
  return success();
}

/// Fuses loops and tiles the copy. Fails where it has no sides of that size.
static LogicalResult applyTranspose(ScheduleBuilder &schedule,
                                    te::BlockOp block, TransposeAttr strategy) {
  if (!matchCopy(block) || !isAsLowered(block))
    return schedule.refuse("the block is no copy");
  SmallVector<Loop> loops = collapse(schedule, block, strategy.getOuter());
  auto sides = findRowAndColumn(matchCopy(block), loops);
  if (!sides)
    return schedule.refuse("the copy does not transpose");
  auto [row, column] = *sides;
  int64_t numAround =
      std::min(llvm::find(loops, row), llvm::find(loops, column)) -
      loops.begin();
  if (strategy.getOuter() > numAround)
    return schedule.refuse("expected 'outer' of at most " + Twine(numAround) +
                           ", the loops around the sides of a tile, got " +
                           Twine(strategy.getOuter()));
  TransposedSide rows{row, strategy.getRows()};
  TransposedSide columns{column, strategy.getColumns()};
  for (const TransposedSide &side : {rows, columns})
    if (auto count = getTripCount(side.loop); count && *count < side.size)
      return schedule.refuse("expected sides of a tile of at most " +
                             Twine(*count) + ", got " + Twine(side.size));
  bool isRowOutside = row->isProperAncestor(column);
  if (failed(peelTiles(schedule, block, isRowOutside ? rows : columns,
                       isRowOutside ? columns : rows, strategy.getMasked())))
    return failure();
  return tileTranspose(schedule, block, rows, columns,
                       strategy.getReadsRowsWhole(), strategy.getTasks());
}

SmallVector<Strategy> chooseTranspose(te::BlockOp block,
                                      const MachineModel &machine,
                                      unsigned numOuter, int64_t tasks) {
  std::optional<Copy> copy = matchCopy(block);
  if (!isAsLowered(block) || !copy)
    return {};
  CopyLoops lowered(*copy, getNestLoops(block));
  if (!lowered.hasSides() || lowered.gathersColumns())
    return {};
  CopyLoops fused = lowered.collapse(numOuter);
  SmallVector<Strategy> strategies;
  if (auto tile = fused.chooseTile(machine))
    strategies.push_back(TransposeAttr::get(
        block.getContext(), tile->rows, tile->columns, tile->readsRowsWhole,
        machine.vectors.hasMasks(), numOuter, tasks));
  if (fused.size() == lowered.size())
    return strategies;
  // Where no tile fits, one loop over elements that are contiguous in both
  // buffers is still better than several loops.
  Strategy then = tasks == 0 ? Strategy(VectorizedAttr::get(block.getContext()))
                             : chooseElementwise(block, machine, tasks);
  strategies.push_back(CollapsedAttr::get(block.getContext(), numOuter, then));
  return strategies;
}

/// Sides of tiles: powers of two up to `longest`.
static SmallVector<int64_t> listSides(int64_t longest) {
  SmallVector<int64_t> sides;
  for (int64_t size = 4; size <= longest; size *= 2)
    sides.push_back(size);
  return sides;
}

/// The strategies with other sides and orders of tiles than `chosen`. `longest`
/// has the longest rows and columns.
static std::unique_ptr<StrategySpace>
makeTileSpace(TransposeAttr chosen, std::pair<int64_t, int64_t> longest,
              ArrayRef<Strategy> preferred) {
  ParameterSpace space;
  space.add(makeParameter("rows", listSides(longest.first), chosen.getRows()));
  space.add(
      makeParameter("columns", listSides(longest.second), chosen.getColumns()));
  space.add(
      makeParameter("reads_rows_whole", {0, 1}, chosen.getReadsRowsWhole()));
  space.add(makeTasksParameter(chosen.getTasks()));
  auto build = [chosen](ArrayRef<int64_t> point) -> Strategy {
    return TransposeAttr::get(chosen.getContext(), point[0], point[1],
                              point[2] != 0, chosen.getMasked(),
                              chosen.getOuter(), point[3]);
  };
  return FunctionSpace::make(std::move(space), build, preferred);
}

/// The space around `strategies`, what chooseTranspose chose for `block`.
static std::unique_ptr<StrategySpace>
makeTransposeSpace(te::BlockOp block, const MachineModel &machine,
                   ArrayRef<Strategy> strategies) {
  if (strategies.empty())
    return nullptr;
  auto chosen = dyn_cast<TransposeAttr>(strategies.front());
  if (!chosen)
    return FewStrategies::make(strategies);
  CopyLoops loops(*matchCopy(block), getNestLoops(block));
  return makeTileSpace(
      chosen, loops.collapse(chosen.getOuter()).getLongestSides(machine),
      strategies);
}

/// The axis along which `access` is contiguous; the last one if there is none.
static unsigned findContiguousAxis(const cost::Nest &nest,
                                   const cost::Access &access) {
  for (unsigned axis = 0; axis < nest.getNumAxes(); ++axis)
    if (nest.extents[axis] != 1 && access.isContiguousAlong(axis))
      return axis;
  return nest.getNumAxes() - 1;
}

/// Cycles of an element that no tile covers: it is copied by itself
/// (benchmarks/results/copies.md).
static constexpr double kCyclesOfRest = 2;

/// The points of `nest` that whole tiles do not cover.
static double countRest(const cost::Nest &nest, const cost::VectorPlan &plan) {
  double covered = 1;
  for (auto [extent, size] : llvm::zip_equal(nest.extents, plan.sizes))
    covered *= static_cast<double>(extent - extent % size);
  return nest.getNumPoints() - covered;
}

static double estimateTranspose(te::BlockOp block, TransposeAttr strategy,
                                const MachineModel &machine) {
  cost::Nest nest = describeNest(block);
  if (nest.getNumAxes() < 2 || nest.accesses.size() != 2)
    return cost::estimateInOrder(describeNest(block), machine,
                                 strategy.getTasks());
  unsigned row = findContiguousAxis(nest, nest.accesses[0]);
  unsigned column = findContiguousAxis(nest, nest.accesses[1]);
  cost::VectorPlan plan =
      cost::makeVectorPlan(nest, column, machine, strategy.getTasks());
  plan.lanes = std::min(cost::getLanes(machine, nest.accesses[0].elementBytes),
                        std::min(strategy.getRows(), strategy.getColumns()));
  plan.sizes.assign(nest.getNumAxes(), 1);
  plan.sizes[row] = std::min(strategy.getRows(), nest.extents[row]);
  plan.sizes[column] = std::min(strategy.getColumns(), nest.extents[column]);
  llvm::erase(plan.order, row);
  plan.order.push_back(strategy.getReadsRowsWhole() ? column : row);
  plan.order.push_back(strategy.getReadsRowsWhole() ? row : column);
  // One step of shuffles for each time that a vector can be halved.
  plan.shuffles = llvm::Log2_64(std::max<int64_t>(plan.lanes, 2));
  double rest = countRest(nest, plan) * kCyclesOfRest;
  return cost::estimateVectors(nest, plan, machine) +
         cost::shareWork(rest, plan.tasks, machine, cost::Rates::get(machine));
}

namespace {
struct TransposeRule : ScheduleRule {
  TransposeRule()
      : ScheduleRule(TransposeAttr::getMnemonic(), Scope::Block,
                     Priority::kBlock) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    te::BlockOp block = candidate.getBlock();
    SmallVector<Strategy> strategies =
        chooseTranspose(block, candidate.machine, /*numOuter=*/0,
                        candidate.machine.getEnoughTasks());
    return makeTransposeSpace(block, candidate.machine, strategies);
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    return estimateTranspose(accesses.block, cast<TransposeAttr>(strategy),
                             machine);
  }

  Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                    IdleReport report) const override {
    auto given = cast<TransposeAttr>(strategy);
    IdleParameters idle(effects, report);
    bool masked = given.getMasked();
    idle.dropFlag("masked", masked, false);
    if (!idle.any())
      return strategy;
    return TransposeAttr::get(strategy.getContext(), given.getRows(),
                              given.getColumns(), given.getReadsRowsWhole(),
                              masked, given.getOuter(), given.getTasks());
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    return applyTranspose(schedule, accesses.block,
                          cast<TransposeAttr>(strategy));
  }
};

/// The rule for copies in which no tile fits, chosen by TransposeRule.
struct CollapsedRule : ScheduleRule {
  CollapsedRule()
      : ScheduleRule(CollapsedAttr::getMnemonic(), Scope::Block,
                     Priority::kBlock) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    return nullptr;
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    return estimateStrategy(accesses, cast<CollapsedAttr>(strategy).getThen(),
                            machine);
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<CollapsedAttr>(strategy);
    te::BlockOp block = accesses.block;
    if (!matchCopy(block) || !isAsLowered(block))
      return schedule.refuse("the block is no copy");
    size_t numLoops = getNestLoops(block).size();
    if (collapse(schedule, block, parameters.getOuter()).size() == numLoops)
      return schedule.refuse("expected loops behind the first " +
                             Twine(parameters.getOuter()) +
                             " that both buffers run through as one");
    return applyStrategy(schedule, accesses.name, parameters.getThen());
  }
};

struct PaddedTransposeRule : ScheduleRule {
  PaddedTransposeRule()
      : ScheduleRule(PaddedTransposeAttr::getMnemonic(), Scope::Rest,
                     Priority::kPaddedTranspose) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override;

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto parameters = cast<PaddedTransposeAttr>(strategy);
    return estimateStrategy(accesses, parameters.getFill(), machine) +
           estimateStrategy(accesses, parameters.getInside(), machine);
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<PaddedTransposeAttr>(strategy);
    SmallVector<Loop> loops = getNestLoops(accesses.block);
    if (!matchPaddedCopy(accesses.block) || loops.empty())
      return schedule.refuse("the block is no copy with a border");
    auto fill = schedule.decomposePadding(accesses.block, loops.front());
    if (failed(fill))
      return failure();
    if (failed(
            applyStrategy(schedule, fill->getNameAttr(), parameters.getFill())))
      return failure();
    return applyStrategy(schedule, accesses.name, parameters.getInside());
  }
};
} // namespace

std::unique_ptr<StrategySpace>
PaddedTransposeRule::match(const Candidate &candidate) const {
  te::BlockOp block = candidate.getBlock();
  const MachineModel &machine = candidate.machine;
  std::optional<Copy> copy = matchPaddedCopy(block);
  if (!isAsLowered(block) || !copy)
    return nullptr;
  SmallVector<Loop> loops = getNestLoops(block);
  if (!CopyLoops(*copy, loops).hasPaddedTile(machine))
    return nullptr;
  StringAttr name = block.getNameAttr();
  int64_t tasks = machine.getEnoughTasks();
  std::unique_ptr<StrategySpace> fills, inside;
  SmallVector<Strategy> insides;
  candidate.schedule.explore([&] {
    auto fill = candidate.schedule.decomposePadding(block, loops.front());
    if (failed(fill))
      return;
    fills = makeElementwiseSpace(*fill, machine);
    te::BlockOp rest = candidate.schedule.getBlock(name);
    insides = chooseTranspose(rest, machine, /*numOuter=*/0, tasks);
    inside = makeTransposeSpace(rest, machine, insides);
  });
  if (!fills || !inside)
    return nullptr;
  Strategy ofFill = fills->getPreferred().front();
  auto build = [](ArrayRef<int64_t>, ArrayRef<Strategy> parts) -> Strategy {
    return PaddedTransposeAttr::get(parts.front().getContext(), parts.front(),
                                    parts.back());
  };
  SmallVector<Strategy> preferred;
  for (Strategy each : insides)
    preferred.push_back(build({}, {ofFill, each}));
  auto space =
      std::make_unique<ComposedSpace>(ParameterSpace(), build, preferred);
  space->addPart("fill", std::move(fills));
  space->addPart("inside", std::move(inside));
  return space;
}

void addTransposeRules(RuleList &rules) {
  rules.push_back(std::make_unique<TransposeRule>());
  rules.push_back(std::make_unique<CollapsedRule>());
  rules.push_back(std::make_unique<PaddedTransposeRule>());
}

} // namespace tvm::schedule
