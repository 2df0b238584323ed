#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ELEMENTSIZE_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ELEMENTSIZE_H

#include "mlir/IR/BuiltinTypes.h"

namespace tvm::schedule {

/// Bits of an element of a buffer, by the default data layout: an index has 64,
/// a complex number those of both parts, a vector those of all lanes, a memref
/// those of its descriptor.
int64_t getElementBits(mlir::MemRefType type);

/// The same in bytes, rounded up.
int64_t getElementBytes(mlir::MemRefType type);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ELEMENTSIZE_H
