// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H

// The order in which operations run, for primitives that move a block
// elsewhere.

#include "transforms/Schedule/Analysis/Dependence/Dependences.h"

namespace tvm::schedule {

/// Whether `a` runs before `b` within one iteration of all loops around both.
bool precedes(mlir::Operation *a, mlir::Operation *b);

/// The innermost IR block that contains two operations at any depth. `first`
/// and `second` are the operations of that block that contain them.
struct CommonPlace {
  mlir::Operation *first, *second;
  unsigned numLoops; // around both operations
};
/// The place of `a` (in `first`) and `b` (in `second`); nothing where no block
/// holds both.
std::optional<CommonPlace> findCommonPlace(mlir::Operation *a,
                                           mlir::Operation *b);

/// Searches an instance of `source` that runs before one of `sink` and touches
/// the same element, both in one iteration of the `numFixed` outermost loops.
Proof findOrdered(const Access &source, const Access &sink, unsigned numFixed);

/// A dependence of one of `sinks` on one of `sources`, as found by findOrdered;
/// at least one of the two writes. Dependences that are proven to exist are
/// preferred.
std::optional<Dependence> findDependence(llvm::ArrayRef<Access> sources,
                                         llvm::ArrayRef<Access> sinks,
                                         unsigned numFixed);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H
