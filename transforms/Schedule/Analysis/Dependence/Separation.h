// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_SEPARATION_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_SEPARATION_H

#include "transforms/Schedule/Analysis/Dependence/Conflicts.h"

namespace tvm::schedule {

/// Whether instances that touch the same element would have to be in the same
/// iteration of a loop that `orders` puts in different ones, so that no such
/// instances exist.
///
/// The proof uses arithmetic on the subscripts alone and takes microseconds. A
/// sum of multiples of terms, each multiple larger than the sum of the smaller
/// ones, has equal values only for equal terms; and `x` is equal where both `x
/// floordiv c` and `x mod c` are. `split` and `fuse` produce such subscripts.
/// False where there is no proof.
bool areSeparated(const Access &first, const Access &second,
                  llvm::ArrayRef<std::pair<Loop, Order>> orders);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_SEPARATION_H
