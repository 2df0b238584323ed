// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ELEMENTSIZE_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ELEMENTSIZE_H

#include "mlir/IR/BuiltinTypes.h"

namespace tvm::schedule {

/// The size of an element of a buffer in bits, by the default data layout: an
/// index has 64, a complex number the sum of both parts, a vector the sum of
/// all lanes, a memref the size of its descriptor.
int64_t getElementBits(mlir::MemRefType type);

/// The size of an element of a buffer in bytes, rounded up.
int64_t getElementBytes(mlir::MemRefType type);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ELEMENTSIZE_H
