#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

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

FailureOr<TileConsumer> getTileConsumer(ScheduleBuilder &schedule,
                                        te::BlockOp block, Value written,
                                        const Tile &tile) {
  te::BlockOp reader = getOnlyReader(block, written);
  auto copy = [&]() -> FailureOr<TileConsumer> {
    auto copied = schedule.cacheWrite(block);
    if (failed(copied))
      return failure();
    return TileConsumer{*copied};
  };
  if (!reader || reader.hasReduction() || !isAsLowered(reader) ||
      !areNestsOfOneList(reader, block))
    return copy();
  BlockAccesses accesses(reader);
  auto order = getReadOrder(reader, written);
  if (!order || !accesses.written || !accesses.isAffine)
    return copy();
  if (llvm::is_sorted(*order))
    return TileConsumer{reader};
  bool keepsColumns = order->back() == order->size() - 1;
  if (!keepsColumns &&
      (tile.rowAxis < 0 || (*order)[tile.rowAxis] != order->size() - 1))
    return copy();
  SmallVector<Loop> loops = getNestLoops(reader), reordered;
  for (unsigned axis : *order)
    reordered.push_back(loops[axis]);
  if (failed(schedule.reorder(reordered)))
    return copy();
  return TileConsumer{reader, /*isTransposed=*/!keepsColumns};
}

} // namespace tvm::schedule
