// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/Space/TileConstraints.h"

#include "transforms/Schedule/Rules/RegisterTile/UnrolledTile.h"
#include "transforms/Schedule/Support/MatrixIntrinsics.h"

#include <array>

using namespace mlir;

namespace tvm::schedule {

using P = TileParameter;

bool UnrollConstraint::operator()(ArrayRef<int64_t> values) const {
  if (values == ArrayRef(point).take_front(values.size()))
    return true;
  Tile tile = chosen;
  setShape(tile, values, nest);
  return schedule::isUnrollable(nest, tile);
}

/// Operands of other rows may not allow it, and there is no remainder.
bool SizeConstraint::canPackRows(ArrayRef<int64_t> values) const {
  int64_t axis = values[P::RowAxis];
  return axis >= 0 && axis == chosen[P::RowAxis] && !values[P::Balanced] &&
         extents[axis] % values[P::Rows] == 0;
}

/// The number of different parts of at most kMatrixRows rows or columns into
/// which tiles of `size` and smaller ones of `rest` are divided.
static int64_t countParts(int64_t size, int64_t rest) {
  int64_t last = rest % kMatrixRows;
  bool hasOwnLast = last != 0 && last != size % kMatrixRows;
  return llvm::divideCeil(size, kMatrixRows) + hasOwnLast;
}

bool SizeConstraint::fitsMatrixRegisters(ArrayRef<int64_t> values) const {
  int64_t rows = values[P::Rows], columns = values[P::Columns];
  int64_t restOfRows =
      values[P::Balanced] ? rows - 1 : extents[values[P::RowAxis]] % rows;
  int64_t ofRows = countParts(rows, restOfRows),
          ofColumns = countParts(columns, numColumns % columns);
  // Products, and both factors.
  return ofRows * ofColumns + ofRows + ofColumns <= kMatrixRegisters;
}

/// All orders are the same without rows: the one that stands for them.
TileOrder SizeConstraint::getOrderWithoutRows() const {
  auto order = static_cast<TileOrder>(chosen[P::Order]);
  return order == TileOrder::RowsOutside ? TileOrder::ColumnsOutside : order;
}

bool SizeConstraint::operator()(ArrayRef<int64_t> values) const {
  if (values == ArrayRef(chosen))
    return true;
  int64_t axis = values[P::RowAxis], outer = values[P::OuterRowAxis];
  int64_t rows = values[P::Rows], outerRows = values[P::OuterRows];
  auto order = static_cast<TileOrder>(values[P::Order]);
  if (values[P::PacksRows] && !canPackRows(values))
    return false;
  if (axis < 0)
    return !isMatrix && rows == 1 && !values[P::Balanced] && outer < 0 &&
           outerRows == 1 && order == getOrderWithoutRows();
  bool isOuterLegal = outer < 0
                          ? outerRows == 1 && order != TileOrder::RowsOutside
                          : outer < axis && outerRows <= extents[outer];
  if (rows > extents[axis] || !isOuterLegal)
    return false;
  Tile tile;
  tile.rows = rows;
  if (values[P::Balanced] && !balanceTile(tile, extents[axis]))
    return false;
  int64_t vectors = llvm::divideCeil(values[P::Columns], lanes);
  return isMatrix ? fitsMatrixRegisters(values)
                  : rows * outerRows * vectors < numRegisters &&
                        isUnrollable(values);
}

namespace {
/// The loop over tiles along an axis.
struct TileCount {
  int64_t tiles;
  int64_t block; // number of tiles in a block, or 0

  /// Whether a block is smaller than others of which as many cover all tiles.
  bool isLegal() const {
    return block == 0 || (block > 1 && block < tiles &&
                          llvm::divideCeil(tiles, block) <
                              llvm::divideCeil(tiles, block - 1));
  }
};
} // namespace

/// Number of tiles along the axis of rows.
int64_t BlockConstraint::countRows(ArrayRef<int64_t> values) const {
  int64_t axis = values[P::RowAxis];
  if (axis < 0)
    return 1;
  Tile tile;
  tile.rows = values[P::Rows];
  // Tiles of either size have a nest of their own.
  if (values[P::Balanced] && balanceTile(tile, extents[axis]))
    return std::max(tile.firstRows / tile.rows,
                    (extents[axis] - tile.firstRows) / (tile.rows - 1));
  return llvm::divideCeil(extents[axis], tile.rows);
}

bool BlockConstraint::operator()(ArrayRef<int64_t> values) const {
  int64_t outerAxis = values[P::OuterRowAxis];
  TileCount rows{countRows(values), values[P::BlockRows]},
      outer{outerAxis < 0 ? 1
                          : static_cast<int64_t>(llvm::divideCeil(
                                extents[outerAxis], values[P::OuterRows])),
            values[P::BlockOuterRows]},
      columns{static_cast<int64_t>(
                  llvm::divideCeil(numColumns, values[P::Columns])),
              values[P::BlockColumns]};
  std::array<TileCount, 3> loops{outer, rows, columns};
  auto order = static_cast<TileOrder>(values[P::Order]);
  if (order != TileOrder::ColumnsInside)
    std::swap(loops[1], loops[2]);
  if (order == TileOrder::ColumnsOutside)
    std::swap(loops[0], loops[1]);
  // Blocks of the outermost loop alone change nothing.
  bool isChange = true, isOutermost = true;
  int numBlocked = 0;
  for (const TileCount &loop : loops) {
    if (!loop.isLegal())
      return false;
    numBlocked += loop.block != 0;
    if (isOutermost && loop.tiles > 1) {
      isOutermost = false;
      isChange = loop.block == 0;
    }
  }
  return (numBlocked != 1 || isChange) && isUnrollable(values);
}

namespace {
/// The axes of a tile with their sizes: outer rows, rows, columns. An axis that
/// the tile does not have is -1.
struct TileAxis {
  int64_t axis, size;
};
} // namespace

static std::array<TileAxis, 3> getAxes(ArrayRef<int64_t> values,
                                       ArrayRef<int64_t> extents) {
  return {
      TileAxis{values[P::OuterRowAxis], values[P::OuterRows]},
      TileAxis{values[P::RowAxis], values[P::Rows]},
      TileAxis{static_cast<int64_t>(extents.size()) - 1, values[P::Columns]}};
}

bool NestedConstraint::divides(ArrayRef<int64_t> values,
                               ArrayRef<int64_t> extents) const {
  return llvm::all_of(getAxes(values, extents), [&](TileAxis tile) {
    return tile.axis < 0 || extents[tile.axis] % tile.size == 0;
  });
}

/// The axes with several tiles, the axis of the outermost loop first.
static SmallVector<int64_t, 3> getLoops(std::array<TileAxis, 3> axes,
                                        ArrayRef<int64_t> extents,
                                        TileOrder order) {
  if (order == TileOrder::ColumnsOutside)
    std::rotate(axes.begin(), axes.end() - 1, axes.end());
  else if (order == TileOrder::RowsOutside)
    std::swap(axes[1], axes[2]);
  SmallVector<int64_t, 3> loops;
  for (TileAxis tile : axes)
    if (tile.axis >= 0 && extents[tile.axis] > tile.size)
      loops.push_back(tile.axis);
  return loops;
}

bool NestedConstraint::hasOwnOrder(ArrayRef<int64_t> values,
                                   ArrayRef<int64_t> extents) const {
  auto get = [&](int64_t order) {
    return getLoops(getAxes(values, extents), extents,
                    static_cast<TileOrder>(order));
  };
  int64_t order = values[P::Order], first = chosen[P::Order];
  if (order == first)
    return true;
  for (int64_t other = 0; other < order; ++other)
    if (get(other) == get(order))
      return false;
  return get(first) != get(order);
}

} // namespace tvm::schedule
