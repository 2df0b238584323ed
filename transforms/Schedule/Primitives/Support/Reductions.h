// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REDUCTIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REDUCTIONS_H

// Analysis and construction of reductions in blocks.

#include "dialects/TE/TEBuilder.h"
#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The permitted subscripts of results: all spatial axes of the block in order,
/// or any function of these and of captures.
enum class Places { AtAxes, OfAxes };

/// The reduction that a block computes: it combines `values` with the elements
/// of `buffers` at `places`.
struct Reduction {
  /// Combiners, each with the number of values, in order, that it combines.
  /// Empty where the block `declaring` declares the combination of all values.
  llvm::SmallVector<std::pair<te::Combiner, unsigned>> combiners;
  te::BlockOp declaring;
  llvm::SmallVector<mlir::affine::AffineLoadOp> loads;   // accumulated
  llvm::SmallVector<mlir::affine::AffineStoreOp> stores; // combined
  llvm::SmallVector<mlir::Value> values;                 // in the body
  llvm::SmallVector<mlir::Value> buffers;                // outside of the block
  /// Subscripts, over the arguments of a region of the block.
  llvm::SmallVector<mlir::AffineMap> places;

  /// Whether `op`, in the body, belongs to the combination of values.
  bool isCombination(mlir::Operation *op) const;
};

/// Requires that the block stores to buffers, at `places`, the result of a
/// combiner of `te.compute` or of its declared combination, applied to the old
/// elements and to new values; that its initialisation stores the combiner's
/// identity; and that there are no other effects.
mlir::DiagnosedSilenceableFailure
matchReduction(te::BlockOp block, const llvm::Twine &action,
               Reduction &reduction, Places places = Places::AtAxes);

/// Builds the combination of values as in `reduction`.
llvm::SmallVector<mlir::Value> buildCombination(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                const Reduction &reduction,
                                                mlir::ValueRange accumulated,
                                                mlir::ValueRange values);

/// Builds the identity of `reduction` for values of `types`.
llvm::SmallVector<mlir::Value> buildIdentity(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             const Reduction &reduction,
                                             mlir::TypeRange types);

/// Adds the combination of `reduction` to the declarations of `block`.
void declareCombination(te::BlockOp block, const Reduction &reduction);

/// Builds stores of the identity of `reduction` to `buffers` at `axes`.
void buildIdentityStores(mlir::OpBuilder &builder, mlir::Location loc,
                         const Reduction &reduction, mlir::ValueRange buffers,
                         mlir::ValueRange axes);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REDUCTIONS_H
