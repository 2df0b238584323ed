// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_MEMORY_HOSTVALUES_H
#define TVM_TRANSFORMS_GRAPH_MEMORY_HOSTVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"

namespace tvm::graph {

/// The type of a tensor in memory: `ui8` -> `i8`, `i1` -> `i8`, strings ->
/// `i64`.
mlir::MemRefType getMemoryType(mlir::Type tensor);

/// Facts about the values of a host function: where tensors come from, which
/// dimensions they have, from when on scalars can be computed.
class HostValues {
public:
  explicit HostValues(mlir::func::FuncOp main) : main(main) {}

  /// Position of `op` in the function, regions included: time, for live
  /// ranges.
  int64_t getStep(mlir::Operation *op);
  /// The last step in the regions of `op`, or its own.
  int64_t getLastStep(mlir::Operation *op);

  /// Whether `value` is an argument of a region of an operation in the
  /// function.
  static bool isRegionArgument(mlir::Value value);

  /// The tensor whose memory `tensor` refers to: itself but for views.
  static mlir::Value getRoot(mlir::Value tensor);

  /// Whether `tensor` is all of its root, not a part.
  static bool isWhole(mlir::Value tensor);

  /// Whether `op` only gives bytes of its operand another shape: all of them,
  /// or some that lie together.
  static bool isView(mlir::Operation *op);

  /// Dimensions of `tensor`, as attributes or scalars of the function. Creates
  /// operations for those of arguments: one per symbol of `graph.dims`.
  llvm::SmallVector<mlir::OpFoldResult> getDims(mlir::Value tensor);

  /// The step from which `scalar` can be computed: 0 if it follows from the
  /// arguments alone, else after the last tensor that it reads.
  int64_t getAvailability(mlir::Value scalar);

  /// The value of `scalar` if every dimension of the arguments is `kSampleDim`.
  int64_t getSample(mlir::OpFoldResult scalar);

  static constexpr int64_t kSampleDim = 64;

private:
  void countSteps();
  mlir::OpFoldResult getArgumentDim(mlir::BlockArgument argument, int64_t dim);
  llvm::SmallVector<mlir::OpFoldResult> getCollapsedDims(mlir::Operation *op);
  mlir::Attribute evaluate(mlir::Value scalar);

  mlir::func::FuncOp main;
  llvm::DenseMap<mlir::Operation *, int64_t> steps, lastSteps;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::OpFoldResult>> knownDims;
  llvm::DenseMap<mlir::Attribute, mlir::Value> symbols;
  llvm::DenseMap<mlir::Value, mlir::Attribute> samples;
  llvm::DenseMap<mlir::Value, int64_t> availability;
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_MEMORY_HOSTVALUES_H
