#include "transforms/Schedule/Rules/RegisterTile/TileParameters.h"

#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/RegisterTile/UnrolledTile.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

using P = TileParameter;

bool balanceTile(Tile &tile, int64_t extent) {
  int64_t rows = tile.rows;
  if (extent <= rows || extent % rows == 0)
    return false;
  balanceRows(tile, extent, rows);
  return tile.rows == rows && tile.firstRows != 0;
}

static int64_t getOrder(const Tile &tile) {
  if (tile.columnsInside)
    return static_cast<int64_t>(TileOrder::ColumnsInside);
  return static_cast<int64_t>(tile.rowsOutside ? TileOrder::RowsOutside
                                               : TileOrder::ColumnsOutside);
}

Point getTilePoint(const Tile &tile) {
  Point point(P::Count);
  point[P::RowAxis] = tile.rowAxis;
  point[P::Rows] = tile.rows;
  point[P::Balanced] = tile.firstRows != 0;
  point[P::OuterRowAxis] = tile.outerRowAxis;
  point[P::OuterRows] = tile.outerRows;
  point[P::Columns] = tile.columns;
  point[P::Order] = getOrder(tile);
  point[P::Unroll] = tile.unroll;
  point[P::BlockRows] = tile.blockRows;
  point[P::BlockOuterRows] = tile.blockOuterRows;
  point[P::BlockColumns] = tile.blockColumns;
  point[P::Tasks] = tile.tasks;
  point[P::Reader] = tile.usesReader;
  point[P::Epilogue] = !tile.epilogue.empty();
  point[P::Copied] = !tile.copied.empty();
  point[P::Streamed] = tile.streamed >= 0;
  point[P::PacksRows] = tile.packsRows;
  point[P::InlinesBorders] = tile.inlinesBorders;
  point[P::MasksBorders] = tile.masksBorders;
  point[P::RowsApart] = tile.rowsApart;
  return point;
}

void setShape(Tile &tile, ArrayRef<int64_t> values, const cost::Nest &nest) {
  tile.rowAxis = static_cast<int>(values[P::RowAxis]);
  tile.rows = values[P::Rows];
  tile.firstRows = 0;
  if (values[P::Balanced])
    (void)balanceTile(tile, nest.extents[tile.rowAxis]);
  tile.outerRowAxis = static_cast<int>(values[P::OuterRowAxis]);
  tile.outerRows = values[P::OuterRows];
  tile.columns = values[P::Columns];
  auto order = static_cast<TileOrder>(values[P::Order]);
  tile.columnsInside = order == TileOrder::ColumnsInside;
  tile.rowsOutside = order == TileOrder::RowsOutside;
  tile.packsRows = values[P::PacksRows];
  bool hasBlocks = values.size() > P::BlockColumns;
  tile.blockRows = hasBlocks ? values[P::BlockRows] : 0;
  tile.blockOuterRows = hasBlocks ? values[P::BlockOuterRows] : 0;
  tile.blockColumns = hasBlocks ? values[P::BlockColumns] : 0;
  tile.unroll = values.size() > P::Unroll ? values[P::Unroll] : 1;
}

namespace {
/// The condition that the loops of a tile can be unrolled.
struct UnrollConstraint {
  cost::Nest nest;
  Tile chosen;
  Point point; // of the chosen tile, which is legal in any case

  bool operator()(ArrayRef<int64_t> values) const {
    if (values == ArrayRef(point).take_front(values.size()))
      return true;
    Tile tile = chosen;
    setShape(tile, values, nest);
    return isUnrollable(nest, tile);
  }
};

/// The condition that sizes fit together.
struct SizeConstraint {
  Point chosen; // always legal
  SmallVector<int64_t> extents;
  int64_t lanes, numRegisters;
  bool isMatrix;
  UnrollConstraint isUnrollable;

  bool operator()(ArrayRef<int64_t> values) const;

private:
  /// Operands of other rows may not allow it, and there is no remainder.
  bool canPackRows(ArrayRef<int64_t> values) const {
    int64_t axis = values[P::RowAxis];
    return axis >= 0 && axis == chosen[P::RowAxis] && !values[P::Balanced] &&
           extents[axis] % values[P::Rows] == 0;
  }
  /// All orders are the same without rows: the one that stands for them.
  TileOrder getOrderWithoutRows() const {
    auto order = static_cast<TileOrder>(chosen[P::Order]);
    return order == TileOrder::RowsOutside ? TileOrder::ColumnsOutside : order;
  }
};
} // namespace

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
  return isMatrix ||
         (rows * outerRows * vectors < numRegisters && isUnrollable(values));
}

namespace {
/// The condition that blocks of tiles change the order of tiles.
struct BlockConstraint {
  SmallVector<int64_t> extents;
  int64_t numColumns;
  UnrollConstraint isUnrollable;

  bool operator()(ArrayRef<int64_t> values) const;

private:
  int64_t countRows(ArrayRef<int64_t> values) const;
};

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
/// Builder of the parameters of one kind of tile.
class TileParameters {
public:
  TileParameters(const BlockAccesses &accesses, const cost::Nest &nest,
                 const Tile &chosen, TiledSum sum, int64_t numRegisters)
      : accesses(accesses), nest(nest), chosen(chosen), sum(sum),
        numRegisters(numRegisters), point(getTilePoint(chosen)) {}

  ParameterSpace get();

private:
  /// Parameter number `number` with `values` and its default.
  Parameter make(StringRef name, unsigned number,
                 ArrayRef<int64_t> values = {}) const;
  /// A flag that may be set where `isPossible`.
  Parameter makeFlag(StringRef name, unsigned number, bool isPossible) const;
  ParameterGroup getSizes() const;
  SmallVector<int64_t> getRowAxes() const;
  SmallVector<int64_t> getRows() const;
  SmallVector<int64_t> getColumns() const;
  SmallVector<int64_t> getUnrolls() const;
  /// Numbers of tiles in a block of an axis with `extent` points.
  SmallVector<int64_t> getBlocks(int64_t extent) const;
  UnrollConstraint getUnrollConstraint() const;
  ParameterGroup getShape() const;
  ParameterGroup getEpilogue() const;
  ParameterGroup getBorders() const;
  bool packsRows() const;
  /// Whether rows share the data of a window.
  bool isOfPlanes() const { return chosen.windowAxis >= 0; }

  const BlockAccesses &accesses;
  const cost::Nest &nest;
  const Tile &chosen;
  TiledSum sum;
  int64_t numRegisters;
  Point point;
};
} // namespace

Parameter TileParameters::make(StringRef name, unsigned number,
                               ArrayRef<int64_t> values) const {
  return makeParameter(name, values, point[number]);
}

Parameter TileParameters::makeFlag(StringRef name, unsigned number,
                                   bool isPossible) const {
  return isPossible ? make(name, number, {0, 1}) : make(name, number, {0});
}

SmallVector<int64_t> TileParameters::getRowAxes() const {
  SmallVector<int64_t> axes{-1};
  for (unsigned axis = chosen.numOuter; axis + 1 < accesses.numSpatial; ++axis)
    if (nest.extents[axis] != 1)
      axes.push_back(axis);
  return axes;
}

SmallVector<int64_t> TileParameters::getRows() const {
  SmallVector<int64_t> rows;
  for (int64_t count = 1; count < numRegisters; ++count)
    rows.push_back(chosen.isMatrix ? 2 * count : count);
  return rows;
}

/// The numbers of columns: whole vectors, and sizes without a remainder.
SmallVector<int64_t> TileParameters::getColumns() const {
  constexpr int64_t kMaxVectors = 8;
  int64_t extent = nest.extents[accesses.numSpatial - 1];
  SmallVector<int64_t> columns;
  for (int64_t vectors = 1; vectors <= kMaxVectors; ++vectors) {
    int64_t size = std::min(vectors * chosen.lanes, extent);
    columns.push_back(size);
    while (extent % size != 0)
      --size;
    if (2 * size >= chosen.lanes)
      columns.push_back(size);
  }
  return columns;
}

/// Steps of the sum that divide its innermost loop.
SmallVector<int64_t> TileParameters::getUnrolls() const {
  constexpr int64_t kMaxUnroll = 16;
  int64_t count = nest.getInnermostSteps();
  SmallVector<int64_t> steps;
  for (int64_t size = 1; size <= kMaxUnroll; ++size)
    if (count % size == 0)
      steps.push_back(size);
  return steps;
}

SmallVector<int64_t> TileParameters::getBlocks(int64_t extent) const {
  constexpr int64_t kSizes[] = {2,  3,  4,  5,  6,  7,  8,  10, 12, 14,
                                16, 20, 24, 28, 32, 48, 64, 96, 128};
  SmallVector<int64_t> blocks{0};
  for (int64_t size : kSizes)
    if (!isOfPlanes() && size < extent)
      blocks.push_back(size);
  return blocks;
}

ParameterGroup TileParameters::getSizes() const {
  bool hasOrder = !chosen.isWindow && !isOfPlanes();
  SmallVector<int64_t> axes = getRowAxes(), orders{0, 1, 2};
  SmallVector<Parameter> sizes;
  if (isOfPlanes())
    axes.clear();
  sizes.push_back(make("row_axis", P::RowAxis, axes));
  sizes.push_back(make("rows", P::Rows, getRows()));
  sizes.push_back(makeFlag("balanced", P::Balanced, !isOfPlanes()));
  sizes.push_back(make("outer_row_axis", P::OuterRowAxis, axes));
  sizes.push_back(isOfPlanes() ? make("outer_rows", P::OuterRows)
                               : make("outer_rows", P::OuterRows,
                                      {1, 2, 3, 4, 5, 6, 7, 8}));
  sizes.push_back(make("columns", P::Columns, getColumns()));
  sizes.push_back(make("order", P::Order,
                       hasOrder ? ArrayRef(orders) : ArrayRef<int64_t>()));
  sizes.push_back(makeFlag("packs_rows", P::PacksRows, packsRows()));
  return ParameterGroup(
      sizes, SizeConstraint{Point(ArrayRef(point).take_front(P::BlockRows)),
                            nest.extents, chosen.lanes, numRegisters,
                            chosen.isMatrix, getUnrollConstraint()});
}

UnrollConstraint TileParameters::getUnrollConstraint() const {
  Tile tile = chosen;
  // Steps that prefetch are unrolled.
  tile.streamed = findStreamable(accesses.block, chosen);
  return {nest, tile, point};
}

/// Sizes, with what depends on them.
ParameterGroup TileParameters::getShape() const {
  int64_t columns = nest.extents[accesses.numSpatial - 1];
  SmallVector<int64_t> counts{1};
  for (int64_t axis : getRowAxes())
    counts.push_back(axis < 0 ? 1 : nest.extents[axis]);
  SmallVector<int64_t> ofRows = getBlocks(*llvm::max_element(counts)), none;
  SmallVector<int64_t> sizes = getColumns();
  int64_t tiles = llvm::divideCeil(columns, *llvm::min_element(sizes));
  ParameterGroup group = getSizes();
  group.add({make("block_rows", P::BlockRows, ofRows),
             make("block_outer_rows", P::BlockOuterRows,
                  counts.size() > 3 ? ofRows : none),
             make("block_columns", P::BlockColumns, getBlocks(tiles))},
            BlockConstraint{nest.extents, columns, getUnrollConstraint()});
  group.add(make("unroll", P::Unroll, getUnrolls()), getUnrollConstraint());
  return group;
}

/// The parameters for the loops of the consumer: whether it contains the tile,
/// and whether its operands are prefetched.
ParameterGroup TileParameters::getEpilogue() const {
  Tile tile = chosen;
  tile.usesReader = true;
  te::BlockOp reader;
  if (sum == TiledSum::Whole)
    reader = findTileReader(accesses.block, accesses.written, tile);
  bool hasOperands =
      reader && !findPrefetchable(reader, accesses.written).empty();
  Point known{point[P::Reader], point[P::Epilogue]};
  return ParameterGroup({makeFlag("reader", P::Reader, reader != te::BlockOp()),
                         makeFlag("epilogue", P::Epilogue, hasOperands)},
                        [known](ArrayRef<int64_t> values) {
                          return values.front() == 1 || values.back() == 0 ||
                                 values == ArrayRef(known);
                        });
}

ParameterGroup TileParameters::getBorders() const {
  return ParameterGroup(
      {makeFlag("inlines_borders", P::InlinesBorders, isOfPlanes()),
       makeFlag("masked_borders", P::MasksBorders, isOfPlanes()),
       makeFlag("rows_apart", P::RowsApart, isOfPlanes())},
      [known = Point(ArrayRef(point).take_back(3))](ArrayRef<int64_t> values) {
        return values[0] == 1 || (values[1] == 0 && values[2] == 0) ||
               values == ArrayRef(known);
      });
}

/// Whether the elements of an operand that belongs to rows alone can be packed.
bool TileParameters::packsRows() const {
  return !isOfPlanes() && !chosen.isWindow && chosen.dotSteps == 0 &&
         chosen.rowAxis >= 0 &&
         (findConstantRows(accesses.block, chosen.rowAxis) ||
          (sum == TiledSum::Whole &&
           findRowOperand(accesses.block, chosen.rowAxis)));
}

ParameterSpace TileParameters::get() {
  te::BlockOp block = accesses.block;
  ParameterSpace space;
  space.add(getShape());
  bool isNestWhole = chosen.numOuter == 0;
  space.add(isNestWhole ? makeTasksParameter(point[P::Tasks])
                        : make("tasks", P::Tasks));
  space.add(getEpilogue());
  space.add(makeFlag("copied", P::Copied,
                     !isOfPlanes() && !findCopyable(block, chosen).empty()));
  space.add(makeFlag("streamed", P::Streamed,
                     !isOfPlanes() && findStreamable(block, chosen) >= 0));
  space.add(getBorders());
  return space;
}

ParameterSpace makeTileParameters(const BlockAccesses &accesses,
                                  const cost::Nest &nest, const Tile &chosen,
                                  TiledSum sum, int64_t numRegisters) {
  return TileParameters(accesses, nest, chosen, sum, numRegisters).get();
}

} // namespace tvm::schedule
