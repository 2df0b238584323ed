// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_CAPTURES_H
#define TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_CAPTURES_H

#include "conversion/KernelToLLVM/MemRefs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace tvm {

/// The outside values of code of a kernel that becomes a function of its own.
/// Constants, sizes and views are computed again in the function; all other
/// values are arguments, in the form of `Crossing`.
class Captures {
public:
  explicit Captures(mlir::MLIRContext *context) : crossing(context) {}

  /// Collects anew for code that uses `values`. Definitions that are
  /// `isRepeatable` are cloned into the function. Returns the first value that
  /// cannot be an argument, or null.
  mlir::Value collect(mlir::ValueRange values,
                      llvm::function_ref<bool(mlir::Operation *)> isRepeatable);

  /// The types of the arguments.
  llvm::SmallVector<mlir::Type> getTypes() const;

  /// The arguments of a call.
  llvm::SmallVector<mlir::Value> take(mlir::OpBuilder &builder,
                                      mlir::Location loc) const;

  /// Builds the values in `body`, from its arguments behind the first
  /// `numLeading`, and adds them to `mapping`. Pointers to memory that no other
  /// argument overlaps become `noalias`.
  void build(mlir::OpBuilder &builder, mlir::func::FuncOp body,
             unsigned numLeading, mlir::IRMapping &mapping) const;

private:
  Crossing crossing;
  /// The outside operations that the function repeats, in order.
  llvm::SetVector<mlir::Operation *> repeated;
  llvm::SetVector<mlir::Value> captured;
};

/// Whether `op` is cheap and better repeated in a function than passed to it.
bool isRepeatable(mlir::Operation *op);

/// Creates an internal function `name` with arguments of `types` and an empty
/// block.
mlir::func::FuncOp createInternal(mlir::OpBuilder &builder, mlir::Location loc,
                                  llvm::StringRef name,
                                  llvm::ArrayRef<mlir::Type> types);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_CAPTURES_H
