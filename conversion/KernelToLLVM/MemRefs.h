#ifndef TVM_CONVERSION_KERNELTOLLVM_MEMREFS_H
#define TVM_CONVERSION_KERNELTOLLVM_MEMREFS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tvm {

/// The form of a value that crosses a call: a memref with identity layout is
/// its pointer and its dynamic sizes, an index an i64, all else one value of
/// the llvm dialect's type.
class Crossing {
public:
  explicit Crossing(mlir::MLIRContext *context);

  /// The types that a value of `type` crosses as; empty if it cannot.
  llvm::SmallVector<mlir::Type> getTypes(mlir::Type type) const;

  llvm::SmallVector<mlir::Value>
  take(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) const;

  /// The value of `type` again, from what `take` gave.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Type type, mlir::ValueRange parts) const;

private:
  mlir::LLVMTypeConverter converter;
};

/// A memref that crosses as pointer and sizes.
bool isPlainMemRef(mlir::Type type);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MEMREFS_H
