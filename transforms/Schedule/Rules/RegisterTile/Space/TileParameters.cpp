// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/Space/TileParameters.h"

#include "dialects/TE/TEBlocks.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/PlaneConstraints.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileConstraints.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"

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
  point[P::Producers] = tile.fusesProducers;
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
  /// A choice between no operands and `operands`, by their numbers.
  Parameter makeOperands(StringRef name, unsigned number,
                         ArrayRef<int64_t> operands) const;
  Parameter makeOrder(ArrayRef<int64_t> orders) const;
  SmallVector<int64_t> getCopyable() const;
  SmallVector<int64_t> getStreamable() const;
  SmallVector<Parameter> getSizes() const;
  SmallVector<Parameter> getBlocks() const;
  SmallVector<int64_t> getRowAxes() const;
  SmallVector<int64_t> getRows() const;
  SmallVector<int64_t> getColumns() const;
  SmallVector<int64_t> getUnrolls() const;
  /// Numbers of tiles in a block of an axis with `extent` points.
  SmallVector<int64_t> getBlocks(int64_t extent) const;
  UnrollConstraint getUnrollConstraint() const;
  ParameterGroup getShape() const;
  /// The parameters behind the shape of a nested tile, which have one value.
  ParameterGroup getSurroundings() const;
  Parameter getTasks() const;
  ParameterGroup getThreads() const;
  int64_t countFusedPoints() const;
  SmallVector<Parameter> getConsumer() const;
  ParameterGroup getEpilogue() const;
  bool packsRows() const;
  ParameterGroup getPlanes() const;
  /// Whether rows share the data of a window.
  bool isOfPlanes() const { return chosen.windowAxis >= 0; }
  bool isNested() const { return sum == TiledSum::Nested; }

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
  Parameter flag =
      isPossible ? make(name, number, {0, 1}) : make(name, number, {0});
  for (int64_t value : flag.values)
    flag.words.push_back(value ? "true" : "false");
  return flag;
}

Parameter TileParameters::makeOperands(StringRef name, unsigned number,
                                       ArrayRef<int64_t> operands) const {
  Parameter parameter = makeFlag(name, number, !operands.empty());
  std::string text = operands.size() == 1 ? "operand" : "operands";
  for (int64_t operand : operands)
    text += " " + std::to_string(operand);
  for (auto [value, word] : llvm::zip(parameter.values, parameter.words))
    word = value ? text : "none";
  return parameter;
}

Parameter TileParameters::makeOrder(ArrayRef<int64_t> orders) const {
  Parameter order = make("order", P::Order, orders);
  for (int64_t value : order.values)
    order.words.push_back(
        stringifyTileOrder(static_cast<TileOrder>(value)).str());
  return order;
}

SmallVector<int64_t> TileParameters::getCopyable() const {
  if (isOfPlanes() || !chosen.copied.empty())
    return SmallVector<int64_t>(chosen.copied.begin(), chosen.copied.end());
  auto found = findCopyable(accesses.block, chosen);
  return SmallVector<int64_t>(found.begin(), found.end());
}

SmallVector<int64_t> TileParameters::getStreamable() const {
  int64_t found = chosen.streamed;
  if (!isOfPlanes() && found < 0)
    found = findStreamable(accesses.block, chosen);
  return found < 0 ? SmallVector<int64_t>() : SmallVector<int64_t>{found};
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

/// Whether another block reads a weight of `block`. Both must agree on its
/// layout in tiles of columns.
static bool sharesWeight(te::BlockOp block) {
  return llvm::any_of(getReadBuffers(block), [&](Value buffer) {
    return te::isWeight(buffer) && isUsedByOthers(block, buffer);
  });
}

static constexpr int64_t kMaxVectors = 8;

/// The numbers of columns of tiles that begin at the borders of groups of
/// `group` columns: other tiles would gather the elements that a group shares.
static SmallVector<int64_t> getColumnsOfGroups(int64_t group, int64_t extent,
                                               int64_t lanes) {
  SmallVector<int64_t> columns;
  for (int64_t size = 1; size <= std::min(kMaxVectors * lanes, extent);
       ++size) {
    bool isPart = group % size == 0;
    bool areGroups = size % group == 0 && extent % size == 0;
    if (2 * size >= lanes && (isPart || areGroups))
      columns.push_back(size);
  }
  return columns;
}

/// The numbers of columns: whole vectors, and sizes without a remainder. Blocks
/// that share a weight keep the default.
SmallVector<int64_t> TileParameters::getColumns() const {
  constexpr int64_t kMinColumns = 4;
  if (sharesWeight(accesses.block))
    return {};
  int64_t extent = nest.extents[accesses.numSpatial - 1];
  if (int64_t group = accesses.getGroup())
    return getColumnsOfGroups(group, extent, chosen.lanes);
  SmallVector<int64_t> columns;
  // Parts of vectors are enough for a nest of few columns.
  for (int64_t size : {chosen.lanes / 4, chosen.lanes / 2})
    if (isNested() && size >= kMinColumns && size < extent)
      columns.push_back(size);
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
  if (isNested() && chosen.isWindow)
    return {}; // all steps are unrolled
  int64_t count = isOfPlanes() ? getOtherSteps(nest, chosen.windowAxis)
                               : nest.getInnermostSteps();
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
    if (size < extent)
      blocks.push_back(size);
  return blocks;
}

SmallVector<Parameter> TileParameters::getSizes() const {
  SmallVector<int64_t> axes = getRowAxes(), orders{0, 1, 2}, ofRows = axes;
  if (isNested()) {
    axes.clear();
    ofRows.clear();
  }
  if (isOfPlanes()) {
    ofRows.clear(); // the window belongs to them
    llvm::erase_if(axes, [&](int64_t axis) { return axis >= chosen.rowAxis; });
  }
  if (chosen.isWindow)
    orders.clear();
  return {make("row_axis", P::RowAxis, ofRows),
          make("rows", P::Rows, getRows()),
          makeFlag("balanced", P::Balanced, !isNested()),
          make("outer_row_axis", P::OuterRowAxis, axes),
          make("outer_rows", P::OuterRows, {1, 2, 3, 4, 5, 6, 7, 8}),
          make("columns", P::Columns, getColumns()),
          makeOrder(orders),
          makeFlag("packs_rows", P::PacksRows, packsRows())};
}

/// The numbers of tiles in a block.
SmallVector<Parameter> TileParameters::getBlocks() const {
  if (isNested())
    return {make("block_rows", P::BlockRows),
            make("block_outer_rows", P::BlockOuterRows),
            make("block_columns", P::BlockColumns)};
  SmallVector<int64_t> counts{1};
  for (int64_t axis : getRowAxes())
    counts.push_back(axis < 0 ? 1 : nest.extents[axis]);
  SmallVector<int64_t> ofRows = getBlocks(*llvm::max_element(counts)), none;
  SmallVector<int64_t> sizes = getColumns();
  int64_t smallest = sizes.empty() ? chosen.columns : *llvm::min_element(sizes);
  int64_t tiles =
      llvm::divideCeil(nest.extents[accesses.numSpatial - 1], smallest);
  return {make("block_rows", P::BlockRows, ofRows),
          make("block_outer_rows", P::BlockOuterRows,
               counts.size() > 3 ? ofRows : none),
          make("block_columns", P::BlockColumns, getBlocks(tiles))};
}

UnrollConstraint TileParameters::getUnrollConstraint() const {
  Tile tile = chosen;
  // Steps that prefetch are unrolled.
  tile.streamed = findStreamable(accesses.block, chosen);
  return {nest, tile, point};
}

/// Sizes, with what depends on them.
ParameterGroup TileParameters::getShape() const {
  UnrollConstraint isUnrollable = getUnrollConstraint();
  ParameterGroup group(
      getSizes(),
      SizeConstraint{Point(ArrayRef(point).take_front(P::BlockRows)),
                     nest.extents, nest.extents[accesses.numSpatial - 1],
                     chosen.lanes, numRegisters, chosen.isMatrix,
                     isUnrollable});
  group.add(getBlocks(),
            BlockConstraint{nest.extents, nest.extents[accesses.numSpatial - 1],
                            isUnrollable});
  group.add(make("unroll", P::Unroll, getUnrolls()), isUnrollable);
  return group;
}

ParameterGroup TileParameters::getSurroundings() const {
  return ParameterGroup(
      {make("tasks", P::Tasks), make("producers", P::Producers),
       make("inlines_borders", P::InlinesBorders),
       make("masked_borders", P::MasksBorders),
       make("rows_apart", P::RowsApart), make("reader", P::Reader),
       make("epilogue", P::Epilogue), make("copied", P::Copied),
       make("streamed", P::Streamed)});
}

/// Number of iterations of the loops around rows in which a producer is
/// computed, if it is; 1 where there is no producer.
int64_t TileParameters::countFusedPoints() const {
  te::BlockOp block = accesses.block;
  SmallVector<unsigned> front = llvm::to_vector(
      llvm::seq<unsigned>(0, chosen.getFirstRowAxis(accesses.numSpatial - 1)));
  int64_t most = 1;
  for (auto [capture, buffer] : llvm::enumerate(block.getCaptures())) {
    te::BlockOp producer = getOwnProducer(block, buffer);
    if (!producer || !isAsLowered(producer))
      continue;
    int64_t points = 1;
    for (unsigned axis :
         ArrayRef(front).take_front(countOwnAxes(block, capture, front)))
      points *= nest.extents[axis];
    most = std::max(most, points);
  }
  return most;
}

Parameter TileParameters::getTasks() const {
  bool isNestWhole = chosen.numOuter == 0;
  return isNestWhole ? makeTasksParameter(point[P::Tasks])
                     : make("tasks", P::Tasks);
}

/// The parameters `tasks` and `producers`. Producers are fused with parallel
/// loops that have enough tasks. There are no borders outside of planes.
ParameterGroup TileParameters::getThreads() const {
  int64_t points = countFusedPoints();
  Parameter producers = points > 1 ? makeFlag("producers", P::Producers, true)
                                   : make("producers", P::Producers);
  // Otherwise producers have nests of their own anyway.
  ParameterGroup group({getTasks(), producers},
                       [points](ArrayRef<int64_t> values) {
                         return values[1] == 1 || points >= values[0];
                       });
  return group.add({make("inlines_borders", P::InlinesBorders),
                    make("masked_borders", P::MasksBorders),
                    make("rows_apart", P::RowsApart)},
                   nullptr);
}

/// The parameters for the loops of the consumer: whether it contains the tile,
/// and whether its operands are prefetched.
SmallVector<Parameter> TileParameters::getConsumer() const {
  Tile tile = chosen;
  tile.usesReader = true;
  te::BlockOp reader;
  if (sum == TiledSum::Whole)
    reader = findTileReader(accesses.block, accesses.written, tile);
  SmallVector<int64_t> operands(chosen.epilogue.begin(), chosen.epilogue.end());
  if (operands.empty() && reader)
    llvm::append_range(operands, findPrefetchable(reader, accesses.written));
  return {makeFlag("reader", P::Reader, reader != te::BlockOp()),
          makeOperands("epilogue", P::Epilogue, operands)};
}

ParameterGroup TileParameters::getEpilogue() const {
  Point known{point[P::Reader], point[P::Epilogue]};
  return ParameterGroup(getConsumer(), [known](ArrayRef<int64_t> values) {
    return values.front() == 1 || values.back() == 0 ||
           values == ArrayRef(known);
  });
}

/// All parameters of tiles of planes, whose steps depend on their sizes.
ParameterGroup TileParameters::getPlanes() const {
  PlaneProblem problem(accesses, nest, chosen, numRegisters);
  PlaneStepConstraint constraint{problem};
  ParameterGroup group(getSizes(), PlaneSizeConstraint{{problem}});
  group.add(getBlocks(), PlaneBlockConstraint{problem});
  SmallVector<Parameter> steps{
      make("unroll", P::Unroll, getUnrolls()),
      getTasks(),
      makeFlag("producers", P::Producers, true),
      makeFlag("inlines_borders", P::InlinesBorders, true),
      makeFlag("masked_borders", P::MasksBorders, true),
      makeFlag("rows_apart", P::RowsApart, true)};
  llvm::append_range(steps, getConsumer());
  return group.add(steps, constraint, [constraint](ArrayRef<int64_t> values) {
    return constraint.summarize(values);
  });
}

/// Whether the elements of an operand that belongs to rows alone can be packed.
bool TileParameters::packsRows() const {
  return !isOfPlanes() && !isNested() && !chosen.isWindow &&
         chosen.dotSteps == 0 && chosen.rowAxis >= 0 &&
         (findConstantRows(accesses.block, chosen.rowAxis) ||
          (sum == TiledSum::Whole && findCopiedRows(accesses.block, chosen)));
}

ParameterSpace TileParameters::get() {
  ParameterSpace space;
  if (isNested()) {
    space.add(getShape());
    space.add(getSurroundings());
    return space;
  }
  if (isOfPlanes()) {
    space.add(getPlanes());
  } else {
    space.add(getShape());
    space.add(getThreads());
    space.add(getEpilogue());
  }
  space.add(makeOperands("copied", P::Copied, getCopyable()));
  space.add(makeOperands("streamed", P::Streamed, getStreamable()));
  return space;
}

ParameterSpace makeTileParameters(const BlockAccesses &accesses,
                                  const cost::Nest &nest, const Tile &chosen,
                                  TiledSum sum, int64_t numRegisters) {
  return TileParameters(accesses, nest, chosen, sum, numRegisters).get();
}

} // namespace tvm::schedule
