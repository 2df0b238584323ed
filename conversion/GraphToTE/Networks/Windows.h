#ifndef TVM_CONVERSION_GRAPHTOTE_NETWORKS_WINDOWS_H
#define TVM_CONVERSION_GRAPHTOTE_NETWORKS_WINDOWS_H

#include "conversion/GraphToTE/Definition.h"
#include "dialects/Graph/Networks/GraphWindows.h"

namespace tvm {

/// Reduction axes without those of extent 1 (but never none).
class ReductionAxes {
public:
  explicit ReductionAxes(te::Extents all);
  te::Extents extents() const { return kept; }
  /// One index per extent that was given: an axis, or 0.
  llvm::SmallVector<te::Index> expand(te::Axes axes) const;

private:
  llvm::SmallVector<mlir::OpFoldResult> kept;
  llvm::SmallVector<bool> isKept;
};

/// The part of `x` that `window` reads when it slides to all positions of a
/// result of shape `dims`: `x` with `padding()` around it. `x` itself where no
/// window reaches outside. Scalars of `padding` are made where they are used.
mlir::Value padSpatial(Definition &definition, mlir::Value x,
                       const graph::Window &window,
                       const graph::TensorLayout &layout, te::Extents dims,
                       llvm::function_ref<mlir::Value()> padding);

/// Sizes of `window`, as extents.
llvm::SmallVector<mlir::OpFoldResult>
getKernelExtents(Definition &definition, const graph::Window &window);

/// `x` with its elements converted to `elementType`.
mlir::Value castElements(Definition &definition, mlir::Value x,
                         mlir::Type elementType);

/// The element of `tensor` at `axes` in the type that it computes in.
mlir::Value readWide(Definition &definition, mlir::Value tensor, te::Axes axes);

/// The element of `tensor`, which holds those of operand `operand`, in the type
/// that the result is computed in; `padding` beside the tensor, if given.
mlir::Value readFactor(Definition &definition, int operand, mlir::Value tensor,
                       te::Axes axes, mlir::Value padding = {});

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_NETWORKS_WINDOWS_H
