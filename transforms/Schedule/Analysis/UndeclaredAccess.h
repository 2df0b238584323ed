#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_UNDECLAREDACCESS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_UNDECLAREDACCESS_H

#include "dialects/TE/TEOps.h"

namespace tvm::schedule {

/// If `block` declares `reads` and `writes`: an operation of it that may access
/// something else. What is no affine access counts as one of all that its view
/// or buffer holds. Calls, and what takes addresses, are as declared.
mlir::Operation *findUndeclaredAccess(te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_UNDECLAREDACCESS_H
