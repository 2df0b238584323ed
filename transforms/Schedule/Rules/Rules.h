#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H

#include "transforms/Schedule/Rules/MachineModel.h"
#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

// A rule that fails has changed nothing: it takes its steps inside of
// ScheduleBuilder::attempt once it knows that the kernel is of its kind. The
// operations of the kernel may be other ones then, so callers find their blocks
// again by name. That holds behind scheduleElementwise, scheduleShortRows and
// divideRows as well, which try other rules and go on without them.
//
// Marks of loops (`vectorize`, `unroll`, `parallel`, `stream_stores`) are
// optional where a rule does not look at their result: a loop that refuses one
// runs as it is.

/// Accesses of a block, as rules look at them.
struct BlockAccesses {
  explicit BlockAccesses(te::BlockOp block);

  /// The same accesses, of `other`: the block of this name as it is now, where
  /// the kernel was replaced since (see ScheduleBuilder::attempt) or buffers
  /// were.
  BlockAccesses of(te::BlockOp other) const;

  /// How the subscripts of a load depend on an axis. `Strided`: as
  /// `Contiguous`, in small steps. `Movable`: as one dimension of a weight, but
  /// not the last one; another layout makes it contiguous. `Grouped`: only
  /// after so many points, by what it is divided by: the group of a
  /// convolution.
  enum class Along { None, Contiguous, Strided, Movable, Grouped, Other };
  struct Load {
    mlir::Value buffer;             // outside of the block
    unsigned capture;               // which the buffer is
    llvm::SmallVector<Along> along; // per axis of the block
    int64_t group = 0; // of the last spatial axis, if it is Grouped

    /// Whether columns of one group read the same.
    bool isSharedByColumns(unsigned last) const {
      return along[last] == Along::None || along[last] == Along::Grouped;
    }
  };

  /// The first load of `buffer`, null if there is none.
  const Load *findLoad(mlir::Value buffer) const;

  te::BlockOp block;
  mlir::StringAttr name;                  // of the block
  llvm::SmallVector<Load> loads;          // not of the written buffer
  mlir::Value written;                    // null where several buffers are
  std::optional<unsigned> writtenCapture; // which that is
  bool isAffine = true;                   // all accesses are
  unsigned numSpatial;
};

/// A subscript that is an axis and a rest that does not depend on it.
struct Place {
  unsigned dim; // of the buffer
  mlir::AffineExpr rest;
};

/// The one subscript that depends on `axis`, if it is of that kind.
std::optional<Place> findPlace(mlir::AffineMap map, mlir::ValueRange operands,
                               mlir::Value axis);

/// A subscript that is an axis and a constant.
struct Subscript {
  unsigned dim; // of the buffer
  int64_t offset;
};

/// The one subscript that depends on `axis`, if it is of that kind.
std::optional<Subscript>
findSubscript(mlir::AffineMap map, mlir::ValueRange operands, mlir::Value axis);

/// Number of iterations of the nest around `block`, of one step where it is in
/// a scan; nothing if unknown.
std::optional<int64_t> getWork(te::BlockOp block);

/// Convolutions, products, pooling: a block with reduction axes whose last
/// spatial axis is contiguous or absent in all its loads. Tiles the block that
/// uses its result (or a copy of it) into registers and computes it there.
/// A long sum is divided, and the tile is in the loops of what reads the
/// result, where these steps are not refused. Fails, having changed nothing,
/// where the block is of another kind or another step refuses. `accesses` are
/// those from before other blocks were scheduled: a weight that several blocks
/// read has the layout of the first one's tiles then. With `numOuter`, the
/// nests are to be merged with others: loops over so many axes stay outermost,
/// and none of them runs on threads.
mlir::LogicalResult scheduleRegisterTile(ScheduleBuilder &schedule,
                                         const BlockAccesses &accesses,
                                         const MachineModel &machine,
                                         unsigned numOuter = 0);

/// Whether scheduleRegisterTile is for the block.
bool isTileable(const BlockAccesses &accesses);

/// Products of tiles between transformations by small constant matrices
/// (Winograd's convolution): the transformations of a tile are computed in
/// registers. The products are left to the register tile. Fails, having changed
/// nothing, where the blocks are no such kernel or a step refuses.
mlir::LogicalResult scheduleWinograd(ScheduleBuilder &schedule,
                                     llvm::ArrayRef<te::BlockOp> blocks,
                                     const MachineModel &machine);

/// Normalisations along rows: computes the nests of a function at the row loop
/// of the last one, but for what cannot be moved there. Fails, having changed
/// nothing, where they do not share rows or a step refuses half-way.
mlir::LogicalResult scheduleRows(ScheduleBuilder &schedule,
                                 llvm::ArrayRef<te::BlockOp> blocks,
                                 const MachineModel &machine,
                                 bool onThreads = true);

/// Number of leading axes that all blocks share: spatial, of one extent, not
/// the last one of the last block.
unsigned countRowAxes(llvm::ArrayRef<te::BlockOp> blocks);

/// The number, among the buffers that `block` reads and does not write, of what
/// `producer` writes.
std::optional<int64_t> findRead(te::BlockOp block, te::BlockOp producer);

/// A product, the softmax of its rows, and the product with that, perhaps of
/// operands that are copied to another order: everything in one loop over what
/// they have in common (batches, heads), which runs on threads. Fails, having
/// changed nothing, where the blocks are no such kernel, or rows or a product
/// refuse.
mlir::LogicalResult scheduleAttention(ScheduleBuilder &schedule,
                                      llvm::ArrayRef<te::BlockOp> blocks,
                                      const MachineModel &machine);

/// A convolution per channel and one of single points of its result, perhaps
/// with something element-wise between them: both row by row, in one loop over
/// rows, which runs on threads. Fails, having changed nothing, where the blocks
/// are no such kernel, tiles do not divide it, or a step refuses.
mlir::LogicalResult scheduleDepthwise(ScheduleBuilder &schedule,
                                      llvm::ArrayRef<te::BlockOp> blocks,
                                      const MachineModel &machine);

/// Blocks that only copy elements to another order: tiles that are transposed
/// in registers. The `numOuter` outermost loops stay. Where no tile fits, loops
/// that both buffers run through as one become one, in vectors. Fails, having
/// changed nothing, where the block is of another kind, or neither is possible.
mlir::LogicalResult scheduleTranspose(ScheduleBuilder &schedule,
                                      te::BlockOp block,
                                      const MachineModel &machine,
                                      unsigned numOuter = 0,
                                      bool onThreads = true);

/// A loop of a copy to another order, and how many of its iterations a tile
/// takes.
struct TransposedSide {
  Loop loop;
  int64_t size;
};

/// Tiles of a nest that copies: `row` is contiguous in what it reads, `column`
/// in what it writes. A tile is innermost and is transposed in registers; the
/// next one lies behind it in what is read where `readsRowsWhole`, else in what
/// is written. A failure may leave some of that: it is a part of a rule.
mlir::LogicalResult tileTranspose(ScheduleBuilder &schedule, te::BlockOp block,
                                  TransposedSide row, TransposedSide column,
                                  bool readsRowsWhole, bool onThreads,
                                  const MachineModel &machine);

/// A block that copies elements to another order, with a border of one value
/// around them: fills the buffer with that, and transposes what is inside.
/// Fails, having changed nothing, where the block is of another kind, too
/// small, or a step refuses. What reads the buffer is to be scheduled before:
/// it has two writers then.
mlir::LogicalResult schedulePaddedTranspose(ScheduleBuilder &schedule,
                                            te::BlockOp block,
                                            const MachineModel &machine);

/// Anything else: vectors in the innermost loop, threads over the outer ones.
void scheduleElementwise(ScheduleBuilder &schedule, te::BlockOp block,
                         const MachineModel &machine);

/// Brings loops of an element-wise nest in an order for lanes where rows are
/// too short for them, such as the three colours of pixels: fuses rows that lie
/// behind each other in all buffers; where they do in one of them, repeats the
/// block for their elements inside of the loop over rows, or over turns that
/// parts take (`i mod 2`). Everything else is left to scheduleElementwise.
void scheduleShortRows(ScheduleBuilder &schedule, te::BlockOp block);

/// A reduction to several results, such as the position of a maximum: vectors
/// along the last spatial axis, element after element of the reduction. Fails,
/// having changed nothing, where that is not how data lie or a step refuses.
mlir::LogicalResult scheduleColumns(ScheduleBuilder &schedule,
                                    te::BlockOp block,
                                    const MachineModel &machine);

/// The same where one block reads what it writes (the positions, not the
/// maxima): as many columns as fit into registers are reduced where that block
/// needs them. Fails, having changed nothing, elsewhere or where a step
/// refuses.
mlir::LogicalResult scheduleColumnTiles(ScheduleBuilder &schedule,
                                        te::BlockOp block,
                                        const MachineModel &machine);

/// Such a reduction where elements of rows, which are reduced, lie beside each
/// other: so many of them that vectors hold are reduced to results of their
/// own, in another block, and `block` reduces these to one. Changes nothing
/// elsewhere or where a step refuses.
void divideRows(ScheduleBuilder &schedule, te::BlockOp block,
                const MachineModel &machine);

/// Loops that no reduction axis is bound to, from the outermost on.
llvm::SmallVector<Loop> getSpatialLoops(te::BlockOp block,
                                        llvm::ArrayRef<Loop> loops);

/// Whether iterations of `loops` are enough to share among threads, without
/// those of loops inside.
bool isEnoughForThreads(llvm::ArrayRef<Loop> loops,
                        const MachineModel &machine);

/// The block that alone writes what `block` alone reads, in a nest of its own;
/// null where it combines values or there are other users.
te::BlockOp getOwnProducer(te::BlockOp block, mlir::Value buffer);

/// The element-wise block, as lowered, that alone uses what `block` writes to
/// `buffers`, which the kernel allocates; null where there is none.
te::BlockOp getElementReader(te::BlockOp block, mlir::ValueRange buffers);

/// Computes element-wise producers of `block` in the loops around it, as far in
/// as none of their elements is computed twice, where these loops are enough
/// for threads: they cannot be fused with others then. `loops` are those loops
/// from the outermost on, one for each of `axes` of the block.
void computeProducersAt(ScheduleBuilder &schedule, te::BlockOp block,
                        llvm::ArrayRef<Loop> loops,
                        llvm::ArrayRef<unsigned> axes,
                        const MachineModel &machine);

/// How many of `axes`, from the first on, are each a subscript by themselves in
/// all loads of `capture`: different values read different elements.
size_t countOwnAxes(te::BlockOp block, unsigned capture,
                    llvm::ArrayRef<unsigned> axes);

/// Makes what does not fill tiles of `size` a loop of its own behind `loop`,
/// and adds its blocks to `blocks`.
void peel(ScheduleBuilder &schedule, Loop loop, int64_t size,
          llvm::SmallVectorImpl<te::BlockOp> &blocks);

/// Gives every block loops of its own, inner ones first, inside of the
/// `numShared` outermost ones.
mlir::LogicalResult distributeNests(ScheduleBuilder &schedule,
                                    llvm::ArrayRef<te::BlockOp> blocks,
                                    size_t numShared = 0);

/// Whether a loop around `op` is marked already: it runs on threads, say.
bool hasMarkedLoop(mlir::Operation *op);

/// Whether `block` still has one loop per axis in its nest.
bool isAsLowered(te::BlockOp block);

/// Marks the innermost of `loops`, all around `block`, as lanes, except where
/// these would combine several values at once (argmax). Those that reduce what
/// lies element after element become one before.
void vectorizeInnermost(ScheduleBuilder &schedule, te::BlockOp block,
                        llvm::SmallVector<Loop> loops);

/// Marks the loop to run on threads: the outermost loops of `loops` that may,
/// fused as long as their number is small.
void parallelizeOuter(ScheduleBuilder &schedule, llvm::ArrayRef<Loop> loops,
                      int64_t work, const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H
