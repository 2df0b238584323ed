#ifndef TVM_CONVERSION_TETOLOOPS_RESULTSIZES_H
#define TVM_CONVERSION_TETOLOOPS_RESULTSIZES_H

#include "mlir/IR/Builders.h"

namespace tvm {

/// Where `tensor` has sizes that are read from tensors, `buffer`, in which the
/// caller wants it, has them: uses of such sizes become the buffer's. So they
/// are known from the arguments' dimensions alone, as memory for what is
/// computed in between has to be.
void takeSizesFromBuffer(mlir::OpBuilder &builder, mlir::Value tensor,
                         mlir::Value buffer);

} // namespace tvm

#endif // TVM_CONVERSION_TETOLOOPS_RESULTSIZES_H
