// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_NETWORKS_WINDOWS_H
#define TVM_CONVERSION_GRAPHTOTE_NETWORKS_WINDOWS_H

#include "conversion/GraphToTE/Definition.h"
#include "dialects/Graph/Networks/GraphWindows.h"

namespace tvm {

/// The reduction axes without axes of extent 1; at least one axis is kept.
class ReductionAxes {
public:
  explicit ReductionAxes(te::Extents all);
  te::Extents extents() const { return kept; }
  /// One index per original extent: an axis, or 0.
  llvm::SmallVector<te::Index> expand(te::Axes axes) const;

private:
  llvm::SmallVector<mlir::OpFoldResult> kept;
  llvm::SmallVector<bool> isKept;
};

/// The part of `x` that `window` reads at all positions of a result of shape
/// `dims`: `x` with `padding()` around it, or `x` itself if no window reaches
/// outside. `padding` builds its scalar at the place of use.
mlir::Value padSpatial(Definition &definition, mlir::Value x,
                       const graph::Window &window,
                       const graph::TensorLayout &layout, te::Extents dims,
                       llvm::function_ref<mlir::Value()> padding);

/// The sizes of `window` as extents.
llvm::SmallVector<mlir::OpFoldResult>
getKernelExtents(Definition &definition, const graph::Window &window);

/// `x` with its elements converted to `elementType`.
mlir::Value castElements(Definition &definition, mlir::Value x,
                         mlir::Type elementType);

/// The element of `tensor` at `axes`, in the type of the computation.
mlir::Value readWide(Definition &definition, mlir::Value tensor, te::Axes axes);

/// The element of `tensor`, which has the element type of operand `operand`, in
/// the type of the computation; outside of the tensor `padding`, if given.
mlir::Value readFactor(Definition &definition, int operand, mlir::Value tensor,
                       te::Axes axes, mlir::Value padding = {});

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_NETWORKS_WINDOWS_H
