#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILES_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILES_H

#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Support/MatrixIntrinsics.h"

namespace tvm::schedule {

struct TiledNest;

/// A tile of the result: rows along one or two axes, columns along the last.
struct Tile {
  int rowAxis = -1; // none
  int64_t rows = 1;
  // So many rows come first, more than half of them. These are in tiles of
  // `rows` and the others in tiles of one less, or the other way round. 0: as
  // many as fill tiles, the rest in one tile of its own.
  int64_t firstRows = 0;
  int outerRowAxis = -1; // none; before the other
  int64_t outerRows = 1;
  int64_t columns = 1;
  int64_t lanes = 1;
  // The order of tiles: all columns of an outer row before the next one,
  // instead of all rows of some columns. There are outer rows.
  bool rowsOutside = false;
  // Columns are inside of all rows: data come as they lie in memory.
  bool columnsInside = false;
  // A sum over a window, of what moves with the columns, is written out.
  bool isWindow = false;
  // An axis of the sum that moves data as rows do, or none: it is written out
  // for each row, and rows share what they read.
  int windowAxis = -1;
  // Borders that this window reads are conditions of its loads, and its places
  // are written out.
  bool inlinesBorders = false;
  // Rows share so little of this window that each is computed by itself.
  bool rowsApart = false;
  // What rows have for themselves lies, for each step of the sum, together for
  // those of a tile: a weight, or a copy.
  bool packsRows = false;
  // What remains of an unknown number of columns is a vector under a mask.
  bool masksColumns = false;
  // Vectors have columns of several groups.
  bool spansGroups = false;
  // It is a product in matrix registers.
  bool isMatrix = false;
  // An instruction adds so many products of bytes, or of bf16 in matrix
  // registers, at once, at steps of the innermost sum that lie side by side in
  // weights. 0: no instruction does.
  int64_t dotSteps = 0;

  /// The first axis of rows, `last` where there is none: loops over the axes
  /// before it go around those over tiles.
  unsigned getFirstRowAxis(unsigned last) const {
    int first = outerRowAxis >= 0 ? outerRowAxis : rowAxis;
    return first < 0 ? last : static_cast<unsigned>(first);
  }
  int64_t getSize(unsigned axis, unsigned last) const {
    if (axis == last)
      return columns;
    if (static_cast<int>(axis) == rowAxis)
      return rows;
    return static_cast<int>(axis) == outerRowAxis ? outerRows : 1;
  }
};

/// Rows of the tiles of what remains of an unknown number of rows; then single
/// ones. A row alone takes as long as these do: it waits for its own sums.
static constexpr int64_t kFewRows = 3;

/// Iterations of the loop that is `axis`, where they are known.
std::optional<int64_t> getExtent(te::BlockOp block, unsigned axis);

/// Bytes of `buffer`, 0 where its shape is not known.
int64_t getBytes(mlir::Value buffer);

/// Whether a cache does not keep the buffer until it is read again.
bool isLarge(mlir::Value buffer, const MachineModel &machine);

/// The number, among the buffers that `block` reads, of one that all rows
/// share, a large weight or copy (see copyOperands).
std::optional<int64_t> findStreamed(te::BlockOp block, const Tile &tile,
                                    const MachineModel &machine);

/// Whether there is such a buffer, or will be one.
bool isStreamed(const BlockAccesses &accesses, const Tile &tile,
                const MachineModel &machine);

/// So many tiles of columns are enough for threads.
static constexpr int64_t kEnoughColumns = 8;

/// Whether the block is one that a register tile computes.
bool isTileable(const BlockAccesses &accesses);

/// As many rows and columns as the registers hold accumulators of. With
/// `isPartitioned`, rows of tiles of two sizes may be nests of their own. Loops
/// over the first `numOuter` axes are to stay around all others: tiles have one
/// point of these.
Tile chooseTile(const BlockAccesses &accesses, const MachineModel &machine,
                bool isPartitioned = false, unsigned numOuter = 0);

/// The largest window that is written out: of 5 × 5 elements.
inline constexpr int64_t kLargestWindow = 25;
/// Fewer rows share too little of a window.
inline constexpr int64_t kLeastWindowRows = 4;

/// Number of terms of the sum; nothing where that is not known.
std::optional<int64_t> getSumSize(te::BlockOp block);

/// How far apart in the data neighbouring rows are: the stride of a
/// convolution. Nothing where a subscript is not linear.
std::optional<int64_t> getStep(te::BlockOp block, unsigned rowAxis);

/// The most rows of a tile of which accumulators and data share the registers,
/// where the sum is over a small window of what moves with the columns: of a
/// depthwise convolution, channels last. Nothing where it is not, or where
/// there are too few registers.
std::optional<int64_t> getWindowRows(const BlockAccesses &accesses,
                                     unsigned rowAxis, int64_t vectors,
                                     const MachineModel &machine);

/// Whether the columns of such a sum are best inside of its rows: their weights
/// stay in the nearest cache meanwhile.
bool streamsWindow(const BlockAccesses &accesses, unsigned rowAxis,
                   const MachineModel &machine);

/// Makes a tile of rows that share what a window reads, where they share
/// nothing else, as far as there are registers: of a depthwise convolution or a
/// pool, channels first. False, having changed nothing, elsewhere.
bool shareWindow(Tile &tile, const BlockAccesses &accesses,
                 const MachineModel &machine);

/// The borders that such a window reads beside the image become conditions of
/// its own loads, where the tile says so: nothing is copied.
void inlineBorders(ScheduleBuilder &schedule, te::BlockOp block,
                   const Tile &tile);

/// Leaves those of the outer loops of `nest` that threads may share.
void dropInnerLoops(TiledNest &nest, const MachineModel &machine);

/// The tiles of such a window that come to a border get nests of their own:
/// which rows and columns are in the image is then known everywhere. Leaves
/// those of the outer loops that threads may share.
void partitionBorders(ScheduleBuilder &schedule, TiledNest &nest,
                      const MachineModel &machine);

/// Writes out all places of such a window. Unless lanes have masks and a row is
/// one tile, as partitionBorders. Leaves those of the outer loops that threads
/// may share.
void writeWindowOut(ScheduleBuilder &schedule, TiledNest &nest,
                    const Tile &tile, const MachineModel &machine);

/// The largest divisor of `extent` that is at most `limit`; `limit` itself
/// where the divisors are small.
int64_t chooseRows(int64_t extent, int64_t limit);

/// Makes tiles of `extent` rows that are as equal as can be, of `most` rows.
void balanceRows(Tile &tile, int64_t extent, int64_t most);

/// A sum in which the weights of one tile of columns are too many to stay in
/// cache from one tile of rows to the next: it is divided into `parts`.
struct LongSum {
  Loop loop;
  int64_t parts;
};

/// Such a sum of the block, nothing where there is none.
std::optional<LongSum> findLongSum(const BlockAccesses &accesses,
                                   const Tile &tile,
                                   const MachineModel &machine);

/// Divides it. Returns the block of the partial sums, one matrix of them after
/// the other; `block` adds them up then. A failure may leave the loop divided:
/// this is a part of a rule.
mlir::FailureOr<te::BlockOp> divideSum(ScheduleBuilder &schedule,
                                       te::BlockOp block, LongSum sum);

/// What uses the result, tile by tile. `isTransposed`: its last axis is that of
/// the tile's rows.
struct TileConsumer {
  te::BlockOp block;
  bool isTransposed = false;
};

/// Whether one block alone reads the result, element by element, perhaps in
/// another order, and its loops become those of `block` that are spatial.
bool hasTileReader(te::BlockOp block, mlir::Value written, const Tile &tile);

/// That block where there is one and `usesReader`; otherwise a new one that
/// copies the result. Its loops are those of `block` that are spatial. A
/// failure may leave some of them divided: this is a part of a rule.
mlir::FailureOr<TileConsumer>
getTileConsumer(ScheduleBuilder &schedule, te::BlockOp block,
                mlir::Value written, const Tile &tile, bool usesReader = true);

/// A consumer's nest in tiles, with the block that is computed in each of them.
struct TiledNest {
  te::BlockOp block;
  llvm::SmallVector<Loop> outer;    // over tiles
  llvm::SmallVector<unsigned> axes; // that these run over
  Loop column;                      // the one over tiles of columns

  bool isColumnOutermost() const { return outer.front() == column; }
};

/// Tiles the consumer's own loops and computes `block` in them. As for what
/// follows here, a failure may leave a part of that: rules undo it.
mlir::FailureOr<TiledNest> tileNest(ScheduleBuilder &schedule,
                                    te::BlockOp block, TileConsumer consumer,
                                    const Tile &tile);

/// The innermost loop of the sum that has steps, the outermost one where none
/// has, null where there is no sum.
Loop findInnermostSum(te::BlockOp block);

/// While the rows of one tile of columns are computed, the weights of the next
/// one come from memory: at each step of the sum, the first rows ask for a part
/// each. With `areAskedFor`, those of another nest do.
void prefetchColumns(ScheduleBuilder &schedule, TiledNest &nest,
                     const Tile &tile, const MachineModel &machine,
                     bool areAskedFor);

/// The innermost loop of the block's sum inside of `loop` that has steps, which
/// are not written out; null where there is none.
Loop findSerialSum(te::BlockOp block, Loop loop);

/// Asks, while the iterations of `during` compute, for what `epilogue` reads in
/// an iteration of `loop` of data that come from behind the second cache: its
/// residuals. On machines that gain by it.
void prefetchEpilogue(ScheduleBuilder &schedule, te::BlockOp epilogue,
                      Loop loop, llvm::ArrayRef<Loop> during,
                      const MachineModel &machine);

/// Leaves out products with padding, at the places of the window that are
/// beside the image: nothing can be done with the nest after it.
void skipPadding(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile);

/// The loops around `block` that are inside of `tileLoop`.
llvm::SmallVector<Loop> getInnerLoops(te::BlockOp block, Loop tileLoop);

/// Inside of the tile: reduction loops first, then rows and columns, unrolled
/// and vectorised; the initialisation in front.
mlir::LogicalResult scheduleTileBody(ScheduleBuilder &schedule,
                                     te::BlockOp block, Loop tileLoop,
                                     const Tile &tile);

/// What `block` adds products of, each extended as it is loaded: bytes without
/// a sign first, then such with one. Nothing where no instruction does that.
std::optional<MatrixElement> getProductElement(te::BlockOp block);

/// Whether the block adds products of bytes as the machine's instruction does,
/// of data without a sign and a weight with one.
bool isDotProduct(const BlockAccesses &accesses, const MachineModel &machine);

/// The dimension of what `load` reads that is the last axis of its block's sum,
/// and something that is a multiple of kDotSteps.
std::optional<unsigned> findStepDim(mlir::affine::AffineLoadOp load);

/// Whether the block is a product of rows along `rowAxis`, of bf16 or bytes,
/// and a weight that matrix registers hold tiles of.
bool isMatrixProduct(const BlockAccesses &accesses, int rowAxis,
                     const MachineModel &machine);

/// Makes `tile`, whose row axis is known, one of such a product.
void chooseMatrixTile(Tile &tile, te::BlockOp block,
                      std::optional<int64_t> rows, int64_t columns);

/// As scheduleTileBody, in matrix registers. `block` becomes the block of the
/// whole product. Where it has a predicate, as fewer rows remain of an unknown
/// number of them, these are copied, and a whole tile is computed.
mlir::LogicalResult scheduleMatrixTile(ScheduleBuilder &schedule,
                                       te::BlockOp &block, Loop tileLoop,
                                       const Tile &tile,
                                       const MachineModel &machine);

/// Whether operands of a product of bytes are extended in front of the
/// instruction (`vpmaddwd`): a step is long and takes more registers.
bool extendsBytes(const MachineModel &machine, const Tile &tile);

/// Whether there is such an instruction for `tile`, and columns inside of
/// `tileLoop` are whole vectors.
bool fillsVectors(te::BlockOp block, Loop tileLoop, const Tile &tile);

/// As scheduleTileBody, with that instruction on vectors of columns. `block`
/// becomes the block of the instruction.
mlir::LogicalResult scheduleDotProducts(ScheduleBuilder &schedule,
                                        te::BlockOp &block, Loop tileLoop,
                                        const Tile &tile,
                                        DotProduct instruction);

/// The register tile inside of a nest: in the own loops of `copy`, a block in
/// it that alone reads what `block` computes, element by element. These and
/// their producers are all it changes.
mlir::FailureOr<TiledNest> scheduleRegisterTileIn(ScheduleBuilder &schedule,
                                                  te::BlockOp block,
                                                  te::BlockOp copy,
                                                  const Tile &tile);

/// Whether the columns of a tile lie far apart in `buffer`, no weight, which
/// all rows share.
bool isPacked(const BlockAccesses &accesses, mlir::Value buffer,
              const Tile &tile);

/// Lays out what other blocks of the kernel copied for this one, in the layout
/// of packWeights.
void packCopies(ScheduleBuilder &schedule, te::BlockOp block, const Tile &tile);

/// Copies each large operand that is packed as a whole, in the layout of
/// packWeights. With `numOuter`, those alone that several iterations of so many
/// outer loops share.
mlir::LogicalResult copyOperands(ScheduleBuilder &schedule, te::BlockOp block,
                                 const Tile &tile, const MachineModel &machine,
                                 unsigned numOuter);

/// The capture of `block` that is `buffer`.
unsigned findCapture(te::BlockOp block, mlir::Value buffer);

/// The load of capture `index`, if that is the only access; null otherwise.
mlir::affine::AffineLoadOp getOnlyLoad(te::BlockOp block, unsigned index);

/// The number, among the buffers that `block` reads, of the one that rows have
/// for themselves, contiguous along the sum; nothing where there is none.
std::optional<int64_t> findRowOperand(te::BlockOp block, int rowAxis);

/// The weight that rows have for themselves, and columns share; null where
/// there is none.
mlir::Value findConstantRows(te::BlockOp block, int rowAxis);

/// Lays out what rows have for themselves where the tile says so: a weight, or
/// a copy.
mlir::LogicalResult packRows(ScheduleBuilder &schedule, te::BlockOp block,
                             const Tile &tile, const MachineModel &machine);

/// The other ones are copied for a tile of columns, once for all rows.
void packOperands(ScheduleBuilder &schedule, te::BlockOp block, Loop columnLoop,
                  const Tile &tile);

/// Weights of one column tile lie together: (b, …, n, …) -> (b, n div columns,
/// …, n mod columns), where loops over b go around those over columns.
/// Otherwise a tile's rows are far apart, in few sets of the cache, or its
/// columns are. Tiles lie in the order of the loops.
void packWeights(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILES_H
