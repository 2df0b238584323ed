#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_SEPARATION_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_SEPARATION_H

#include "transforms/Schedule/Analysis/Dependences.h"

namespace tvm::schedule {

/// Whether instances that touch the same element must be in the same iteration
/// of a loop that `orders` puts in different ones, so that there are none.
///
/// Decided by arithmetic on the subscripts alone, in microseconds: a sum of
/// multiples of terms, each multiple larger than what the smaller ones add up
/// to, has the same value only for the same terms; and so has `x` where both
/// `x floordiv c` and `x mod c` have. That is what `split` and `fuse` make of
/// subscripts. False where there is no proof.
bool areSeparated(const Access &first, const Access &second,
                  llvm::ArrayRef<std::pair<Loop, Order>> orders);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_SEPARATION_H
