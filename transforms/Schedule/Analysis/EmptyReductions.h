// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_EMPTYREDUCTIONS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_EMPTYREDUCTIONS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Indices of constraints in the predicate of `block` that depend only on loops
/// bound to reduction axes alone, and that may hold in no iteration of these
/// loops. The block is initialised nevertheless. Empty where an iteration is
/// certain to satisfy them.
llvm::SmallVector<unsigned> getUnmetConstraints(te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_EMPTYREDUCTIONS_H
