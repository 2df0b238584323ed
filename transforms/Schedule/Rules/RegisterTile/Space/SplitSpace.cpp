// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/Space/SplitSpace.h"

#include "transforms/CostModel/SplitCost.h"
#include "transforms/Schedule/Rules/Elementwise/Elementwise.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

using namespace mlir;

namespace tvm::schedule {

/// The strategy of one of the two blocks of a divided sum, which is applied.
static Strategy choosePart(ScheduleBuilder &schedule, StringAttr part,
                           const MachineModel &machine) {
  BlockAccesses accesses(schedule.getBlock(part));
  Strategy plain =
      chooseElementwise(accesses.block, machine, machine.getEnoughTasks());
  Strategy tile = applyFirst(schedule, accesses,
                             chooseRegisterTile(schedule, accesses, machine));
  return tile ? tile : plain;
}

/// The strategy that adds `parts` parts of the block `name`; null where the sum
/// cannot be divided.
static Strategy chooseTotal(ScheduleBuilder &schedule, StringAttr name,
                            int64_t parts, const MachineModel &machine) {
  Strategy total;
  schedule.explore([&] {
    if (succeeded(divideSum(schedule, schedule.getBlock(name), parts)))
      total = choosePart(schedule, name, machine);
  });
  return total;
}

Strategy chooseSplit(ScheduleBuilder &schedule, te::BlockOp block,
                     int64_t parts, const MachineModel &machine) {
  StringAttr name = block.getNameAttr();
  Strategy partial, total;
  schedule.explore([&] {
    auto divided = divideSum(schedule, block, parts);
    if (failed(divided))
      return;
    partial = choosePart(schedule, divided->getNameAttr(), machine);
    total = choosePart(schedule, name, machine);
  });
  return total ? SplitReductionAttr::get(total.getContext(), parts, partial,
                                         total)
               : Strategy();
}

double estimateSplit(const cost::Nest &nest, int64_t parts, const Tile &partial,
                     const MachineModel &machine) {
  auto sum = cost::findDividedAxis(nest, parts);
  if (!sum)
    return 0;
  cost::Nest divided = cost::divideAxis(nest, *sum, parts);
  return estimateTile(divided, partial, machine) +
         cost::estimateSumOfParts(divided, partial.tasks, machine);
}

/// The tile of a part, for a whole sum in tiles `tile`.
static Tile getPartTile(Tile tile, te::BlockOp block) {
  // The reader of a part adds it to the others.
  tile.usesReader = false;
  tile.epilogue.clear();
  // The steps of a part are no dimension of an operand that could be packed.
  tile.packsRows = tile.packsRows && findConstantRows(block, tile.rowAxis);
  return tile;
}

SplitSpace::SplitSpace(const Candidate &candidate, const Tile &tile,
                       ArrayRef<int64_t> divisors, int64_t parts,
                       bool isPreferred)
    : schedule(candidate.schedule), name(candidate.accesses.name),
      machine(candidate.machine),
      ofTile(candidate.accesses, candidate.machine,
             getPartTile(tile, candidate.getBlock()), isPreferred,
             TiledSum::Part),
      parts(parts), isPreferred(isPreferred) {
  parameters.add(makeParameter("parts", divisors, parts));
  parameters.add("partial", ofTile.getParameters());
  addMeasured(tile.lanes);
}

/// The value of a parameter of the total that leaves it as it was chosen.
static constexpr int64_t kChosen = -1;

/// A parameter of the total.
static Parameter makeTotalParameter(StringRef name, ArrayRef<int64_t> values) {
  SmallVector<int64_t> all{kChosen};
  llvm::append_range(all, values);
  Parameter parameter = makeParameter(name, all, kChosen);
  for (int64_t value : parameter.values)
    parameter.words.push_back(value == kChosen ? "chosen"
                                               : std::to_string(value));
  return parameter;
}

void SplitSpace::addMeasured(int64_t lanes) {
  constexpr int64_t kMaxVectors = 8;
  const cost::Nest &nest = ofTile.getNest();
  int64_t extent = nest.extents[nest.getLastSpatialAxis()];
  SmallVector<int64_t> vectors;
  for (int64_t count = 1; count <= kMaxVectors; ++count)
    if ((count - 1) * lanes < extent)
      vectors.push_back(count);
  measured.add(makeTotalParameter("total.vectors", vectors));
  measured.add(makeTotalParameter("total.unroll", {1, 2, 4, 8}));
  measured.add(makeTotalParameter("total.tasks", makeTasksParameter(0).values));
}

/// `total` with the values of its parameters, if it is a tile of registers. A
/// tile with more vectors has fewer rows, so that it needs no more registers.
static Strategy changeTotal(Strategy total, ArrayRef<int64_t> values,
                            int64_t extent) {
  int64_t vectors = values[0], unroll = values[1], tasks = values[2];
  auto tile =
      isa<RegisterTileAttr>(total) ? Tile::fromStrategy(total) : std::nullopt;
  if (!tile)
    return total;
  if (vectors != kChosen) {
    auto before =
        static_cast<int64_t>(llvm::divideCeil(tile->columns, tile->lanes));
    tile->columns = std::min(vectors * tile->lanes, extent);
    if (vectors > before) {
      tile->rows = std::max<int64_t>(1, tile->rows * before / vectors);
      tile->firstRows = 0;
    }
  }
  if (unroll != kChosen)
    tile->unroll = unroll;
  if (tasks != kChosen)
    tile->tasks = tasks;
  return tile->toStrategy(total.getContext());
}

/// Shifts the axes of the tile: the parts are a new axis in front of all
/// others.
static Tile shiftAxes(Tile tile) {
  for (int *axis : {&tile.rowAxis, &tile.outerRowAxis, &tile.windowAxis})
    if (*axis >= 0)
      ++*axis;
  return tile;
}

Strategy SplitSpace::getTotal(int64_t count) {
  auto [entry, isNew] = totals.try_emplace(count);
  if (isNew)
    entry->second = chooseTotal(schedule, name, count, machine);
  return entry->second;
}

Strategy SplitSpace::build(ArrayRef<int64_t> point) {
  int64_t count = point.front();
  Strategy total = getTotal(count);
  if (!total)
    return {};
  MLIRContext *context = name.getContext();
  ofTile.setBlock(schedule.getBlock(name));
  Tile tile = shiftAxes(ofTile.getTile(point.drop_front()));
  if (ArrayRef<int64_t> values = point.drop_front(parameters.size());
      !values.empty()) {
    const cost::Nest &nest = ofTile.getNest();
    total = changeTotal(total, values, nest.extents[nest.getLastSpatialAxis()]);
  }
  return SplitReductionAttr::get(context, count, tile.toStrategy(context),
                                 total);
}

double SplitSpace::estimate(ArrayRef<int64_t> point, const BlockAccesses &,
                            const MachineModel &machine) {
  ofTile.setBlock(schedule.getBlock(name));
  return estimateSplit(ofTile.getNest(), point.front(),
                       shiftAxes(ofTile.getTile(point.drop_front())), machine);
}

SmallVector<Strategy> SplitSpace::getPreferred() {
  if (!isPreferred)
    return {};
  Strategy split =
      chooseSplit(schedule, schedule.getBlock(name), parts, machine);
  return split ? SmallVector<Strategy>{split} : SmallVector<Strategy>();
}

} // namespace tvm::schedule
