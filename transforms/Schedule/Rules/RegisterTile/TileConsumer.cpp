// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The form of a subscript: an axis, or one part of an axis that is divided by
/// more than one.
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

/// The axis part of `block` that `expr`, a subscript of `load`, selects;
/// nothing for other expressions.
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

/// Whether each axis occurs once, as a whole or in both parts.
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

/// The axis parts that the subscripts of `load` select: all axes of `consumer`,
/// each once. A constant subscript of a dimension of size 1 stands for an axis
/// that no other subscript selects.
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

/// The axis parts for all loads of `written`, if they agree.
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

namespace {
/// The only block that reads the result, whose loops a tile can use.
struct Reader {
  te::BlockOp block;
  SmallVector<int64_t> divisors; // of its loops; 1: undivided
  // For each axis of the result, the number of the loop that moves it after
  // loops are divided.
  SmallVector<unsigned> order;

  bool keepsColumns() const { return order.back() == order.size() - 1; }
};
} // namespace

/// The divisors of the loops of `reader`, which reads `parts`; nothing where
/// one does not divide its loop.
static std::optional<SmallVector<int64_t>> getDivisors(te::BlockOp reader,
                                                       const AxisParts &parts) {
  SmallVector<Loop> loops = getNestLoops(reader);
  SmallVector<int64_t> divisors(loops.size(), 1);
  for (const AxisPart &part : parts) {
    auto count = getTripCount(loops[part.axis]);
    divisors[part.axis] = part.divisor;
    if (part.divisor != 1 && (!count || *count % part.divisor != 0))
      return std::nullopt;
  }
  return divisors;
}

/// Whether `a` and `b` are in different nests of the same list.
static bool areNestsOfOneList(te::BlockOp a, te::BlockOp b) {
  Operation *first = getNest(a), *second = getNest(b);
  return first != second && first->getBlock() == second->getBlock();
}

static std::optional<Reader> matchReader(te::BlockOp block, Value written,
                                         const Tile &tile) {
  te::BlockOp found = getElementReader(block, written);
  if (!found || !areNestsOfOneList(found, block))
    return std::nullopt;
  BlockAccesses accesses(found);
  auto parts = getReadParts(found, written);
  if (!parts || !accesses.written || !accesses.isAffine)
    return std::nullopt;
  auto divisors = getDivisors(found, *parts);
  if (!divisors)
    return std::nullopt;
  Reader reader{found, *divisors};
  SmallVector<unsigned> first; // first loop of each axis
  unsigned numLoops = 0;
  for (int64_t divisor : *divisors) {
    first.push_back(numLoops);
    numLoops += divisor == 1 ? 1 : 2;
  }
  for (const AxisPart &part : *parts)
    reader.order.push_back(first[part.axis] + (part.isRemainder ? 1 : 0));
  bool isRowLast = tile.rowAxis >= 0 &&
                   reader.order[tile.rowAxis] == reader.order.size() - 1;
  if (!llvm::is_sorted(reader.order) && !reader.keepsColumns() && !isRowLast)
    return std::nullopt;
  return reader;
}

te::BlockOp findTileReader(te::BlockOp block, Value written, const Tile &tile) {
  auto reader = matchReader(block, written, tile);
  return reader ? reader->block : te::BlockOp();
}

FailureOr<TileConsumer> getTileConsumer(ScheduleBuilder &schedule,
                                        te::BlockOp block, Value written,
                                        const Tile &tile) {
  auto reader =
      tile.usesReader ? matchReader(block, written, tile) : std::nullopt;
  if (!reader) {
    auto copy = schedule.cacheWrite(block);
    if (failed(copy))
      return failure();
    return TileConsumer{*copy};
  }
  for (auto [loop, divisor] :
       llvm::zip_equal(getNestLoops(reader->block), reader->divisors))
    if (divisor != 1 && failed(schedule.split(loop, {0, divisor})))
      return failure();
  if (llvm::is_sorted(reader->order))
    return TileConsumer{reader->block};
  SmallVector<Loop> loops = getNestLoops(reader->block), reordered;
  for (unsigned place : reader->order)
    reordered.push_back(loops[place]);
  if (failed(schedule.reorder(reordered)))
    return failure();
  return TileConsumer{reader->block,
                      /*isTransposed=*/!reader->keepsColumns()};
}

} // namespace tvm::schedule
