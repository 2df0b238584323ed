// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_EXPLAIN_DIMS_H
#define TVM_TOOLS_EXPLAIN_DIMS_H

#include "dialects/Graph/Control/GraphStructure.h"
#include "tools/explain/Amount.h"
#include "transforms/Graph/Memory/HostValues.h"
#include "llvm/ADT/DenseSet.h"

namespace tvm::explain {

/// The dimensions of tensors in readable form: numbers, the model's names for
/// dimensions of its inputs, and expressions of these; "?" if they depend on
/// data. Creates scalar operations in the functions.
class Dims {
public:
  using Shape = llvm::SmallVector<Dim>;

  /// `main` is the function that launches kernels.
  explicit Dims(mlir::func::FuncOp main) : main(main), host(main) {}

  /// Gives arguments of `kernel` the dimensions of the operands of `launch`.
  void enter(graph::LaunchOp launch, mlir::func::FuncOp kernel);

  /// The shape of a tensor of `main` or of the kernel.
  Shape getShape(mlir::Value tensor);

private:
  bool isInMain(mlir::Value tensor) {
    return main->isAncestor(tensor.getParentRegion()->getParentOp());
  }
  Shape computeShape(mlir::Value tensor);
  Shape describe(mlir::RankedTensorType type,
                 llvm::ArrayRef<mlir::OpFoldResult> dims);
  Dim describe(mlir::OpFoldResult dim);
  Dim describeDim(mlir::Value tensor, int64_t index);
  Dim describeArithmetic(mlir::Operation *op);
  Dim describeMap(mlir::AffineMap map, mlir::ValueRange operands,
                  llvm::StringRef function);

  mlir::func::FuncOp main;
  graph::HostValues host;
  llvm::DenseMap<mlir::Value, Shape> shapes, inner; // of main, of the kernel
  llvm::DenseSet<mlir::Value> active;
};

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_DIMS_H
