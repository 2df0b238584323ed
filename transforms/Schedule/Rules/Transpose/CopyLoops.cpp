// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Transpose/CopyLoops.h"

#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Rules/Tiling/BlockAccesses.h"

using namespace mlir;

namespace tvm::schedule {

std::optional<Copy> matchCopy(te::BlockOp block) {
  if (!isCopy(block) || block.getPredicate())
    return std::nullopt;
  SmallVector<Access> accesses = getAccesses(block);
  return Copy{accesses[0], accesses[1]};
}

std::optional<Copy> matchPaddedCopy(te::BlockOp block) {
  SmallVector<Access> accesses = getAccesses(block);
  if (block.hasReduction() || block.getPredicate() || accesses.size() != 2 ||
      accesses[0].isWrite || !accesses[0].isGuarded || !accesses[1].isWrite)
    return std::nullopt;
  return Copy{accesses[0], accesses[1]};
}

Loop getContiguous(const Access &access, ArrayRef<Loop> loops) {
  auto type = cast<MemRefType>(access.buffer.getType());
  for (Loop loop : loops) {
    if (getLinearStride(access, loop.getInductionVar()) == 1)
      return loop;
    if (!access.map)
      continue; // subscripts depend on data
    auto place = findPlace(access.map, access.operands, loop.getInductionVar());
    if (type.getLayout().isIdentity() && place &&
        place->dim + 1 == type.getRank())
      return loop;
  }
  return {};
}

CopyLoops::CopyLoops(const Copy &copy, ArrayRef<Loop> around)
    : read(cast<MemRefType>(copy.load.buffer.getType())),
      written(cast<MemRefType>(copy.store.buffer.getType())) {
  Loop row = getContiguous(copy.load, around);
  Loop column = getContiguous(copy.store, around);
  for (Loop loop : around) {
    Value variable = loop.getInductionVar();
    loops.push_back({getTripCount(loop), getLinearStride(copy.load, variable),
                     getLinearStride(copy.store, variable), loop == row,
                     loop == column});
  }
}

std::optional<unsigned> CopyLoops::findRow() const {
  for (auto [i, loop] : llvm::enumerate(loops))
    if (loop.readsContiguously)
      return i;
  return std::nullopt;
}

std::optional<unsigned> CopyLoops::findColumn() const {
  for (auto [i, loop] : llvm::enumerate(loops))
    if (loop.writesContiguously)
      return i;
  return std::nullopt;
}

bool CopyLoops::hasSides() const {
  auto row = findRow(), column = findColumn();
  return row && column && row != column;
}

bool CopyLoops::gathersColumns() const {
  unsigned row = *findRow(), column = *findColumn();
  return !loops[column].trips && loops[row].trips && column == row + 1;
}

CopyLoops CopyLoops::collapse(unsigned first) const {
  CopyLoops fused = *this;
  for (size_t i = first; i + 1 < fused.loops.size();) {
    CopyLoop &outer = fused.loops[i], inner = fused.loops[i + 1];
    auto isOne = [&](std::optional<int64_t> outside,
                     std::optional<int64_t> inside) {
      return outside && inside && inner.trips &&
             *outside == *inside * *inner.trips;
    };
    if (!isOne(outer.loadStride, inner.loadStride) ||
        !isOne(outer.storeStride, inner.storeStride)) {
      ++i;
      continue;
    }
    if (outer.trips)
      inner.trips = *inner.trips * *outer.trips;
    else
      inner.trips = std::nullopt;
    inner.readsContiguously |= outer.readsContiguously;
    inner.writesContiguously |= outer.writesContiguously;
    outer = inner;
    fused.loops.erase(fused.loops.begin() + i + 1);
  }
  return fused;
}

/// Tiles beside which the elements that are left over take no time.
static constexpr int64_t kManyTiles = 50;
/// The shortest vectors of which a half is worth a tile.
static constexpr int64_t kDivisibleLanes = 8;

/// Number of iterations, of `count`, on a side of a tile: a vector, or half of
/// one if that leaves nothing over where a vector does. Where partial vectors
/// can be accessed, also more than half of one if all tiles are then equal.
/// Nothing if there are fewer. Dynamic counts are assumed to be large.
static std::optional<int64_t> chooseSide(std::optional<int64_t> count,
                                         int64_t lanes,
                                         const MachineModel &machine) {
  bool hasMasks = machine.vectors.hasMasks();
  if (!count)
    return lanes;
  if (*count < (hasMasks ? llvm::divideCeil(lanes, 2) : lanes))
    return std::nullopt;
  if (*count % lanes == 0 || *count / lanes >= kManyTiles)
    return lanes;
  if (lanes >= kDivisibleLanes && *count % (lanes / 2) == 0)
    return lanes / 2;
  int64_t tiles = llvm::divideCeil(*count, lanes);
  return hasMasks && *count % tiles == 0 ? *count / tiles : lanes;
}

/// Number of iterations that is assumed for a loop of dynamic extent.
static constexpr int64_t kUnknownTrips = 64;

/// Whether the next tile continues the memory that a tile reads, rather than
/// the memory that it writes. That is better where results stay in the nearest
/// cache and there are far more columns than rows, unless consecutively written
/// lines evict each other.
bool CopyLoops::readsRowsWhole(const CopyLoop &row, const CopyLoop &column,
                               const MachineModel &machine) const {
  int64_t elementBytes = getElementBytes(written);
  int64_t rows = row.trips.value_or(kUnknownTrips);
  int64_t columns = column.trips.value_or(kUnknownTrips);
  int64_t bytes = rows * columns * elementBytes;
  int64_t distance = row.storeStride.value_or(1) * elementBytes;
  bool conflicts = row.storeStride &&
                   distance % machine.tiles.conflictBytes == 0 &&
                   bytes <= machine.l2CacheBytes / 2;
  return bytes <= machine.tiles.transposedPart * machine.l1CacheBytes ||
         (columns >= 2 * rows && !conflicts);
}

std::optional<TransposedTile>
CopyLoops::chooseTile(const MachineModel &machine) const {
  if (!hasSides())
    return std::nullopt;
  const CopyLoop &row = loops[*findRow()], &column = loops[*findColumn()];
  int64_t lanes = machine.lanesFor(written);
  auto rows = chooseSide(row.trips, lanes, machine);
  auto columns = chooseSide(column.trips, lanes, machine);
  if (!rows || !columns)
    return std::nullopt;
  return TransposedTile{*rows, *columns, readsRowsWhole(row, column, machine)};
}

std::pair<int64_t, int64_t>
CopyLoops::getLongestSides(const MachineModel &machine) const {
  int64_t lanes = machine.lanesFor(written);
  auto getLongest = [&](const CopyLoop &loop) {
    return std::min(lanes, loop.trips.value_or(lanes));
  };
  return {getLongest(loops[*findRow()]), getLongest(loops[*findColumn()])};
}

bool CopyLoops::hasPaddedTile(const MachineModel &machine) const {
  if (!hasSides())
    return false;
  // Without the border, a row is as long as the row that it reads.
  int64_t lanes = machine.lanesFor(written);
  return chooseSide(read.getShape().back(), lanes, machine) &&
         chooseSide(loops[*findColumn()].trips, lanes, machine);
}

} // namespace tvm::schedule
