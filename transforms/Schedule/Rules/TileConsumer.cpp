#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// What a subscript is: an axis, or one part of it, divided by more than one.
struct AxisPart {
  unsigned axis;
  int64_t divisor = 1;
  bool isRemainder = false;

  bool operator==(const AxisPart &other) const {
    return axis == other.axis && divisor == other.divisor &&
           isRemainder == other.isRemainder;
  }
};
using AxisParts = SmallVector<AxisPart>;
} // namespace

/// What `expr`, a subscript of `load`, is of `block`; nothing where it is
/// anything else.
static std::optional<AxisPart>
getPart(te::BlockOp block, affine::AffineLoadOp load, AffineExpr expr) {
  AxisPart part{block.getNumAxes()};
  if (auto division = dyn_cast<AffineBinaryOpExpr>(expr)) {
    auto divisor = dyn_cast<AffineConstantExpr>(division.getRHS());
    part.isRemainder = division.getKind() == AffineExprKind::Mod;
    bool isQuotient = division.getKind() == AffineExprKind::FloorDiv;
    if (!divisor || (!part.isRemainder && !isQuotient))
      return std::nullopt;
    part.divisor = divisor.getValue();
    expr = division.getLHS();
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    part.axis =
        llvm::find(block.getAxes(), load.getMapOperands()[dim.getPosition()]) -
        block.getAxes().begin();
  if (part.axis == block.getNumAxes())
    return std::nullopt;
  return part;
}

/// Whether each axis is there once, as a whole or in both parts.
static bool isWhole(ArrayRef<AxisPart> parts, unsigned numAxes) {
  for (unsigned axis = 0; axis < numAxes; ++axis) {
    AxisParts own;
    llvm::copy_if(parts, std::back_inserter(own),
                  [&](const AxisPart &part) { return part.axis == axis; });
    bool isOne = own.size() == 1 && own[0].divisor == 1;
    bool areTwo = own.size() == 2 && own[0].divisor == own[1].divisor &&
                  own[0].divisor != 1 &&
                  own[0].isRemainder != own[1].isRemainder;
    if (!isOne && !areTwo)
      return false;
  }
  return true;
}

/// What the subscripts of `load` are of `consumer`: all of its axes, each once.
/// A constant subscript of a dimension of 1 stands for an axis that is in no
/// other.
static std::optional<AxisParts> getReadParts(te::BlockOp consumer,
                                             affine::AffineLoadOp load) {
  SmallVector<std::optional<AxisPart>> found;
  SmallVector<bool> isUsed(consumer.getNumAxes());
  for (auto [size, expr] : llvm::zip(load.getMemRefType().getShape(),
                                     load.getAffineMap().getResults())) {
    found.push_back(std::nullopt);
    if (isa<AffineConstantExpr>(expr) && size == 1)
      continue;
    found.back() = getPart(consumer, load, expr);
    if (!found.back())
      return std::nullopt;
    isUsed[found.back()->axis] = true;
  }
  AxisParts parts;
  for (const std::optional<AxisPart> &part : found) {
    unsigned unused = llvm::find(isUsed, false) - isUsed.begin();
    if (!part && unused == isUsed.size())
      return std::nullopt;
    if (!part)
      isUsed[unused] = true;
    parts.push_back(part.value_or(AxisPart{unused}));
  }
  if (!isWhole(parts, consumer.getNumAxes()))
    return std::nullopt;
  return parts;
}

/// The same for all loads of `written`.
static std::optional<AxisParts> getReadParts(te::BlockOp consumer,
                                             Value written) {
  std::optional<AxisParts> common;
  for (const Access &access : getAccesses(consumer)) {
    if (access.buffer != written)
      continue;
    auto load = dyn_cast<affine::AffineLoadOp>(access.op);
    auto parts =
        load && !access.isGuarded ? getReadParts(consumer, load) : std::nullopt;
    if (!parts || (common && *common != *parts))
      return std::nullopt;
    common = parts;
  }
  return common;
}

/// Splits loops of `consumer` over axes of two parts, if all of these are whole
/// numbers. `order` becomes the number of the loop that moves each part.
static LogicalResult splitDivided(ScheduleBuilder &schedule,
                                  te::BlockOp consumer,
                                  ArrayRef<AxisPart> parts,
                                  SmallVector<unsigned> &order) {
  SmallVector<Loop> loops = getNestLoops(consumer);
  SmallVector<int64_t> divisors(loops.size(), 1);
  for (const AxisPart &part : parts) {
    auto count = getTripCount(loops[part.axis]);
    divisors[part.axis] = part.divisor;
    if (part.divisor != 1 && (!count || *count % part.divisor != 0))
      return failure();
  }
  SmallVector<unsigned> first; // loop of each axis
  unsigned numLoops = 0;
  for (auto [loop, divisor] : llvm::zip_equal(loops, divisors)) {
    first.push_back(numLoops);
    numLoops += divisor == 1 ? 1 : 2;
    if (divisor != 1 && failed(schedule.split(loop, {0, divisor})))
      return failure();
  }
  for (const AxisPart &part : parts)
    order.push_back(first[part.axis] + (part.isRemainder ? 1 : 0));
  return success();
}

/// Whether `a` and `b` are in different nests of the same list.
static bool areNestsOfOneList(te::BlockOp a, te::BlockOp b) {
  Operation *first = getNest(a), *second = getNest(b);
  return first != second && first->getBlock() == second->getBlock();
}

FailureOr<TileConsumer> getTileConsumer(ScheduleBuilder &schedule,
                                        te::BlockOp block, Value written,
                                        const Tile &tile) {
  te::BlockOp reader = getElementReader(block, written);
  auto copy = [&]() -> FailureOr<TileConsumer> {
    auto copied = schedule.cacheWrite(block);
    if (failed(copied))
      return failure();
    return TileConsumer{*copied};
  };
  if (!reader || !areNestsOfOneList(reader, block))
    return copy();
  BlockAccesses accesses(reader);
  auto parts = getReadParts(reader, written);
  SmallVector<unsigned> order;
  if (!parts || !accesses.written || !accesses.isAffine ||
      failed(splitDivided(schedule, reader, *parts, order)))
    return copy();
  if (llvm::is_sorted(order))
    return TileConsumer{reader};
  bool keepsColumns = order.back() == order.size() - 1;
  if (!keepsColumns &&
      (tile.rowAxis < 0 || order[tile.rowAxis] != order.size() - 1))
    return copy();
  SmallVector<Loop> loops = getNestLoops(reader), reordered;
  for (unsigned place : order)
    reordered.push_back(loops[place]);
  if (failed(schedule.reorder(reordered)))
    return copy();
  return TileConsumer{reader, /*isTransposed=*/!keepsColumns};
}

} // namespace tvm::schedule
