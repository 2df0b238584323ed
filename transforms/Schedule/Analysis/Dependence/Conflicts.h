// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_CONFLICTS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_CONFLICTS_H

// Conflicts between instances of blocks, decided in integer arithmetic by
// MLIR's Presburger library. An instance is a block at one iteration of the
// loops around it.

#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// The relation between the iterations of a loop around both blocks of a pair,
/// from the first instance to the second.
enum class Order { Same, Earlier, Later };

/// The result of a search for a pair of instances: proven not to exist, proven
/// to exist, or neither.
enum class Proof { None, Exists, Unknown };

/// The relation between iterations of two loops, `first` around the first
/// instance and `second` around the second one. A null loop stands for
/// iteration 0.
struct RelatedLoops {
  Loop first, second;
  Order order;
};

/// Searches instances of `first` and `second` that touch the same element in
/// iterations ordered as `orders` and `related` say; other loops are in any
/// iterations. Values from outside of the loops are arbitrary.
Proof findConflict(const Access &first, const Access &second,
                   llvm::ArrayRef<std::pair<Loop, Order>> orders,
                   llvm::ArrayRef<RelatedLoops> related = {});

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_CONFLICTS_H
