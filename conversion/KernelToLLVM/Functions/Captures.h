#ifndef TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_CAPTURES_H
#define TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_CAPTURES_H

#include "conversion/KernelToLLVM/MemRefs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace tvm {

/// The values that code of a kernel takes from outside when it becomes a
/// function of its own. Constants, sizes and views are computed again in the
/// function; all other values are arguments, as `Crossing` says.
class Captures {
public:
  explicit Captures(mlir::MLIRContext *context) : crossing(context) {}

  /// Forgets what was collected, and collects for code that uses `values`,
  /// whose definitions `isRepeatable` are cloned into the function. Returns the
  /// first value that cannot be an argument, or null.
  mlir::Value collect(mlir::ValueRange values,
                      llvm::function_ref<bool(mlir::Operation *)> isRepeatable);

  /// The types of the arguments.
  llvm::SmallVector<mlir::Type> getTypes() const;

  /// The arguments of a call.
  llvm::SmallVector<mlir::Value> take(mlir::OpBuilder &builder,
                                      mlir::Location loc) const;

  /// Makes the values again in `body`, from its arguments behind the first
  /// `numLeading`, and tells `mapping`. Pointers to memory that no other
  /// argument overlaps become `noalias`.
  void build(mlir::OpBuilder &builder, mlir::func::FuncOp body,
             unsigned numLeading, mlir::IRMapping &mapping) const;

private:
  Crossing crossing;
  /// Operations outside that the function repeats, in order.
  llvm::SetVector<mlir::Operation *> repeated;
  llvm::SetVector<mlir::Value> captured;
};

/// Whether `op` is cheap, and better seen by a function than handed to it.
bool isRepeatable(mlir::Operation *op);

/// An internal function `name` of arguments of `types`, with an empty block.
mlir::func::FuncOp createInternal(mlir::OpBuilder &builder, mlir::Location loc,
                                  llvm::StringRef name,
                                  llvm::ArrayRef<mlir::Type> types);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_FUNCTIONS_CAPTURES_H
