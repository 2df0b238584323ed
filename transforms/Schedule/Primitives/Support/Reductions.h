#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REDUCTIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REDUCTIONS_H

// Reductions as they stand in blocks, taken apart and put together again.

#include "dialects/TE/TEBuilder.h"
#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Where results of a block are: at its spatial axes, all of them in order, or
/// at any subscripts of these and of captures.
enum class Places { AtAxes, OfAxes };

/// The work of a block with reduction axes: it combines `values` with the
/// elements of `buffers` at `places`.
struct Reduction {
  /// A combiner and how many of the values, in order, it takes. None where all
  /// values are combined by what `declaring` declares.
  llvm::SmallVector<std::pair<te::Combiner, unsigned>> combiners;
  te::BlockOp declaring;
  llvm::SmallVector<mlir::affine::AffineLoadOp> loads;   // accumulated
  llvm::SmallVector<mlir::affine::AffineStoreOp> stores; // combined
  llvm::SmallVector<mlir::Value> values;                 // in the body
  llvm::SmallVector<mlir::Value> buffers;                // outside
  /// Subscripts, of the arguments that a region of the block has.
  llvm::SmallVector<mlir::AffineMap> places;

  /// Whether `op`, in the body, belongs to the combination of values.
  bool isCombination(mlir::Operation *op) const;
};

/// The block stores to buffers, at `places`, what a combiner of `te.compute`,
/// or what it declares to combine, makes of values and of what was there; its
/// initialisation stores the combiner's identity; nothing else has effects.
mlir::DiagnosedSilenceableFailure
matchReduction(te::BlockOp block, const llvm::Twine &action,
               Reduction &reduction, Places places = Places::AtAxes);

/// Combines values of the kinds that `reduction` has.
llvm::SmallVector<mlir::Value> buildCombination(mlir::OpBuilder &builder,
                                                mlir::Location loc,
                                                const Reduction &reduction,
                                                mlir::ValueRange accumulated,
                                                mlir::ValueRange values);

/// The identity of `reduction`, of values of `types`.
llvm::SmallVector<mlir::Value> buildIdentity(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             const Reduction &reduction,
                                             mlir::TypeRange types);

/// Lets `block`, which combines values as `reduction` does, declare it as well.
void declareCombination(te::BlockOp block, const Reduction &reduction);

/// Stores the identity of `reduction` to `buffers` at `axes`.
void buildIdentityStores(mlir::OpBuilder &builder, mlir::Location loc,
                         const Reduction &reduction, mlir::ValueRange buffers,
                         mlir::ValueRange axes);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REDUCTIONS_H
