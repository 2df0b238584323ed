#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_EMPTYREDUCTIONS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_EMPTYREDUCTIONS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Which constraints of the predicate of `block` depend on loops that only
/// reduction axes are bound to, and on no others, where there may be no
/// iteration of these in which they hold: the block is initialised
/// nevertheless. None where there certainly is one.
llvm::SmallVector<unsigned> getUnmetConstraints(te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_EMPTYREDUCTIONS_H
