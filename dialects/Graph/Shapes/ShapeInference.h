// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_SHAPES_SHAPEINFERENCE_H
#define TVM_DIALECTS_GRAPH_SHAPES_SHAPEINFERENCE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ValueRange.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace tvm::graph {

/// Whether two lists of tensor types agree: same element types, same ranks,
/// and equal dimensions wherever both are static.
bool areCompatibleTypes(mlir::TypeRange lhs, mlir::TypeRange rhs);

/// The type of a value that is of either type: dimensions in which they differ
/// are unknown. Null where element types or ranks differ.
mlir::RankedTensorType joinTypes(mlir::Type lhs, mlir::Type rhs);

/// Infers one result: the operands' shapes broadcast to each other (NumPy's
/// rule), of `elementType`, or of the operands' own element type if null.
/// Fails, with an error at `loc`, on unequal dimensions.
mlir::LogicalResult inferBroadcast(std::optional<mlir::Location> loc,
                                   mlir::ValueRange operands,
                                   llvm::SmallVectorImpl<mlir::Type> &types,
                                   mlir::Type elementType = nullptr);

/// The broadcast of two static or dynamic shapes, or nothing if they differ.
std::optional<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<int64_t> lhs, llvm::ArrayRef<int64_t> rhs);

/// Run-time shape of the single result of `op`, whose operands broadcast.
mlir::LogicalResult reifyBroadcast(mlir::OpBuilder &builder,
                                   mlir::Operation *op,
                                   mlir::ReifiedRankedShapedTypeDims &shapes);

/// The broadcast of two run-time shapes: dimensions that are not 1.
llvm::SmallVector<mlir::OpFoldResult>
broadcastDims(mlir::OpBuilder &builder, mlir::Location loc,
              llvm::ArrayRef<mlir::OpFoldResult> lhs,
              llvm::ArrayRef<mlir::OpFoldResult> rhs);

/// Whether `graph-mark-equal-dims` found that dimension `dim` of operand
/// `operand` always is the dimension of the result that it broadcasts to
/// (attribute `graph.equal_dims`: a mask of dimensions per operand).
bool hasResultDim(mlir::Operation *op, unsigned operand, int64_t dim);

/// Dimension `dim` of `tensor`: an attribute where it is static.
mlir::OpFoldResult getDim(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tensor, int64_t dim);

/// All dimensions of `tensor`.
llvm::SmallVector<mlir::OpFoldResult>
getDims(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor);

/// Replaces the static dimensions of `types` into reified `shapes`.
void foldStaticDims(mlir::OpBuilder &builder, mlir::TypeRange types,
                    mlir::ReifiedRankedShapedTypeDims &shapes);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_SHAPES_SHAPEINFERENCE_H
