// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MEMREFS_H
#define TVM_CONVERSION_KERNELTOLLVM_MEMREFS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tvm {

/// The form of a value that is passed to a function: a memref with identity
/// layout becomes its pointer and its dynamic sizes, an index an i64, all
/// others one value of the llvm dialect's type.
class Crossing {
public:
  explicit Crossing(mlir::MLIRContext *context);

  /// The types of the parts of a value of `type`; empty if it cannot be passed.
  llvm::SmallVector<mlir::Type> getTypes(mlir::Type type) const;

  llvm::SmallVector<mlir::Value>
  take(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value) const;

  /// Builds the value of `type` from the parts that `take` returned.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Type type, mlir::ValueRange parts) const;

private:
  mlir::LLVMTypeConverter converter;
};

/// Whether a type is a memref that is passed as pointer and sizes.
bool isPlainMemRef(mlir::Type type);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MEMREFS_H
