#ifndef TVM_TRANSFORMS_SCHEDULE_CHECKCAPACITIES_H
#define TVM_TRANSFORMS_SCHEDULE_CHECKCAPACITIES_H

#include "mlir/IR/Value.h"

namespace tvm::schedule {

/// Bytes of an allocation of constant shape; the largest number where there are
/// more.
uint64_t getAllocatedBytes(mlir::Value buffer);

/// Checks that buffers inside of `function` that are in use at a time fit into
/// the memories that their scopes name, as far as the module around it says how
/// large these are. Reports errors.
mlir::LogicalResult checkCapacities(mlir::Operation *function);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_CHECKCAPACITIES_H
