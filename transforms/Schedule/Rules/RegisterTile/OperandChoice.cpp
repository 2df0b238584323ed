// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Support/Limits.h"

using namespace mlir;

namespace tvm::schedule {

bool isLarge(Value buffer, const MachineModel &machine) {
  return getBytes(buffer) > machine.l2CacheBytes / machine.tiles.cachePart;
}

/// Whether `buffer` is a copy that is packed in tiles of columns.
static bool isPackedCopy(Value buffer, const Tile &tile) {
  auto type = cast<MemRefType>(buffer.getType());
  return buffer.getDefiningOp<memref::AllocOp>() && type.getRank() > 2 &&
         type.getShape().back() == tile.columns &&
         llvm::any_of(buffer.getUsers(), [&](Operation *user) {
           auto block = dyn_cast<te::BlockOp>(user);
           return block && isCopy(block) &&
                  BlockAccesses(block).written == buffer;
         });
}

bool isSharedByRows(const BlockAccesses &accesses, Value buffer,
                    const Tile &tile) {
  return llvm::all_of(accesses.loads, [&](const auto &load) {
    auto isSame = [&](int axis) {
      return axis < 0 || load.along[axis] == BlockAccesses::Along::None;
    };
    return load.buffer != buffer ||
           (isSame(tile.rowAxis) && isSame(tile.outerRowAxis));
  });
}

/// Whether `buffer` can be packed in tiles of columns, by a copy or by a change
/// of its layout.
static bool becomesPackedCopy(te::BlockOp block, Value buffer,
                              const Tile &tile) {
  auto load = getOnlyLoad(block, findCapture(block, buffer));
  if (!load)
    return false;
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  auto column = findSubscript(load.getAffineMap(), load.getMapOperands(),
                              block.getBody().getArgument(last));
  auto type = cast<MemRefType>(buffer.getType());
  if (!column || type.getRank() < 2 || !type.hasStaticShape() ||
      column->offset % tile.columns != 0)
    return false;
  int64_t columns = type.getDimSize(column->dim);
  return columns > tile.columns ||
         (columns == tile.columns && type.getRank() > 2);
}

/// Whether a producer merely copies to `buffer`, whose layout can then be
/// chosen for `block`.
static bool isCopiedByProducer(te::BlockOp block, Value buffer) {
  return llvm::any_of(getProducers(block), [&](te::BlockOp producer) {
    return isCopy(producer) && BlockAccesses(producer).written == buffer;
  });
}

/// Number, among the buffers that `block` reads, of the first one that passes
/// `filter`, that all rows share, and that is packed in tiles of columns: a
/// weight or a copy. -1 if there is none.
static int64_t findStreamed(te::BlockOp block, const Tile &tile,
                            function_ref<bool(Value)> filter) {
  BlockAccesses accesses(block);
  auto isCopied = [&](int64_t i, Value buffer) {
    bool isCopied =
        llvm::is_contained(tile.copied, i) ||
        (isCopiedByProducer(block, buffer) && isPacked(accesses, buffer, tile));
    return isCopied && becomesPackedCopy(block, buffer, tile);
  };
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(block)))
    if (filter(buffer) && isSharedByRows(accesses, buffer, tile) &&
        (te::isWeight(buffer) || isPackedCopy(buffer, tile) ||
         isCopied(static_cast<int64_t>(i), buffer)))
      return static_cast<int64_t>(i);
  return -1;
}

int64_t findStreamable(te::BlockOp block, const Tile &tile) {
  return findStreamed(block, tile, [](Value) { return true; });
}

/// Number of the operand whose prefetching is worth its cost: a large one.
static int64_t chooseStreamed(te::BlockOp block, const Tile &tile,
                              const MachineModel &machine) {
  return findStreamed(block, tile,
                      [&](Value buffer) { return isLarge(buffer, machine); });
}

bool isStreamed(const BlockAccesses &accesses, const Tile &tile,
                const MachineModel &machine) {
  return chooseStreamed(accesses.block, tile, machine) >= 0 ||
         llvm::any_of(getReadBuffers(accesses.block), [&](Value buffer) {
           return isLarge(buffer, machine) && isPacked(accesses, buffer, tile);
         });
}

/// Number of iterations of the `numOuter` outermost loops that read the same
/// elements by `load`.
static int64_t countSharingOutside(te::BlockOp block,
                                   const BlockAccesses::Load &load,
                                   unsigned numOuter) {
  int64_t count = 1;
  for (unsigned axis = 0; axis < numOuter; ++axis)
    if (load.along[axis] == BlockAccesses::Along::None)
      count *= getExtent(block, axis).value_or(1);
  return count;
}

/// Size of one of the matrices in `buffer`, which its last two dims are.
static int64_t getMatrixBytes(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return getBytes(buffer) /
         ShapedType::getNumElements(type.getShape().drop_back(2));
}

/// Whether the rows, and the iterations of loops that stay outside, are enough
/// for a copy of `buffer`.
static bool isWorthCopying(const BlockAccesses &accesses, Value buffer,
                           const Tile &tile, const MachineModel &machine) {
  bool staysInCache = getMatrixBytes(buffer) <= machine.l2CacheBytes;
  int64_t rows = getExtent(accesses.block, tile.rowAxis).value_or(1);
  int64_t sharing = countSharingOutside(
      accesses.block, *accesses.findLoad(buffer), tile.numOuter);
  return (tile.numOuter == 0 || sharing > 1) &&
         rows * sharing >=
             (staysInCache ? kMinSharingRows : machine.tiles.minStreamingRows);
}

SmallVector<int64_t, 2> findCopyable(te::BlockOp block, const Tile &tile) {
  BlockAccesses accesses(block);
  SmallVector<int64_t, 2> operands;
  // The columns of a tile are few beside its rows, which do not wait for
  // memory.
  if (tile.rowAxis < 0 || findConstantRows(block, tile.rowAxis))
    return operands;
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(block)))
    if (isPacked(accesses, buffer, tile) && !isCopiedByProducer(block, buffer))
      operands.push_back(static_cast<int64_t>(i));
  return operands;
}

/// Whether the columns of a tile are rather copied when they are needed
/// (packOperands): the last-level cache would not keep a copy of the whole
/// buffer beside it.
static bool isBetterCopiedByTiles(const BlockAccesses &accesses, Value buffer,
                                  const Tile &tile,
                                  const MachineModel &machine) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t rows = getExtent(accesses.block, tile.rowAxis).value_or(1);
  int64_t ofTile =
      getMatrixBytes(buffer) / type.getShape().back() * tile.columns;
  return rows >= kMinSharingRows &&
         getBytes(buffer) > machine.l3CacheBytes / machine.tiles.copiedPart &&
         ofTile <= kMaxThreadBufferBytes;
}

/// Numbers of the operands whose copy is worth its cost: large ones.
static SmallVector<int64_t, 2> chooseCopied(te::BlockOp block, const Tile &tile,
                                            const MachineModel &machine) {
  BlockAccesses accesses(block);
  SmallVector<Value> buffers = getReadBuffers(block);
  SmallVector<int64_t, 2> operands = findCopyable(block, tile);
  llvm::erase_if(operands, [&](int64_t i) {
    return !isLarge(buffers[i], machine) ||
           !isWorthCopying(accesses, buffers[i], tile, machine) ||
           isBetterCopiedByTiles(accesses, buffers[i], tile, machine);
  });
  return operands;
}

SmallVector<int64_t, 2> findPrefetchable(te::BlockOp epilogue, Value result) {
  SmallVector<int64_t, 2> operands;
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(epilogue)))
    if (buffer != result && !te::isWeight(buffer))
      operands.push_back(static_cast<int64_t>(i));
  return operands;
}

SmallVector<int64_t, 2> choosePrefetched(te::BlockOp epilogue, Value result,
                                         const MachineModel &machine) {
  if (!machine.prefetchesEpilogues || !epilogue)
    return {};
  SmallVector<Value> buffers = getReadBuffers(epilogue);
  SmallVector<int64_t, 2> operands = findPrefetchable(epilogue, result);
  llvm::erase_if(operands,
                 [&](int64_t i) { return !isLarge(buffers[i], machine); });
  return operands;
}

/// Number of steps of the sum that are unrolled.
static int64_t chooseUnroll(const Tile &tile, const MachineModel &machine) {
  if (tile.windowAxis >= 0)
    return 1; // rows of the window are unrolled
  int64_t rows = tile.rows * tile.outerRows;
  int64_t accumulators = rows * llvm::divideCeil(tile.columns, tile.lanes);
  if (tile.extendsBytes() ||
      machine.vectors.numRegisters - accumulators < machine.tiles.freeRegisters)
    return 1;
  return rows == 1 ? machine.tiles.stepsOfOneRow : machine.tiles.steps;
}

void chooseOperands(Tile &tile, const BlockAccesses &accesses,
                    const MachineModel &machine) {
  te::BlockOp block = accesses.block;
  tile.tasks = machine.getEnoughTasks();
  tile.copied = chooseCopied(block, tile, machine);
  tile.streamed = chooseStreamed(block, tile, machine);
  tile.unroll = chooseUnroll(tile, machine);
  te::BlockOp reader = findTileReader(block, accesses.written, tile);
  tile.usesReader = reader != te::BlockOp();
  tile.epilogue = choosePrefetched(reader, accesses.written, machine);
}

} // namespace tvm::schedule
