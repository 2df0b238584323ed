// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILESTEPS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILESTEPS_H

#include "transforms/Schedule/Rules/RegisterTile/Tile.h"

namespace tvm::schedule {

// Parts of the rules for register tiles, which read only the nest and the tile.
// A failure may leave a part of a function's work: rules undo it.

/// The consumer of the result, tile by tile. `isTransposed`: its last axis is
/// the axis of the tile's rows.
struct TileConsumer {
  te::BlockOp block;
  bool isTransposed = false;
};

/// The only block that reads the result, element by element, in any order, if
/// its loops can be divided into the spatial loops of `block`; null if there is
/// none.
te::BlockOp findTileReader(te::BlockOp block, mlir::Value written,
                           const Tile &tile);

/// The block of findTileReader if there is one and the tile uses it; otherwise
/// a new block that copies the result. Its loops become the spatial loops of
/// `block`.
mlir::FailureOr<TileConsumer> getTileConsumer(ScheduleBuilder &schedule,
                                              te::BlockOp block,
                                              mlir::Value written,
                                              const Tile &tile);

/// The number of points of a tile along `axis`, for `loop`, the loop of a nest
/// of `consumer` over this axis: the last rows may be in tiles of one row less.
int64_t fitTile(const TileConsumer &consumer, Loop loop, unsigned axis,
                unsigned last, const Tile &tile);

/// A consumer's nest in tiles, with the block that each of them computes.
struct TiledNest {
  te::BlockOp block;
  llvm::SmallVector<Loop> outer;    // loops over blocks and over tiles
  llvm::SmallVector<unsigned> axes; // axes of these loops
  Loop column;                      // the loop over tiles of columns

  bool isColumnOutermost() const { return outer.front() == column; }
};

/// A loop over tiles along an axis, or over blocks of tiles.
struct TileLevel {
  unsigned axis;
  bool isBlock;

  bool operator==(const TileLevel &other) const {
    return axis == other.axis && isBlock == other.isBlock;
  }
};

/// The loops over tiles of `numAxes` spatial axes, the outermost one first:
/// columns outside of rows, so that their weights stay in cache, and between
/// them other axes that weights depend on. With `rowsOutside`, columns are
/// inside of all rows but the inner ones; with `columnsInside`, of all rows.
/// Loops over blocks are in the same order, around rows and columns.
llvm::SmallVector<TileLevel> orderTiles(unsigned numAxes, const Tile &tile);

/// Tiles the consumer's own loops and computes `block` in them.
mlir::FailureOr<TiledNest> tileNest(ScheduleBuilder &schedule,
                                    te::BlockOp block, TileConsumer consumer,
                                    const Tile &tile);

/// The loops around `block` that are inside of `tileLoop`.
llvm::SmallVector<Loop> getInnerLoops(te::BlockOp block, Loop tileLoop);

/// Schedules the inside of a tile: reduction loops first, then rows and
/// columns, unrolled and vectorized; the initialisation in front.
mlir::LogicalResult scheduleTileBody(ScheduleBuilder &schedule,
                                     te::BlockOp block, Loop tileLoop,
                                     const Tile &tile);

/// Schedules a register tile inside of a nest, in the loops of `copy`, the only
/// block that reads the result of `block`, element by element. Only these two
/// blocks and their producers change.
mlir::FailureOr<TiledNest> scheduleRegisterTileIn(ScheduleBuilder &schedule,
                                                  te::BlockOp block,
                                                  te::BlockOp copy,
                                                  const Tile &tile);

/// Unrolls steps of the sum of `block`, which scheduleRegisterTileIn or
/// scheduleTileBody scheduled, if the tile says so. Its loop stays otherwise,
/// even if it has few steps.
void unrollNestedSteps(ScheduleBuilder &schedule, te::BlockOp block,
                       const Tile &tile);

/// The number of steps that one iteration of a sum of `count` steps has, where
/// a tile asks for `steps` of them: all of a few; otherwise `steps`, a half, or
/// a quarter, whichever divides the sum.
int64_t getUnrolledSteps(int64_t count, int64_t steps);

/// The innermost loop of the sum that has steps, the outermost one where none
/// has, null where there is no sum.
Loop findInnermostSum(te::BlockOp block);

/// The innermost loop of the block's sum inside of `loop` that has several
/// steps and is not unrolled; null if there is none.
Loop findSerialSum(te::BlockOp block, Loop loop);

/// Divides the sum into `parts` parts. Returns the block of the partial sums,
/// which are consecutive matrices; `block` then adds them.
mlir::FailureOr<te::BlockOp> divideSum(ScheduleBuilder &schedule,
                                       te::BlockOp block, int64_t parts);

/// Checks that axes and operands of the tile are those of the block. A refusal
/// names the parameter.
mlir::LogicalResult checkParameters(ScheduleBuilder &schedule,
                                    const BlockAccesses &accesses,
                                    const Tile &tile);

/// Checks that the tile fits the block. A refusal names the parameter.
mlir::LogicalResult checkTile(ScheduleBuilder &schedule,
                              const BlockAccesses &accesses, const Tile &tile);

/// Sets the parameters of `tile` that changed nothing to values that give the
/// same schedule. Returns whether there are any.
///
/// Some parameters are not examined: `lanes` describes the machine, `tasks` is
/// a limit, `row_axis` says which loops are which, and `outer` is a condition.
bool dropIdleParameters(Tile &tile, const ParameterEffects &effects,
                        IdleReport report);

/// Computes the block in register tiles.
mlir::LogicalResult applyTile(ScheduleBuilder &schedule,
                              const BlockAccesses &accesses, const Tile &tile);

// Operands.

/// The number of the capture of `block` that is `buffer`.
unsigned findCapture(te::BlockOp block, mlir::Value buffer);

/// The load of capture `index`, if that is its only access; null otherwise.
mlir::affine::AffineLoadOp getOnlyLoad(te::BlockOp block, unsigned index);

/// The dimension of the buffer that `load` reads whose subscript is the last
/// axis of its block's sum plus a multiple of kDotSteps.
std::optional<unsigned> findStepDim(mlir::affine::AffineLoadOp load);

/// Packs buffers that other blocks of the kernel copied for this one, in the
/// layout of packWeights.
void packCopies(ScheduleBuilder &schedule, te::BlockOp block, const Tile &tile);

/// Copies the operands that the tile names, each as a whole, in the layout of
/// packWeights.
mlir::LogicalResult copyOperands(ScheduleBuilder &schedule, te::BlockOp block,
                                 const Tile &tile);

/// Packs the operand that belongs to rows alone, if the tile says so: a weight,
/// or a copy.
mlir::LogicalResult packRows(ScheduleBuilder &schedule, te::BlockOp block,
                             const Tile &tile);

/// Copies columns of other operands that are far apart, for a tile of columns.
/// `blocks` are the parts of one block whose nests share the loop over columns:
/// the rows of all of them read the same copy.
void packOperands(ScheduleBuilder &schedule, llvm::ArrayRef<te::BlockOp> blocks,
                  Loop columnLoop, const Tile &tile);

/// Packs the weights of one column tile: (b, …, n, …) -> (b, n div columns, …,
/// n mod columns), where loops over b go around the loops over columns.
/// Otherwise a tile's rows, or its columns, would be far apart, in few sets of
/// the cache. Tiles are in the order of the loops.
void packWeights(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile);

// Prefetching.

/// The number of steps of a sum of `steps` steps that each prefetch a part of
/// the next tile of columns: kPrefetchParts, or half of it where the tiles of
/// rows `areFew`; otherwise a smaller or larger number that divides the sum; 1
/// if there is none.
int64_t getPrefetchParts(int64_t steps, bool areFew);

/// Prefetches the weights of the next tile of columns while the rows of one
/// tile are computed: at each step of the sum, each of the first rows
/// prefetches a part. With `arePrefetched`, rows of another nest do so.
void prefetchColumns(ScheduleBuilder &schedule, TiledNest &nest,
                     const Tile &tile, bool arePrefetched);

/// Prefetches, during the iterations of `during`, the elements of the buffers
/// `operands` that `epilogue` reads in an iteration of `loop`.
void prefetchEpilogue(ScheduleBuilder &schedule, te::BlockOp epilogue,
                      llvm::ArrayRef<int64_t> operands, Loop loop,
                      llvm::ArrayRef<Loop> during);

// Windows.

/// Turns the borders that such a window reads around the image into conditions
/// of its own loads, if the tile says so, instead of copying the image.
void inlineBorders(ScheduleBuilder &schedule, te::BlockOp block,
                   const Tile &tile);

/// Keeps only the outer loops of `nest` that threads may share.
void dropInnerLoops(TiledNest &nest, int64_t tasks);

/// Gives tiles of such a window at a border nests of their own, so that the
/// code of each nest knows which rows and columns are inside of the image.
/// Keeps only the outer loops that threads may share.
void partitionBorders(ScheduleBuilder &schedule, TiledNest &nest,
                      int64_t tasks);

/// Unrolls all places of such a window. Calls partitionBorders, unless borders
/// are masked and a row is one tile. Keeps only the outer loops that threads
/// may share.
void unrollWindow(ScheduleBuilder &schedule, TiledNest &nest, const Tile &tile);

/// Leaves out products with padding at the places of the window beside the
/// image. No other step can follow on the nest.
void skipPadding(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile);

// Instructions.

/// Whether there is an instruction for `tile`, and the columns inside of
/// `tileLoop` are whole vectors.
bool fillsVectors(te::BlockOp block, Loop tileLoop, const Tile &tile);

/// Like scheduleTileBody, with an instruction on vectors of columns. `block`
/// becomes the block of the instruction.
mlir::LogicalResult scheduleDotProducts(ScheduleBuilder &schedule,
                                        te::BlockOp &block, Loop tileLoop,
                                        const Tile &tile);

/// Like scheduleTileBody, in matrix registers. `block` becomes the block of the
/// whole product. Where it has a predicate, for the remainder of a dynamic
/// number of rows, the rows are copied and a whole tile is computed.
mlir::LogicalResult scheduleMatrixTile(ScheduleBuilder &schedule,
                                       te::BlockOp &block, Loop tileLoop,
                                       const Tile &tile);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILESTEPS_H
