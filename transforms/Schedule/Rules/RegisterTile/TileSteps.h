#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILESTEPS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILESTEPS_H

#include "transforms/Schedule/Rules/RegisterTile/Tile.h"

namespace tvm::schedule {

// Parts of the rules for register tiles. They read the nest and the tile only.
// A failure may leave a part of what a function does: rules undo it.

/// What uses the result, tile by tile. `isTransposed`: its last axis is that of
/// the tile's rows.
struct TileConsumer {
  te::BlockOp block;
  bool isTransposed = false;
};

/// The block that alone reads the result, element by element, perhaps in
/// another order, and whose loops become those of `block` that are spatial;
/// null where there is none.
te::BlockOp findTileReader(te::BlockOp block, mlir::Value written,
                           const Tile &tile);

/// That block where there is one and the tile uses it; otherwise a new one that
/// copies the result. Its loops are those of `block` that are spatial.
mlir::FailureOr<TileConsumer> getTileConsumer(ScheduleBuilder &schedule,
                                              te::BlockOp block,
                                              mlir::Value written,
                                              const Tile &tile);

/// A consumer's nest in tiles, with the block that is computed in each of them.
struct TiledNest {
  te::BlockOp block;
  llvm::SmallVector<Loop> outer;    // over tiles
  llvm::SmallVector<unsigned> axes; // that these run over
  Loop column;                      // the one over tiles of columns

  bool isColumnOutermost() const { return outer.front() == column; }
};

/// The axes of the loops over tiles of `numAxes` spatial axes, the outermost
/// one first: columns outside of rows, so that their weights stay in cache, and
/// what weights depend on between them. With `rowsOutside`, columns are inside
/// of all rows but the inner ones; with `columnsInside`, of these too.
llvm::SmallVector<unsigned> orderTiles(unsigned numAxes, const Tile &tile);

/// Tiles the consumer's own loops and computes `block` in them.
mlir::FailureOr<TiledNest> tileNest(ScheduleBuilder &schedule,
                                    te::BlockOp block, TileConsumer consumer,
                                    const Tile &tile);

/// The loops around `block` that are inside of `tileLoop`.
llvm::SmallVector<Loop> getInnerLoops(te::BlockOp block, Loop tileLoop);

/// Inside of the tile: reduction loops first, then rows and columns, unrolled
/// and vectorised; the initialisation in front.
mlir::LogicalResult scheduleTileBody(ScheduleBuilder &schedule,
                                     te::BlockOp block, Loop tileLoop,
                                     const Tile &tile);

/// The register tile inside of a nest: in the own loops of `copy`, a block in
/// it that alone reads what `block` computes, element by element. These and
/// their producers are all it changes.
mlir::FailureOr<TiledNest> scheduleRegisterTileIn(ScheduleBuilder &schedule,
                                                  te::BlockOp block,
                                                  te::BlockOp copy,
                                                  const Tile &tile);

/// The number of steps that one iteration of a sum of `count` steps has, where
/// a tile asks for `steps` of them: all of a few; otherwise `steps`, a half, or
/// a quarter, whichever divides the sum.
int64_t getUnrolledSteps(int64_t count, int64_t steps);

/// The innermost loop of the sum that has steps, the outermost one where none
/// has, null where there is no sum.
Loop findInnermostSum(te::BlockOp block);

/// The innermost loop of the block's sum inside of `loop` that has steps, which
/// are not unrolled; null where there is none.
Loop findSerialSum(te::BlockOp block, Loop loop);

/// Divides the sum into `parts`. Returns the block of the partial sums, one
/// matrix of them after the other; `block` adds them up then.
mlir::FailureOr<te::BlockOp> divideSum(ScheduleBuilder &schedule,
                                       te::BlockOp block, int64_t parts);

/// Whether the tile is one of the block; a refusal that names the parameter
/// otherwise.
mlir::LogicalResult checkTile(ScheduleBuilder &schedule,
                              const BlockAccesses &accesses, const Tile &tile);

/// Computes the block in register tiles.
mlir::LogicalResult applyTile(ScheduleBuilder &schedule,
                              const BlockAccesses &accesses, const Tile &tile);

// Operands.

/// The capture of `block` that is `buffer`.
unsigned findCapture(te::BlockOp block, mlir::Value buffer);

/// The load of capture `index`, if that is the only access; null otherwise.
mlir::affine::AffineLoadOp getOnlyLoad(te::BlockOp block, unsigned index);

/// The dimension of what `load` reads that is the last axis of its block's sum,
/// and something that is a multiple of kDotSteps.
std::optional<unsigned> findStepDim(mlir::affine::AffineLoadOp load);

/// Lays out what other blocks of the kernel copied for this one, in the layout
/// of packWeights.
void packCopies(ScheduleBuilder &schedule, te::BlockOp block, const Tile &tile);

/// Copies the operands that the tile says, each as a whole, in the layout of
/// packWeights.
mlir::LogicalResult copyOperands(ScheduleBuilder &schedule, te::BlockOp block,
                                 const Tile &tile);

/// Lays out what rows have for themselves where the tile says so: a weight, or
/// a copy.
mlir::LogicalResult packRows(ScheduleBuilder &schedule, te::BlockOp block,
                             const Tile &tile);

/// Copies the columns of other operands that lie far apart, for a tile of
/// columns, once for all rows.
void packOperands(ScheduleBuilder &schedule, te::BlockOp block, Loop columnLoop,
                  const Tile &tile);

/// Weights of one column tile lie together: (b, …, n, …) -> (b, n div columns,
/// …, n mod columns), where loops over b go around those over columns.
/// Otherwise a tile's rows are far apart, in few sets of the cache, or its
/// columns are. Tiles lie in the order of the loops.
void packWeights(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile);

// Prefetching.

/// While the rows of one tile of columns are computed, the weights of the next
/// one come from memory: at each step of the sum, the first rows prefetch a
/// part each. With `arePrefetched`, those of another nest do.
void prefetchColumns(ScheduleBuilder &schedule, TiledNest &nest,
                     const Tile &tile, bool arePrefetched);

/// Prefetches, while the iterations of `during` compute, what `epilogue` reads
/// of the buffers `operands` in an iteration of `loop`.
void prefetchEpilogue(ScheduleBuilder &schedule, te::BlockOp epilogue,
                      llvm::ArrayRef<int64_t> operands, Loop loop,
                      llvm::ArrayRef<Loop> during);

// Windows.

/// The borders that such a window reads beside the image become conditions of
/// its own loads, where the tile says so: nothing is copied.
void inlineBorders(ScheduleBuilder &schedule, te::BlockOp block,
                   const Tile &tile);

/// Leaves those of the outer loops of `nest` that threads may share.
void dropInnerLoops(TiledNest &nest, int64_t tasks);

/// The tiles of such a window that come to a border get nests of their own:
/// which rows and columns are in the image is then known everywhere. Leaves
/// those of the outer loops that threads may share.
void partitionBorders(ScheduleBuilder &schedule, TiledNest &nest,
                      int64_t tasks);

/// Unrolls all places of such a window. Unless borders are masked and a row is
/// one tile, as partitionBorders. Leaves those of the outer loops that threads
/// may share.
void unrollWindow(ScheduleBuilder &schedule, TiledNest &nest, const Tile &tile);

/// Leaves out products with padding, at the places of the window that are
/// beside the image: nothing can be done with the nest after it.
void skipPadding(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile);

// Instructions.

/// Whether there is an instruction for `tile`, and columns inside of `tileLoop`
/// are whole vectors.
bool fillsVectors(te::BlockOp block, Loop tileLoop, const Tile &tile);

/// As scheduleTileBody, with an instruction on vectors of columns. `block`
/// becomes the block of the instruction.
mlir::LogicalResult scheduleDotProducts(ScheduleBuilder &schedule,
                                        te::BlockOp &block, Loop tileLoop,
                                        const Tile &tile);

/// As scheduleTileBody, in matrix registers. `block` becomes the block of the
/// whole product. Where it has a predicate, as fewer rows remain of an unknown
/// number of them, these are copied, and a whole tile is computed.
mlir::LogicalResult scheduleMatrixTile(ScheduleBuilder &schedule,
                                       te::BlockOp &block, Loop tileLoop,
                                       const Tile &tile);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILESTEPS_H
