// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_SHAPES_SYMBOLICOPS_H
#define TVM_DIALECTS_GRAPH_SHAPES_SYMBOLICOPS_H

#include "dialects/Graph/GraphBase.h"
#include "dialects/Graph/Shapes/ShapeValues.h"

namespace tvm::graph {

/// Infers one result of shape `shape`, where that is known and possible.
mlir::LogicalResult inferFromShape(std::optional<mlir::Location> loc,
                                   llvm::FailureOr<SymbolicShape> shape,
                                   mlir::Type elementType,
                                   llvm::SmallVectorImpl<mlir::Type> &types);

/// Run-time shape of the result of `op`, a `SymbolicShapeInterface`.
mlir::LogicalResult reifyFromShape(mlir::OpBuilder &builder,
                                   mlir::Operation *op,
                                   mlir::ReifiedRankedShapedTypeDims &shapes);

/// `axis` of a tensor of `rank` dimensions counted from the front, or nothing
/// (after an error at `loc`) where there is no such dimension.
std::optional<int64_t> normalizeAxis(std::optional<mlir::Location> loc,
                                     int64_t axis, int64_t rank);

/// The same for distinct axes.
llvm::FailureOr<llvm::SmallVector<int64_t>>
normalizeAxes(std::optional<mlir::Location> loc, llvm::ArrayRef<int64_t> axes,
              int64_t rank);

/// Elements that `start:end:step` selects, ONNX's rules for `size` elements.
struct SliceBounds {
  int64_t start;
  int64_t step;
  int64_t size;
};
/// The bounds after negative `start` and `end` are counted from the back and
/// both are clamped to the `size` elements. `step` is not 0.
SliceBounds getSliceBounds(int64_t size, int64_t start, int64_t end,
                           int64_t step);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_SHAPES_SYMBOLICOPS_H
