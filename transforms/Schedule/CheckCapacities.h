// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_CHECKCAPACITIES_H
#define TVM_TRANSFORMS_SCHEDULE_CHECKCAPACITIES_H

#include "mlir/IR/Value.h"

namespace tvm::schedule {

/// The size of an allocation of constant shape in bytes, saturated at the
/// largest number.
uint64_t getAllocatedBytes(mlir::Value buffer);

/// Checks that the buffers of `function` that are live at the same time fit
/// into the memories that their scopes name, where the module around it states
/// the sizes of these. Reports errors.
mlir::LogicalResult checkCapacities(mlir::Operation *function);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_CHECKCAPACITIES_H
