// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_ROLES_H
#define TVM_CONVERSION_GRAPHTOTE_ROLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm {

/// Gives a role to the operands of an attention in a kernel whose operators are
/// converted: to the computations without a reduction that do not depend on the
/// scores. Definitions of operators have given the other roles.
void setOperandRoles(mlir::func::FuncOp function);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_ROLES_H
