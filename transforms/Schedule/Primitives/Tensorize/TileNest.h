// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILENEST_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILENEST_H

// A nest below a loop, seen as a tile. Bindings and accesses of its block are
// separated into a part that is constant within one iteration of the outer
// loops, and a part that varies inside. Used by primitives that replace the
// nest by one instance of a block.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// A load or store of the block's regions: per dimension the start `base` (over
/// the tile's axes as dims, captures as symbols), and the steps per loop of the
/// tile.
struct TileAccess {
  mlir::Operation *op;
  unsigned capture;
  bool isWrite;
  llvm::SmallVector<mlir::AffineExpr> base;
  llvm::SmallVector<llvm::SmallVector<int64_t>> steps; // [dimension][loop]
};

/// The loops of a tile, and the bindings and accesses of its block, each
/// separated into a part for the outer loops and a part for the tile's loops.
struct TileNest {
  te::BlockOp block;
  llvm::SmallVector<Loop> loops; // of the tile, outermost first
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<bool> areReductions; // per loop
  /// Bindings of the block's axes at the first iteration of the tile's loops,
  /// followed by the constraints of its predicate, over `operands`.
  mlir::AffineMap outer;
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<bool> equalities;
  /// Units per axis: number of the block's points that one step of a tile's
  /// axis covers.
  llvm::SmallVector<int64_t> units;
  llvm::SmallVector<llvm::SmallVector<int64_t>> steps; // [axis][loop]
  /// The `numInit` accesses of `init`, followed by the others.
  llvm::SmallVector<TileAccess> accesses;
  unsigned numInit = 0;

  const TileAccess *find(mlir::Operation *op) const;
  /// Whether a reduction continues in loops outside of the tile.
  bool reducesOutside() const;
  /// The region of `capture` with `sizes` elements per dimension from `offsets`
  /// on (see TileAccess::base).
  te::RegionAttr getRegion(unsigned capture,
                           llvm::ArrayRef<mlir::AffineExpr> offsets,
                           llvm::ArrayRef<int64_t> sizes) const;
  /// The box that `access` covers in the tile.
  te::RegionAttr getBox(const TileAccess &access) const;
};

/// Computes the tile below `loop`.
/// (P1) `loop` and the loops inside are a perfect nest of serial loops from 0
/// in steps of 1, of constant extents above 0, around one block; (P2) bindings
/// vary linearly in each loop, which binds axes of one kind; the predicate does
/// not depend on the loops; captures come from outside; (P3) the block loads
/// and stores captured buffers, under no condition, at subscripts that vary
/// linearly, and has no other effects; (P4) a reduction combines values in one
/// element per point, which its initialisation writes; this may run in front of
/// `loop`. Refuses with "cannot <action>: …".
mlir::DiagnosedSilenceableFailure getTileNest(Loop loop, llvm::StringRef action,
                                              TileNest &nest);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILENEST_H
