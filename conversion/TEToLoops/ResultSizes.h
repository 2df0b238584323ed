// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TETOLOOPS_RESULTSIZES_H
#define TVM_CONVERSION_TETOLOOPS_RESULTSIZES_H

#include "mlir/IR/Builders.h"

namespace tvm {

/// Replaces sizes of `tensor` that are read from tensors by the sizes of
/// `buffer`, in which the caller expects the result. All sizes then depend on
/// the arguments' dimensions only, as the memory for intermediate results
/// requires.
void takeSizesFromBuffer(mlir::OpBuilder &builder, mlir::Value tensor,
                         mlir::Value buffer);

} // namespace tvm

#endif // TVM_CONVERSION_TETOLOOPS_RESULTSIZES_H
