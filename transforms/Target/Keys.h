// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_TARGET_KEYS_H
#define TVM_TRANSFORMS_TARGET_KEYS_H

#include "mlir/IR/Operation.h"

namespace tvm::target {

/// Fails, with a diagnostic at `loc` that names the nearest key, if no pass
/// reads `key` of `device`. An accelerator may have any keys.
mlir::LogicalResult checkKey(mlir::Location loc, llvm::StringRef device,
                             llvm::StringRef key);

/// Checks the `dlti.target_system_spec` of `op` and of the operations around
/// it. Fails, with a diagnostic at the operation that has it, at an entry of
/// device "CPU" that no pass reads, and at a device whose name differs from
/// "CPU" or "GPU" only in the case of letters. Other compilers may have entries
/// of their own in it: their keys contain `.` or `:`, or their value is a
/// `#dlti.map`.
mlir::LogicalResult checkSpecs(mlir::Operation *op);

} // namespace tvm::target

#endif // TVM_TRANSFORMS_TARGET_KEYS_H
