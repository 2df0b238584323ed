#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The blocks of the kernel, in order. A transformation of both coordinates of
/// a tile is two blocks: of one coordinate, then of the other.
struct Stages {
  te::BlockOp dataRows, data, products, resultRows, result, reader;
};
} // namespace

/// Whether `block` computes rows of a matrix product: which one, an axis says.
static bool selectsRow(te::BlockOp block) {
  if (block.hasReduction() || !isAsLowered(block))
    return false;
  for (Value axis : block.getAxes())
    for (Operation *user : axis.getUsers())
      if (isa<arith::CmpIOp>(user))
        return true;
  return false;
}

/// The block that alone reads what `block` writes.
static te::BlockOp getOnlyConsumer(te::BlockOp block) {
  SmallVector<te::BlockOp> consumers = getConsumers(block);
  return consumers.size() == 1 ? consumers.front() : te::BlockOp();
}

static te::BlockOp getRowProducer(te::BlockOp block) {
  for (te::BlockOp producer : getProducers(block))
    if (selectsRow(producer) && getOnlyConsumer(producer) == block)
      return producer;
  return {};
}

static te::BlockOp getRowConsumer(te::BlockOp block) {
  te::BlockOp consumer = getOnlyConsumer(block);
  return consumer && selectsRow(consumer) ? consumer : te::BlockOp();
}

static std::optional<Stages> matchStages(te::BlockOp products) {
  if (!products.hasReduction() || !isAsLowered(products))
    return std::nullopt;
  Stages stages;
  stages.products = products;
  // Of no block, there is neither a producer nor a consumer.
  auto next = [](te::BlockOp block, auto find) {
    return block ? find(block) : te::BlockOp();
  };
  stages.data = next(products, getRowProducer);
  stages.dataRows = next(stages.data, getRowProducer);
  stages.resultRows = next(products, getRowConsumer);
  stages.result = next(stages.resultRows, getRowConsumer);
  stages.reader = next(stages.result, getOnlyConsumer);
  if (!stages.dataRows || !stages.reader || stages.reader.hasReduction() ||
      !isAsLowered(stages.reader))
    return std::nullopt;
  return stages;
}

/// Axes of all stages but the last one: coordinates in the tile, image, row and
/// column of tiles, channel.
enum Axis { kRow, kColumn, kImage, kTileRow, kTileColumn, kChannel, kNumAxes };

/// Elements of a tile of the result along a dimension.
static constexpr int64_t kTile = 4;

namespace {
/// The loops of the block that reads the result tile by tile, at
/// [y mod m, x mod m, n, y floordiv m, x floordiv m, k].
struct ReaderLoops {
  Loop row, column, channel;
  SmallVector<Loop> others; // of images
  bool isChannelLast = false;
};
} // namespace

/// The loop that a subscript follows, perhaps divided by the size of tiles.
static Loop getLoop(const Access &access, unsigned dim) {
  AffineExpr expr = access.map.getResult(dim);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary &&
      binary.getRHS() == getAffineConstantExpr(kTile, expr.getContext()))
    expr = binary.getLHS();
  auto position = dyn_cast<AffineDimExpr>(expr);
  return position ? affine::getForInductionVarOwner(
                        access.operands[position.getPosition()])
                  : Loop();
}

/// The loop along which the block's result is contiguous.
static Loop getLastLoop(te::BlockOp block) {
  for (const Access &access : getAccesses(block))
    for (Loop loop : getLoops(block))
      if (access.isWrite &&
          getLinearStride(access, loop.getInductionVar()) == 1)
        return loop;
  return {};
}

static std::optional<ReaderLoops> matchReader(const Stages &stages) {
  Value tiles = BlockAccesses(stages.result).written;
  ReaderLoops loops;
  for (const Access &access : getAccesses(stages.reader)) {
    if (access.buffer != tiles)
      continue;
    if (!access.map || access.isGuarded ||
        access.map.getNumResults() != kNumAxes)
      return std::nullopt;
    loops.row = getLoop(access, kTileRow);
    loops.column = getLoop(access, kTileColumn);
    loops.channel = getLoop(access, kChannel);
  }
  std::array<Loop, 3> own{loops.row, loops.column, loops.channel};
  if (llvm::is_contained(own, Loop()))
    return std::nullopt;
  for (Loop loop : getLoops(stages.reader))
    if (!llvm::is_contained(own, loop))
      loops.others.push_back(loop);
  loops.isChannelLast = getLastLoop(stages.reader) != loops.column;
  return loops;
}

/// The last of `loops`, around one tile, as vectors; the others written out.
static void writeOut(ScheduleBuilder &schedule, ArrayRef<Loop> loops) {
  (void)schedule.vectorize(loops.back());
  for (Loop loop : loops.drop_back())
    (void)schedule.unroll(loop);
}

/// Computes `producer`, what one iteration of `loop` reads of it, in registers.
static LogicalResult computeTileAt(ScheduleBuilder &schedule,
                                   te::BlockOp producer, Loop loop) {
  auto moved = schedule.computeAt(producer, loop);
  if (failed(moved))
    return failure();
  SmallVector<Loop> inner;
  for (Loop other : getLoops(*moved))
    if (loop->isProperAncestor(other))
      inner.push_back(other);
  writeOut(schedule, inner);
  return success();
}

/// A vector of channels at a time.
static FailureOr<SmallVector<Loop>> splitChannels(ScheduleBuilder &schedule,
                                                  Loop loop, int64_t lanes) {
  return schedule.split(
      loop, {0, std::min(lanes, getTripCount(loop).value_or(lanes))});
}

/// Transforms the data of one tile after the other, in the own loops of
/// `stages.data`. Returns the loops over tiles.
static FailureOr<SmallVector<Loop>> scheduleData(ScheduleBuilder &schedule,
                                                 const Stages &stages,
                                                 te::BlockOp data,
                                                 int64_t lanes) {
  SmallVector<Loop> all = getLoops(data);
  ArrayRef<Loop> loops = ArrayRef(all).take_back(kNumAxes);
  auto channels = splitChannels(schedule, loops[kChannel], lanes);
  if (failed(channels))
    return failure();
  SmallVector<Loop> outer{loops[kImage], loops[kTileRow], loops[kTileColumn]};
  SmallVector<Loop> inner{loops[kRow], loops[kColumn], channels->back()};
  SmallVector<Loop> order = outer;
  order.push_back(channels->front());
  llvm::append_range(order, inner);
  if (failed(schedule.reorder(order)) ||
      failed(computeTileAt(schedule, stages.dataRows, channels->front())))
    return failure();
  writeOut(schedule, inner);
  return outer;
}

/// Transforms products and stores the result, one tile after the other, tiles
/// of a row in groups of `group`. Returns the loops over groups.
static FailureOr<SmallVector<Loop>>
scheduleReader(ScheduleBuilder &schedule, const Stages &stages,
               const ReaderLoops &loops, int64_t group, int64_t lanes) {
  auto rows = schedule.split(loops.row, {0, kTile});
  auto columns = schedule.split(loops.column, {0, group, kTile});
  auto channels = splitChannels(schedule, loops.channel, lanes);
  if (failed(rows) || failed(columns) || failed(channels))
    return failure();
  Loop tile = channels->front(), channel = channels->back();
  SmallVector<Loop> outer = loops.others, inner{rows->back()};
  outer.append({rows->front(), columns->front()});
  if (loops.isChannelLast)
    inner.append({columns->back(), channel});
  else
    inner.append({channel, columns->back()});
  SmallVector<Loop> order = outer;
  order.append({(*columns)[1], tile});
  llvm::append_range(order, inner);
  if (failed(schedule.reorder(order)) ||
      failed(computeTileAt(schedule, stages.result, tile)) ||
      failed(computeTileAt(schedule, stages.resultRows, tile)))
    return failure();
  writeOut(schedule, inner);
  return outer;
}

//===-- whether and how many tiles at a time ------------------------------===//

/// Parts of the second cache for weights that stay there beside a group of
/// tiles, and for what is transformed, or multiplied, at a time.
static constexpr int64_t kWeightPart = 2, kGroupPart = 8;
/// Tiles that make up for loading the weights from there.
static constexpr int64_t kLeastGroup = 8;

/// How many tiles of a row to compute together; nothing where whole stages are
/// better: weights would be loaded from memory for each group.
static std::optional<int64_t> chooseGroup(const Stages &stages,
                                          const ReaderLoops &loops,
                                          int64_t cacheBytes) {
  auto type =
      cast<MemRefType>(BlockAccesses(stages.products).written.getType());
  auto rows = getTripCount(loops.row), columns = getTripCount(loops.column);
  auto inputs = getTripCount(getLoops(stages.data)[kChannel]);
  auto outputs = getTripCount(loops.channel);
  // Tiles that overhang the result guard every access.
  if (!rows || !columns || !inputs || !outputs || *rows % kTile != 0 ||
      *columns % kTile != 0)
    return std::nullopt;
  int64_t coordinates = type.getDimSize(kRow) * type.getDimSize(kColumn);
  int64_t bytes = coordinates * type.getElementTypeBitWidth() / 8;
  if (bytes * *inputs * *outputs > cacheBytes / kWeightPart)
    return std::nullopt;
  int64_t most =
      cacheBytes / kGroupPart / (bytes * std::max(*inputs, *outputs));
  for (int64_t group = most; group >= kLeastGroup; --group)
    if ((*columns / kTile) % group == 0)
      return group;
  return std::nullopt;
}

/// All stages of a group of tiles after another: they stay in cache.
static LogicalResult scheduleGroups(ScheduleBuilder &schedule,
                                    const Stages &stages,
                                    const ReaderLoops &loops, int64_t group,
                                    int64_t lanes,
                                    const MachineModel &machine) {
  int64_t work = getWork(stages.products).value_or(1 << 20);
  auto copy = schedule.cacheWrite(stages.products);
  if (failed(copy))
    return failure();
  auto outer = scheduleReader(schedule, stages, loops, group, lanes);
  if (failed(outer))
    return failure();
  auto products = schedule.computeAt(*copy, outer->back());
  BlockAccesses accesses(stages.products);
  if (failed(products) || !isTileable(accesses) ||
      failed(scheduleRegisterTileIn(schedule, stages.products, *products,
                                    chooseTile(accesses, machine))))
    return failure();
  auto data = schedule.computeAt(stages.data, outer->back());
  if (failed(data) || failed(scheduleData(schedule, stages, *data, lanes)))
    return failure();
  parallelizeOuter(schedule, *outer, work);
  return success();
}

/// Stage by stage.
static void scheduleStages(ScheduleBuilder &schedule, const Stages &stages,
                           const ReaderLoops &loops, int64_t lanes) {
  int64_t dataWork = getWork(stages.data).value_or(1 << 20);
  int64_t readerWork = getWork(stages.reader).value_or(1 << 20);
  auto data = scheduleData(schedule, stages, stages.data, lanes);
  if (succeeded(data))
    parallelizeOuter(schedule, *data, dataWork);
  auto reader = scheduleReader(schedule, stages, loops, /*group=*/1, lanes);
  if (succeeded(reader))
    parallelizeOuter(schedule, *reader, readerWork);
}

LogicalResult scheduleWinograd(ScheduleBuilder &schedule,
                               ArrayRef<te::BlockOp> blocks,
                               const MachineModel &machine) {
  for (te::BlockOp block : blocks) {
    auto stages = matchStages(block);
    auto loops = stages ? matchReader(*stages) : std::nullopt;
    if (!loops || llvm::count(block.getKinds(), false) != kNumAxes)
      continue;
    auto type = cast<MemRefType>(BlockAccesses(block).written.getType());
    int64_t lanes = machine.lanesFor(type.getElementType());
    if (auto group = chooseGroup(*stages, *loops, machine.cacheBytes))
      return scheduleGroups(schedule, *stages, *loops, *group, lanes, machine);
    scheduleStages(schedule, *stages, *loops, lanes);
    return success();
  }
  return failure();
}

} // namespace tvm::schedule
