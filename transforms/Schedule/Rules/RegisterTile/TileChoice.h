// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILECHOICE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILECHOICE_H

#include "transforms/CostModel/TileSize.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"
#include "transforms/Schedule/Support/MatrixIntrinsics.h"

namespace tvm::schedule {

// Decisions that follow from the accesses of a block and the machine: sizes of
// tiles and the treatment of operands. No function here changes the kernel.

/// Whether register tiles can compute the block.
bool isTileable(const BlockAccesses &accesses);

/// The tile with the sizes and the order that are best for `machine`. With
/// `isPartitioned`, rows in tiles of two sizes may become two nests. Loops over
/// the first `numOuter` axes stay around all others: tiles have one point along
/// these.
Tile chooseTile(const BlockAccesses &accesses, const MachineModel &machine,
                bool isPartitioned = false, unsigned numOuter = 0);

/// The facts that determine the size of `tile`, whose axes are known. Nothing
/// where it has no rows, or where columns belong to groups.
std::optional<cost::TileProblem> describeTile(const BlockAccesses &accesses,
                                              const Tile &tile);

/// Chooses the treatment of operands, and the steps around a tile of known
/// size.
void chooseOperands(Tile &tile, const BlockAccesses &accesses,
                    const MachineModel &machine);

// Operands, numbered among the buffers that a block reads, to which a step can
// be applied. Whether it is worth its cost depends on the machine.

/// The operands whose columns in `tile` are far apart, and which can be copied
/// to tiles of columns.
llvm::SmallVector<int64_t, 2> findCopyable(te::BlockOp block, const Tile &tile);

/// Whether all rows of a tile of columns read the same elements of `buffer`.
bool isSharedByRows(const BlockAccesses &accesses, mlir::Value buffer,
                    const Tile &tile);

/// The first operand whose next tile of columns can be prefetched; -1 where
/// there is none.
int64_t findStreamable(te::BlockOp block, const Tile &tile);

/// The operands of `epilogue` that can be prefetched while `result` is
/// computed.
llvm::SmallVector<int64_t, 2> findPrefetchable(te::BlockOp epilogue,
                                               mlir::Value result);

/// The operands of `epilogue` that are prefetched while `result` is computed:
/// large ones, on machines that gain from it.
llvm::SmallVector<int64_t, 2> choosePrefetched(te::BlockOp epilogue,
                                               mlir::Value result,
                                               const MachineModel &machine);

/// The strategies of a block that register tiles can compute, the best one
/// first: split-K for a long sum; a tile in the loops of the result's reader; a
/// tile in the loops of a copy. Empty for other blocks. `schedule` explores the
/// nests of split-K. With `numOuter`, the nest is to be merged with others, and
/// the loops over that many axes stay outermost.
llvm::SmallVector<Strategy> chooseRegisterTile(ScheduleBuilder &schedule,
                                               const BlockAccesses &accesses,
                                               const MachineModel &machine,
                                               unsigned numOuter = 0);

/// Whether the buffer is too large to stay in a cache until it is read again.
bool isLarge(mlir::Value buffer, const MachineModel &machine);

/// Whether all rows share a buffer that is a large weight or a copy, or will be
/// copied.
bool isStreamed(const BlockAccesses &accesses, const Tile &tile,
                const MachineModel &machine);

/// Number of terms of the sum; nothing if it is unknown.
std::optional<int64_t> getSumSize(te::BlockOp block);

/// The distance, in the data, between neighbouring rows: the stride of a
/// convolution. Nothing where a subscript is not linear.
std::optional<int64_t> getStep(te::BlockOp block, unsigned rowAxis);

/// Number of terms of a sum over a small window of what moves with the columns:
/// of a depthwise convolution, channels last. 0 where it is another sum.
int64_t getWindow(const BlockAccesses &accesses, unsigned rowAxis);

/// Whether the columns of such a sum are better inside of its rows, where their
/// weights stay in the nearest cache.
bool streamsWindow(const BlockAccesses &accesses, unsigned rowAxis,
                   const MachineModel &machine);

/// Makes a tile of rows that share the data of a window, if they share nothing
/// else, as far as registers suffice: a depthwise convolution or a pool,
/// channels first. Returns false, having changed nothing, for other blocks.
bool shareWindow(Tile &tile, const BlockAccesses &accesses,
                 const MachineModel &machine);

/// Makes tiles of `extent` rows that are as equal as can be, of `most` rows.
void balanceRows(Tile &tile, int64_t extent, int64_t most);

/// The number of parts for split-K. A long sum is divided if the weights of one
/// tile of columns do not stay in cache from one tile of rows to the next.
/// Returns nothing if the sum is not divided.
std::optional<int64_t> chooseParts(const BlockAccesses &accesses,
                                   const Tile &tile,
                                   const MachineModel &machine);

/// The numbers of parts that the sum of the block can be divided into.
llvm::SmallVector<int64_t> getPossibleParts(const BlockAccesses &accesses);

/// The element type of the factors of the products that `block` adds, each
/// extended after its load: unsigned bytes by signed ones, or bf16. Nothing
/// where no instruction computes it.
std::optional<MatrixElement> getProductElement(te::BlockOp block);

/// Whether the block adds products of unsigned data and a signed weight, as an
/// instruction for bytes does.
bool isDotProduct(const BlockAccesses &accesses);

/// Whether the block is a product of rows along `rowAxis`, of bf16 or bytes,
/// with a weight, in shapes for matrix registers.
bool isMatrixProduct(const BlockAccesses &accesses, int rowAxis);

/// Makes `tile`, whose row axis is known, a tile for such a product.
void chooseMatrixTile(Tile &tile, te::BlockOp block,
                      std::optional<int64_t> rows, int64_t columns);

/// Whether the columns of a tile are far apart in `buffer`, which all rows
/// share and which is not a weight.
bool isPacked(const BlockAccesses &accesses, mlir::Value buffer,
              const Tile &tile);

/// Number, among the buffers that `block` reads, of the operand that belongs to
/// rows alone and is contiguous along the sum; nothing if there is none.
std::optional<int64_t> findRowOperand(te::BlockOp block, int rowAxis);

/// The operand that `findRowOperand` finds, if its copy for tiles consists of
/// whole vectors: the sum is a multiple of a vector long.
std::optional<int64_t> findCopiedRows(te::BlockOp block, const Tile &tile);

/// The weight that belongs to rows alone and that columns share; null if there
/// is none.
mlir::Value findConstantRows(te::BlockOp block, int rowAxis);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILECHOICE_H
