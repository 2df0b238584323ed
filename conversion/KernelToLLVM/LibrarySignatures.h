// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments that functions of the runtime read from a call.
#ifndef TVM_CONVERSION_KERNELTOLLVM_LIBRARYSIGNATURES_H
#define TVM_CONVERSION_KERNELTOLLVM_LIBRARYSIGNATURES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm {

/// Refuses a call of the runtime's function `name` with constants or buffers
/// that the function cannot read. The function identifies them by their order,
/// and the ranks and sizes of buffers by its constants
/// (runtime/library/Library.h). Static sizes are compared. Calls of other
/// functions pass. All buffers of `call` are memrefs; its constants are texts
/// or arrays of i64.
mlir::LogicalResult checkLibraryCall(mlir::func::CallOp call,
                                     llvm::StringRef name);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_LIBRARYSIGNATURES_H
