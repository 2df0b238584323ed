#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILENEST_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILENEST_H

// The nest below a loop as a tile: what its block is bound to and accesses,
// taken apart into what is the same in one iteration of the loops outside and
// what varies inside. For primitives that make one instance of a block of it.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// A load or store of the block's regions, per dimension from `base` (over the
/// tile's axes as dims, captures as symbols) on, in steps per loop of the tile.
struct TileAccess {
  mlir::Operation *op;
  unsigned capture;
  bool isWrite;
  llvm::SmallVector<mlir::AffineExpr> base;
  llvm::SmallVector<llvm::SmallVector<int64_t>> steps; // [dimension][loop]
};

/// The loops of a tile, and bindings and accesses of its block, divided into a
/// part for the loops outside and one for the loops of the tile.
struct TileNest {
  te::BlockOp block;
  llvm::SmallVector<Loop> loops; // of the tile, outermost first
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<bool> areReductions; // per loop
  /// Bindings of the block's axes at the first iteration of the tile's loops,
  /// then the constraints of its predicate, over `operands`.
  mlir::AffineMap outer;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<bool> equalities;
  /// The axes of a tile count in these units of the block's axes.
  llvm::SmallVector<int64_t> units;
  llvm::SmallVector<llvm::SmallVector<int64_t>> steps; // [axis][loop]
  /// The `numInit` accesses of `init`, then the others.
  llvm::SmallVector<TileAccess> accesses;
  unsigned numInit = 0;

  const TileAccess *find(mlir::Operation *op) const;
  /// Whether a reduction goes on in loops outside of the tile.
  bool reducesOutside() const;
  /// The region of `capture` with, per dimension, `sizes` elements from
  /// `offsets` (as TileAccess::base) on.
  te::RegionAttr getRegion(unsigned capture,
                           llvm::ArrayRef<mlir::AffineExpr> offsets,
                           llvm::ArrayRef<int64_t> sizes) const;
  /// The box that `access` reaches in the tile.
  te::RegionAttr getBox(const TileAccess &access) const;
};

/// (P1) `loop` and those inside are a perfect nest of serial loops from 0 in
/// steps of 1, of constant extents above 0, around one block;
/// (P2) bindings vary linearly in each of them, which binds axes of one kind;
/// the predicate does not depend on them; what the block captures comes from
/// outside; (P3) the block loads and stores captured buffers, under no
/// condition, at subscripts that vary linearly, and has no other effects;
/// (P4) a reduction combines values in one element per point, which its
/// initialisation writes; that may run in front of `loop`.
/// "cannot <action>: …"
mlir::DiagnosedSilenceableFailure getTileNest(Loop loop, llvm::StringRef action,
                                              TileNest &nest);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILENEST_H
