// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Elementwise/Elementwise.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

/// Lanes of 32-bit elements, on the widest machine.
static constexpr int64_t kLanes = 16;
static constexpr int64_t kMaxParts = 4 * kLanes;

/// Number of elements of a row of `count` elements to reduce side by side;
/// nothing where no divisor is faster.
static std::optional<int64_t> chooseParts(int64_t count,
                                          const cost::TileTable &table) {
  std::optional<int64_t> best;
  int64_t least = count * table.resultLatency / 2;
  for (int64_t parts = 2; parts <= kMaxParts; ++parts) {
    int64_t vectors = llvm::divideCeil(parts, kLanes);
    int64_t cycles =
        count / parts *
            std::max(table.resultLatency, vectors * table.resultVector) +
        parts * table.resultElement;
    if (count % parts != 0 || cycles >= least)
      continue;
    least = cycles;
    best = parts;
  }
  return best;
}

std::optional<int64_t> chooseReductionParts(te::BlockOp block,
                                            const MachineModel &machine) {
  if (!block.hasReduction() || getWrittenCapture(block) || !isAsLowered(block))
    return std::nullopt;
  Loop row = getNestLoops(block).back();
  auto count = getTripCount(row);
  bool isAlongRow =
      bindsAxis(block, row.getInductionVar(), /*reduction=*/true) &&
      llvm::any_of(getAccesses(block), [&](const Access &access) {
        return getLinearStride(access, row.getInductionVar()) == 1;
      });
  return count && isAlongRow ? chooseParts(*count, machine.tiles)
                             : std::nullopt;
}

/// The numbers of parts of a row that may be reduced side by side.
static SmallVector<int64_t> getPossibleParts(te::BlockOp block,
                                             const MachineModel &machine) {
  SmallVector<int64_t> possible{1};
  if (!chooseReductionParts(block, machine))
    return possible;
  int64_t count = *getTripCount(getNestLoops(block).back());
  for (int64_t parts = 2; parts <= kMaxParts; ++parts)
    if (count % parts == 0)
      possible.push_back(parts);
  return possible;
}

/// Reduces `parts` elements of each row side by side, in a block of their own,
/// whose results `block` reduces.
static LogicalResult divideRows(ScheduleBuilder &schedule, te::BlockOp block,
                                int64_t parts, int64_t tasks) {
  SmallVector<Loop> outer = getNestLoops(block);
  Loop row = outer.pop_back_val();
  int64_t work = getWork(block).value_or(kUnknownWork);
  auto loops = schedule.split(row, {0, parts});
  if (failed(loops))
    return failure();
  auto divided = schedule.rfactor(block, loops->back(), /*axis=*/-1);
  if (failed(divided) || failed(schedule.vectorize(loops->back())))
    return failure();
  Loop sum = getReductionLoop(*divided);
  if (failed(schedule.decomposeReduction(*divided, sum)))
    return failure();
  parallelizeOuter(schedule, getSpatialLoops(*divided, outer), work, tasks);
  return success();
}

namespace {
struct ReductionRule : ScheduleRule {
  ReductionRule()
      : ScheduleRule(ReductionAttr::getMnemonic(), Scope::Rest,
                     Priority::kElementwise) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    te::BlockOp block = candidate.getBlock();
    SmallVector<Loop> loops = getOwnRows(block);
    if (!block.hasReduction() || loops.empty())
      return nullptr;
    const MachineModel &machine = candidate.machine;
    int64_t tasks = machine.getEnoughTasks();
    auto get = [&](int64_t parts) {
      return ReductionAttr::get(block.getContext(), parts, tasks);
    };
    SmallVector<Strategy> strategies;
    if (auto parts = chooseReductionParts(block, machine))
      strategies.push_back(get(*parts));
    strategies.push_back(get(1));
    ParameterSpace space;
    space.add(
        makeParameter("parts", getPossibleParts(block, machine),
                      cast<ReductionAttr>(strategies.front()).getParts()));
    space.add(makeTasksParameter(tasks));
    auto build = [block](ArrayRef<int64_t> point) -> Strategy {
      return ReductionAttr::get(block->getContext(), point[0], point[1]);
    };
    return FunctionSpace::make(std::move(space), build, strategies);
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto parameters = cast<ReductionAttr>(strategy);
    cost::Nest nest = describeNest(accesses.block);
    if (nest.getNumAxes() == 0)
      return 1;
    cost::VectorPlan plan = cost::makeVectorPlan(
        nest, nest.getNumAxes() - 1, machine, parameters.getTasks());
    // A reduction to several results computes element by element, except in
    // parts.
    if (parameters.getParts() == 1 && !accesses.writtenCapture)
      plan.lanes = 1;
    plan.accumulators = llvm::divideCeil(parameters.getParts(), plan.lanes);
    return cost::estimateVectors(nest, plan, machine);
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<ReductionAttr>(strategy);
    te::BlockOp block = accesses.block;
    if (!block.hasReduction())
      return schedule.refuse("the block is no reduction");
    int64_t parts = parameters.getParts(), tasks = parameters.getTasks();
    if (parts != 1 && !isAsLowered(block))
      return schedule.refuse(
          "expected one loop for each axis to reduce 'parts' "
          "side by side");
    if (parts != 1 && failed(divideRows(schedule, block, parts, tasks)))
      return failure();
    return scheduleOwnLoops(schedule, block, /*streamsStores=*/false, tasks);
  }
};
} // namespace

std::unique_ptr<ScheduleRule> createReductionRule() {
  return std::make_unique<ReductionRule>();
}

} // namespace tvm::schedule
