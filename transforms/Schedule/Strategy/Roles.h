// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_ROLES_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_ROLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm::schedule {

/// Prepares `kernel` for rules and strategies: blocks get different names, and
/// those of a list of nests without roles get the roles that rules assign.
void prepareKernel(mlir::func::FuncOp kernel);

/// Emits a remark (`[Missed]`, of kStrategyRemarkCategory, with the name of the
/// rule) for each role in `kernel` that does not fit.
void emitRoleRemarks(mlir::func::FuncOp kernel);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_ROLES_H
