#include "transforms/Schedule/Rules/Rules.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

namespace {
/// A tile of the result: rows along one or two axes, columns along the last.
struct Tile {
  int rowAxis = -1; // none
  int64_t rows = 1;
  int outerRowAxis = -1; // none; before the other
  int64_t outerRows = 1;
  int64_t columns = 1;
  int64_t lanes = 1;

  int64_t getSize(unsigned axis, unsigned last) const {
    if (axis == last)
      return columns;
    if (static_cast<int>(axis) == rowAxis)
      return rows;
    return static_cast<int>(axis) == outerRowAxis ? outerRows : 1;
  }
};

/// What uses the result, tile by tile. `isTransposed`: its last axis is that of
/// the tile's rows.
struct Consumer {
  te::BlockOp block;
  bool isTransposed = false;
};
} // namespace

static std::optional<int64_t> getExtent(te::BlockOp block, unsigned axis) {
  auto dim = dyn_cast<AffineDimExpr>(block.getBindings().getResult(axis));
  if (!dim)
    return std::nullopt;
  auto loop =
      affine::getForInductionVarOwner(block.getIters()[dim.getPosition()]);
  return loop ? getTripCount(loop) : std::nullopt;
}

bool isTileable(const BlockAccesses &accesses) {
  te::BlockOp block = accesses.block;
  if (!accesses.written || !block.hasReduction() || accesses.numSpatial == 0 ||
      accesses.loads.empty())
    return false;
  unsigned last = accesses.numSpatial - 1;
  bool isUsed = false;
  for (const BlockAccesses::Load &load : accesses.loads) {
    if (load.along[last] == Along::Other)
      return false;
    isUsed |= load.along[last] != Along::None;
  }
  return isUsed;
}

/// The largest divisor of `extent` that is at most `limit`; `limit` itself
/// where the divisors are small.
static int64_t chooseRows(int64_t extent, int64_t limit) {
  limit = std::max<int64_t>(limit, 1);
  if (extent <= limit)
    return extent;
  for (int64_t rows = limit; rows * 2 >= limit; --rows)
    if (extent % rows == 0)
      return rows;
  return limit;
}

/// Whether points along `axis` share vectors that some load reads.
static bool isShared(const BlockAccesses &accesses, int axis) {
  unsigned columns = accesses.numSpatial - 1;
  return llvm::any_of(accesses.loads, [&](const auto &load) {
    return load.along[axis] == Along::None &&
           load.along[columns] != Along::None;
  });
}

/// Rows share vectors: the last axis before `end` that some of them are
/// independent of, or -1.
static int findSharedAxis(const BlockAccesses &accesses, int end) {
  for (int axis = end - 1; axis >= 0; --axis)
    if (getExtent(accesses.block, axis) != std::optional<int64_t>(1) &&
        isShared(accesses, axis))
      return axis;
  return -1;
}

/// The axis of rows; the last one that has some where none is shared.
static int chooseRowAxis(const BlockAccesses &accesses) {
  int last = static_cast<int>(accesses.numSpatial) - 1;
  int shared = findSharedAxis(accesses, last);
  if (shared >= 0)
    return shared;
  for (int axis = last - 1; axis >= 0; --axis)
    if (getExtent(accesses.block, axis) != std::optional<int64_t>(1))
      return axis;
  return -1;
}

/// Columns of so many vectors are one tile where nothing is gained by less.
static constexpr int64_t kMostVectors = 8;

/// Of one row alone: while one vector is added to an accumulator, and its sum
/// is waited for, others are.
static constexpr int64_t kVectorsOfOneRow = 4;

/// Registers for operands of rows. AVX-512 multiplies by an element in memory;
/// elsewhere one is loaded while others are in use.
static int64_t getRowRegisters(const MachineModel &machine) {
  return machine.vectorBits >= 512
             ? 2
             : std::max<int64_t>(machine.numRegisters / 8, 2);
}

static Tile chooseTile(const BlockAccesses &accesses,
                       const MachineModel &machine) {
  auto type = cast<MemRefType>(accesses.written.getType());
  int64_t lanes = machine.lanesFor(type.getElementType());
  unsigned last = accesses.numSpatial - 1;
  Tile tile;
  std::optional<int64_t> columns = getExtent(accesses.block, last);
  int64_t vectors = !columns || *columns >= 2 * lanes ? 2 : 1;
  tile.lanes = lanes;
  tile.columns = vectors * lanes;
  if (columns && *columns < tile.columns)
    tile.columns = std::max<int64_t>(*columns, 1);
  tile.rowAxis = chooseRowAxis(accesses);
  if (tile.rowAxis < 0) {
    if (!columns || *columns >= kVectorsOfOneRow * lanes)
      tile.columns = kVectorsOfOneRow * lanes;
    return tile;
  }
  // Where rows share no vectors, a tile may as well hold all of short columns.
  if (columns && *columns <= kMostVectors * lanes &&
      !isShared(accesses, tile.rowAxis)) {
    tile.columns = std::max<int64_t>(*columns, 1);
    vectors = llvm::divideCeil(tile.columns, lanes);
  }
  // Accumulators leave registers for the columns' and the rows' operands.
  int64_t limit =
      (machine.numRegisters - vectors - getRowRegisters(machine)) / vectors;
  limit = std::min<int64_t>(limit, 14);
  std::optional<int64_t> rows = getExtent(accesses.block, tile.rowAxis);
  tile.rows = rows ? chooseRows(*rows, limit) : std::min<int64_t>(limit, 8);
  tile.outerRowAxis = findSharedAxis(accesses, tile.rowAxis);
  if (tile.outerRowAxis < 0 || rows != tile.rows)
    return tile;
  // Short rows: several of them.
  auto outerRows = getExtent(accesses.block, tile.outerRowAxis);
  if (outerRows)
    tile.outerRows = chooseRows(*outerRows, limit / tile.rows);
  return tile;
}

/// The block that reads `written`, where it is the only one and nothing else
/// does.
static te::BlockOp getOnlyReader(te::BlockOp block, Value written) {
  te::BlockOp consumer;
  for (Operation *user : written.getUsers()) {
    if (user == block || isa<memref::DimOp>(user))
      continue;
    auto reader = dyn_cast<te::BlockOp>(user);
    if (!reader || consumer)
      return {};
    consumer = reader;
  }
  return isa<BlockArgument>(written) ? te::BlockOp() : consumer;
}

/// The axes of `consumer` that are the subscripts of `load`, each axis once;
/// nothing where the subscripts are others. A constant subscript of a dimension
/// of 1 stands for an axis that is in no other.
static std::optional<SmallVector<unsigned>>
getReadOrder(te::BlockOp consumer, affine::AffineLoadOp load) {
  SmallVector<std::optional<unsigned>> subscripts;
  SmallVector<bool> isUsed(consumer.getNumAxes());
  for (auto [size, expr] : llvm::zip(load.getMemRefType().getShape(),
                                     load.getAffineMap().getResults())) {
    subscripts.push_back(std::nullopt);
    if (isa<AffineConstantExpr>(expr) && size == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    Value operand = dim ? load.getMapOperands()[dim.getPosition()] : Value();
    ValueRange axes = consumer.getAxes();
    size_t index = llvm::find(axes, operand) - axes.begin();
    if (index == axes.size() || isUsed[index])
      return std::nullopt;
    isUsed[index] = true;
    subscripts.back() = index;
  }
  if (subscripts.size() != consumer.getNumAxes())
    return std::nullopt;
  SmallVector<unsigned> order;
  auto *unused = isUsed.begin();
  for (std::optional<unsigned> subscript : subscripts) {
    if (!subscript) {
      unused = std::find(unused, isUsed.end(), false);
      subscript = unused++ - isUsed.begin();
    }
    order.push_back(*subscript);
  }
  return order;
}

/// The same for all loads of `written`.
static std::optional<SmallVector<unsigned>> getReadOrder(te::BlockOp consumer,
                                                         Value written) {
  std::optional<SmallVector<unsigned>> common;
  for (const Access &access : getAccesses(consumer)) {
    if (access.buffer != written)
      continue;
    auto load = dyn_cast<affine::AffineLoadOp>(access.op);
    auto order =
        load && !access.isGuarded ? getReadOrder(consumer, load) : std::nullopt;
    if (!order || (common && *common != *order))
      return std::nullopt;
    common = order;
  }
  return common;
}

/// Whether `a` and `b` are in different nests of the same list.
static bool areNestsOfOneList(te::BlockOp a, te::BlockOp b) {
  Operation *first = getNest(a), *second = getNest(b);
  return first != second && first->getBlock() == second->getBlock();
}

/// The block that reads the result where it is the only one and element-wise,
/// perhaps in another order; otherwise a new one that copies it. Its loops are
/// those of `block` that are spatial.
static FailureOr<Consumer> getConsumer(ScheduleBuilder &schedule,
                                       te::BlockOp block, Value written,
                                       const Tile &tile) {
  te::BlockOp reader = getOnlyReader(block, written);
  auto copy = [&]() -> FailureOr<Consumer> {
    auto copied = schedule.cacheWrite(block);
    if (failed(copied))
      return failure();
    return Consumer{*copied};
  };
  if (!reader || reader.hasReduction() ||
      getNestLoops(reader).size() != reader.getNumAxes() ||
      !areNestsOfOneList(reader, block))
    return copy();
  BlockAccesses accesses(reader);
  auto order = getReadOrder(reader, written);
  if (!order || !accesses.written || !accesses.isAffine)
    return copy();
  if (llvm::is_sorted(*order))
    return Consumer{reader};
  if (tile.rowAxis < 0 || (*order)[tile.rowAxis] != order->size() - 1)
    return copy();
  SmallVector<Loop> loops = getNestLoops(reader), reordered;
  for (unsigned axis : *order)
    reordered.push_back(loops[axis]);
  if (failed(schedule.reorder(reordered)))
    return copy();
  return Consumer{reader, /*isTransposed=*/true};
}

/// Inside of the tile: reduction loops first, then rows and columns, unrolled
/// and vectorised; the initialisation in front.
static LogicalResult scheduleTileBody(ScheduleBuilder &schedule,
                                      te::BlockOp block, Loop tileLoop) {
  SmallVector<Loop> loops;
  for (Loop loop : getNestLoops(block))
    if (tileLoop->isProperAncestor(loop))
      loops.push_back(loop);
  unsigned numSpatial = llvm::count(block.getKinds(), false);
  SmallVector<Loop> spatial(ArrayRef(loops).take_front(numSpatial));
  SmallVector<Loop> order(ArrayRef(loops).drop_front(numSpatial));
  Loop reduction = order.front();
  order.append(spatial);
  if (failed(schedule.reorder(order)))
    return failure();
  (void)schedule.vectorize(spatial.back());
  for (Loop loop : ArrayRef(spatial).drop_back())
    (void)schedule.unroll(loop);
  return schedule.decomposeReduction(block, reduction);
}

/// Vectors of a tile of a transposed consumer: rows are lanes, and so many
/// columns as a vector has are transposed at once. `inner` are the tile's
/// loops.
static LogicalResult scheduleTransposed(ScheduleBuilder &schedule,
                                        SmallVector<Loop> inner,
                                        const Tile &tile) {
  Loop row = inner[tile.rowAxis], column = inner.back();
  int64_t size = std::gcd(*getTripCount(column), tile.lanes);
  auto columns = schedule.split(column, {0, size});
  if (failed(columns))
    return failure();
  inner.erase(inner.begin() + tile.rowAxis);
  inner.back() = columns->front();
  SmallVector<Loop> order = inner;
  order.append({columns->back(), row});
  if (failed(schedule.reorder(order)) || failed(schedule.vectorize(row)))
    return failure();
  (void)schedule.vectorize(columns->back());
  for (Loop loop : inner)
    (void)schedule.unroll(loop);
  return success();
}

/// The axes of the loops over tiles: columns outside of rows, so that their
/// weights stay in cache, and what weights depend on between them.
static SmallVector<unsigned> orderTiles(unsigned numAxes, const Tile &tile) {
  int last = static_cast<int>(numAxes) - 1;
  int first = tile.outerRowAxis >= 0 ? tile.outerRowAxis : tile.rowAxis;
  if (first < 0)
    first = last;
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, first));
  order.push_back(last);
  for (int axis = first; axis < last; ++axis)
    if (axis != tile.rowAxis && axis != tile.outerRowAxis)
      order.push_back(axis);
  for (int axis : {tile.outerRowAxis, tile.rowAxis})
    if (axis >= 0)
      order.push_back(axis);
  return order;
}

/// So many rows at least make up for a copy of what they share.
static constexpr int64_t kLeastSharingRows = 32;

/// Whether the columns of one tile lie far apart in `buffer`, row by row: each
/// step of the reduction reads another page.
static bool isScattered(Value buffer, const Tile &tile) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.getRank() > 1 && type.hasStaticShape() &&
         type.getShape().back() >= 4 * tile.columns && !isWeight(buffer);
}

/// What all rows of a tile of columns share is copied together, once for them.
/// (Weights have a layout for it.)
static void packOperands(ScheduleBuilder &schedule, te::BlockOp block,
                         Loop columnLoop, const Tile &tile) {
  BlockAccesses accesses(block);
  if (tile.rowAxis < 0)
    return;
  int64_t rows = 1;
  for (Loop loop : getNestLoops(block))
    if (columnLoop->isProperAncestor(loop) &&
        !bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      rows *= getTripCount(loop).value_or(1);
  if (rows / tile.columns < kLeastSharingRows)
    return;
  unsigned last = accesses.numSpatial - 1;
  int64_t index = -1;
  llvm::SmallPtrSet<Value, 4> seen{accesses.written};
  for (Value buffer : SmallVector<Value>(block.getCaptures())) {
    auto load = llvm::find_if(accesses.loads, [&](const auto &entry) {
      return entry.buffer == buffer;
    });
    if (load == accesses.loads.end() || !seen.insert(buffer).second)
      continue;
    ++index;
    if (load->along[last] != Along::Contiguous ||
        load->along[tile.rowAxis] != Along::None || !isScattered(buffer, tile))
      continue;
    auto copy = schedule.cacheRead(block, index, columnLoop);
    if (succeeded(copy))
      (void)schedule.vectorize(getNestLoops(*copy).back());
  }
}

namespace {
/// A consumer's nest in tiles, with the block that is computed in each of them.
struct TiledNest {
  te::BlockOp block;
  SmallVector<Loop> outer;    // over tiles
  SmallVector<unsigned> axes; // that these run over
  Loop column;                // the one over tiles of columns
};
} // namespace

/// Tiles the consumer's own loops and computes `block` in them.
static FailureOr<TiledNest> tileNest(ScheduleBuilder &schedule,
                                     te::BlockOp block, Consumer consumer,
                                     const Tile &tile) {
  SmallVector<Loop> all = getNestLoops(consumer.block);
  ArrayRef<Loop> loops = ArrayRef(all).take_back(consumer.block.getNumAxes());
  unsigned last = loops.size() - 1;
  auto fit = [](Loop loop, int64_t size) {
    auto trips = getTripCount(loop);
    // A remainder of unknown length runs one by one.
    return trips
               ? std::min(*trips, size)
               : (loop.getUpperBoundMap().getResult(0).isMultipleOf(size) ? size
                                                                          : 1);
  };
  SmallVector<Loop> outer, inner;
  for (auto [i, loop] : llvm::enumerate(loops)) {
    int64_t size = fit(loop, tile.getSize(i, last));
    auto parts = schedule.split(loop, {0, std::max<int64_t>(size, 1)});
    if (failed(parts))
      return failure();
    outer.push_back(parts->front());
    inner.push_back(parts->back());
  }
  TiledNest nest;
  nest.axes = orderTiles(outer.size(), tile);
  nest.column = outer[last];
  for (unsigned axis : nest.axes)
    nest.outer.push_back(outer[axis]);
  SmallVector<Loop> order = nest.outer;
  order.append(inner);
  if (failed(schedule.reorder(order)))
    return failure();
  auto moved = schedule.computeAt(block, nest.outer.back());
  if (failed(moved))
    return failure();
  nest.block = *moved;
  if (consumer.isTransposed) {
    if (failed(scheduleTransposed(schedule, inner, tile)))
      return failure();
    return nest;
  }
  (void)schedule.vectorize(inner[last]);
  for (Loop loop : ArrayRef(inner).drop_back())
    (void)schedule.unroll(loop);
  return nest;
}

/// Schedules a nest of the consumer, perhaps one of several that `partition`
/// made.
static LogicalResult scheduleNest(ScheduleBuilder &schedule, te::BlockOp block,
                                  Consumer consumer, const Tile &tile,
                                  bool onThreads) {
  int64_t work = getWork(block).value_or(1 << 20);
  auto nest = tileNest(schedule, block, consumer, tile);
  if (failed(nest))
    return failure();
  packOperands(schedule, nest->block, nest->column, tile);
  computeProducersAt(schedule, nest->block, nest->outer, nest->axes);
  if (failed(scheduleTileBody(schedule, nest->block, nest->outer.back())))
    return failure();
  if (onThreads)
    parallelizeOuter(schedule, nest->outer, work);
  return success();
}

/// Where a whole number of tiles does not cover a loop, the rest becomes a nest
/// of its own. Returns the consumers of all nests.
static SmallVector<te::BlockOp> partitionNests(ScheduleBuilder &schedule,
                                               const Consumer &consumer,
                                               const Tile &tile) {
  SmallVector<te::BlockOp> consumers{consumer.block};
  auto divide = [&](unsigned axis, int64_t size) {
    for (te::BlockOp block : llvm::to_vector(consumers)) {
      Loop loop = getNestLoops(block)[axis];
      if (!getTripCount(loop) || *getTripCount(loop) >= size)
        peel(schedule, loop, size, consumers);
    }
  };
  // Inner loops first: a nest is cloned with what was divided in it.
  unsigned last = getNestLoops(consumer.block).size() - 1;
  if (tile.rowAxis >= 0)
    divide(tile.rowAxis, tile.rows);
  if (tile.outerRowAxis >= 0)
    divide(tile.outerRowAxis, tile.outerRows);
  divide(last, tile.columns);
  if (consumer.isTransposed)
    divide(last, tile.lanes);
  return consumers;
}

/// The load of capture `index`, if that is the only access.
static affine::AffineLoadOp getOnlyLoad(te::BlockOp block, unsigned index) {
  BlockArgument argument = block.getCaptureArgument(block.getBody(), index);
  return argument.hasOneUse()
             ? dyn_cast<affine::AffineLoadOp>(*argument.getUsers().begin())
             : affine::AffineLoadOp();
}

/// Weights of one column tile lie together: (…, n, …) -> (n div columns, …, n
/// mod columns). Otherwise a tile's rows are far apart, in few sets of the
/// cache, or its columns are.
static void packWeights(ScheduleBuilder &schedule, te::BlockOp block,
                        const Tile &tile) {
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  MLIRContext *context = block.getContext();
  for (unsigned i = 0; i < block.getCaptures().size(); ++i) {
    auto load = isa<BlockArgument>(block.getCaptures()[i])
                    ? getOnlyLoad(block, i)
                    : affine::AffineLoadOp();
    if (!load)
      continue;
    auto subscript = findSubscript(load.getAffineMap(), load.getMapOperands(),
                                   block.getBody().getArgument(last));
    MemRefType type = load.getMemRefType();
    unsigned rank = type.getRank();
    // Tiles that do not begin where those of the layout do would be worse.
    if (!subscript || rank < 2 || subscript->offset % tile.columns != 0)
      continue;
    bool isLast = subscript->dim + 1 == rank;
    if (isLast && type.getShape().back() <= tile.columns)
      continue;
    AffineExpr column = getAffineDimExpr(subscript->dim, context);
    SmallVector<AffineExpr> results{column.floorDiv(tile.columns)};
    for (unsigned d = 0; d < rank; ++d)
      if (d != subscript->dim)
        results.push_back(getAffineDimExpr(d, context));
    results.push_back(column % tile.columns);
    // Refused where it is no weight.
    (void)schedule.transformLayout(block, i,
                                   AffineMap::get(rank, 0, results, context));
  }
}

LogicalResult scheduleRegisterTileIn(ScheduleBuilder &schedule,
                                     te::BlockOp block, te::BlockOp copy,
                                     const MachineModel &machine) {
  BlockAccesses accesses(block);
  if (!isTileable(accesses))
    return failure();
  Tile tile = chooseTile(accesses, machine);
  packWeights(schedule, block, tile);
  auto nest = tileNest(schedule, block, {copy}, tile);
  if (failed(nest))
    return failure();
  return scheduleTileBody(schedule, nest->block, nest->outer.back());
}

LogicalResult scheduleRegisterTile(ScheduleBuilder &schedule,
                                   const BlockAccesses &accesses,
                                   const MachineModel &machine,
                                   bool onThreads) {
  te::BlockOp block = accesses.block;
  if (!isTileable(accesses) || getNestLoops(block).size() != block.getNumAxes())
    return failure();
  Tile tile = chooseTile(accesses, machine);
  packWeights(schedule, block, tile);
  auto consumer = getConsumer(schedule, block, accesses.written, tile);
  if (failed(consumer))
    return failure();
  SmallVector<te::BlockOp> consumers =
      partitionNests(schedule, *consumer, tile);
  if (failed(distributeNests(schedule, consumers)))
    return success(); // nests that share loops stay as they are
  for (te::BlockOp nest : consumers)
    if (failed(scheduleNest(schedule, block, {nest, consumer->isTransposed},
                            tile, onThreads)))
      scheduleElementwise(schedule, nest);
  return success();
}

} // namespace tvm::schedule
