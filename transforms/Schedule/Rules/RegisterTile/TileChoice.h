#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILECHOICE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILECHOICE_H

#include "transforms/CostModel/TileSize.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"
#include "transforms/Schedule/Support/MatrixIntrinsics.h"

namespace tvm::schedule {

// What follows from the accesses of a block and the machine: sizes of tiles,
// and what is done with operands. No function here changes the kernel.

/// Whether the block is one that a register tile computes.
bool isTileable(const BlockAccesses &accesses);

/// The tile with the sizes and the order that are chosen for `machine`. With
/// `isPartitioned`, rows of tiles of two sizes may be nests of their own. Loops
/// over the first `numOuter` axes are to stay around all others: tiles have one
/// point of these.
Tile chooseTile(const BlockAccesses &accesses, const MachineModel &machine,
                bool isPartitioned = false, unsigned numOuter = 0);

/// Describes what the size of `tile`, whose axes are known, follows from.
/// Nothing where it has no rows, or where columns are of groups.
std::optional<cost::TileProblem> describeTile(const BlockAccesses &accesses,
                                              const Tile &tile);

/// Chooses what a tile of known size does with operands, and around itself.
void chooseOperands(Tile &tile, const BlockAccesses &accesses,
                    const MachineModel &machine);

// Operands, by their number among the buffers that a block reads, for which
// something can be done. Some of them are worth it on a machine.

/// The operands of which columns of `tile` lie far apart, and which can be
/// copied to tiles of columns.
llvm::SmallVector<int64_t, 2> findCopyable(te::BlockOp block, const Tile &tile);

/// The first operand whose next tile of columns can be prefetched; -1 where
/// there is none.
int64_t findStreamable(te::BlockOp block, const Tile &tile);

/// The operands of `epilogue` that can be prefetched while `result` is
/// computed.
llvm::SmallVector<int64_t, 2> findPrefetchable(te::BlockOp epilogue,
                                               mlir::Value result);

/// The operands of `epilogue` that are prefetched while
/// `result` is computed: large ones, on machines that gain by it.
llvm::SmallVector<int64_t, 2> choosePrefetched(te::BlockOp epilogue,
                                               mlir::Value result,
                                               const MachineModel &machine);

/// The strategies of a block that a register tile computes, the best one first:
/// a long sum in parts; a tile in the loops of what reads its result; a tile in
/// those of a copy. Empty where it is another block. `schedule` explores what
/// becomes of a sum in parts. With `numOuter`, the nest is to be merged with
/// others: loops over so many axes stay outermost.
llvm::SmallVector<Strategy> chooseRegisterTile(ScheduleBuilder &schedule,
                                               const BlockAccesses &accesses,
                                               const MachineModel &machine,
                                               unsigned numOuter = 0);

/// Whether a cache does not keep the buffer until it is read again.
bool isLarge(mlir::Value buffer, const MachineModel &machine);

/// Whether there is a buffer that all rows share, a large weight or a copy, or
/// will be one.
bool isStreamed(const BlockAccesses &accesses, const Tile &tile,
                const MachineModel &machine);

/// Number of terms of the sum; nothing where that is not known.
std::optional<int64_t> getSumSize(te::BlockOp block);

/// Distance, in the data, between neighbouring rows: the stride of a
/// convolution. Nothing where a subscript is not linear.
std::optional<int64_t> getStep(te::BlockOp block, unsigned rowAxis);

/// Number of terms of a sum over a small window of what moves with the columns:
/// of a depthwise convolution, channels last. 0 where it is another sum.
int64_t getWindow(const BlockAccesses &accesses, unsigned rowAxis);

/// Whether the columns of such a sum are best inside of its rows: their weights
/// stay in the nearest cache meanwhile.
bool streamsWindow(const BlockAccesses &accesses, unsigned rowAxis,
                   const MachineModel &machine);

/// Makes a tile of rows that share what a window reads, where they share
/// nothing else, as far as there are registers: of a depthwise convolution or a
/// pool, channels first. False, having changed nothing, elsewhere.
bool shareWindow(Tile &tile, const BlockAccesses &accesses,
                 const MachineModel &machine);

/// Makes tiles of `extent` rows that are as equal as can be, of `most` rows.
void balanceRows(Tile &tile, int64_t extent, int64_t most);

/// The number of parts that a long sum is divided into: the weights of one tile
/// of columns are too many to stay in cache from one tile of rows to the next.
/// Nothing where it stays whole.
std::optional<int64_t> chooseParts(const BlockAccesses &accesses,
                                   const Tile &tile,
                                   const MachineModel &machine);

/// The numbers of parts that the sum of the block may be divided into.
llvm::SmallVector<int64_t> getPossibleParts(const BlockAccesses &accesses);

/// The element type of the products that `block` adds, each extended as it is
/// loaded: bytes without a sign first, then such with one. Nothing where no
/// instruction does that.
std::optional<MatrixElement> getProductElement(te::BlockOp block);

/// Whether the block adds products of bytes as an instruction can, of data
/// without a sign and a weight with one.
bool isDotProduct(const BlockAccesses &accesses);

/// Whether the block is a product of rows along `rowAxis`, of bf16 or bytes,
/// and a weight that matrix registers hold tiles of.
bool isMatrixProduct(const BlockAccesses &accesses, int rowAxis);

/// Makes `tile`, whose row axis is known, one of such a product.
void chooseMatrixTile(Tile &tile, te::BlockOp block,
                      std::optional<int64_t> rows, int64_t columns);

/// Whether the columns of a tile lie far apart in `buffer`, no weight, which
/// all rows share.
bool isPacked(const BlockAccesses &accesses, mlir::Value buffer,
              const Tile &tile);

/// The number, among the buffers that `block` reads, of the one that rows have
/// for themselves, contiguous along the sum; nothing where there is none.
std::optional<int64_t> findRowOperand(te::BlockOp block, int rowAxis);

/// The weight that rows have for themselves, and columns share; null where
/// there is none.
mlir::Value findConstantRows(te::BlockOp block, int rowAxis);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILECHOICE_H
