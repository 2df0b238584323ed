// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_UNDECLAREDACCESS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_UNDECLAREDACCESS_H

#include "dialects/TE/TEOps.h"

namespace tvm::schedule {

/// An operation of `block` that may access elements outside of the declared
/// `reads` and `writes`; null if there is none or nothing is declared. An
/// access that is not affine counts as an access of the whole view or buffer.
/// Calls, and operations that take addresses, are assumed to act as declared.
mlir::Operation *findUndeclaredAccess(te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_UNDECLAREDACCESS_H
