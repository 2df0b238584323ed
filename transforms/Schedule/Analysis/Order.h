#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H

// The order in which operations run, for primitives that move a block
// elsewhere.

#include "transforms/Schedule/Analysis/Dependences.h"

namespace tvm::schedule {

/// Whether `a` comes first in one iteration of all loops around both.
bool precedes(mlir::Operation *a, mlir::Operation *b);

/// The innermost block of IR that holds two operations, however deep: `first`
/// and `second` are the operations of that block that hold them.
struct CommonPlace {
  mlir::Operation *first, *second;
  unsigned numLoops; // around both of them
};
/// The place of `a` (in `first`) and `b` (in `second`); nothing where no block
/// holds both.
std::optional<CommonPlace> findCommonPlace(mlir::Operation *a,
                                           mlir::Operation *b);

/// Whether an instance of `source` runs before one of `sink` that touches the
/// same element, both in one iteration of the `numFixed` outermost loops.
Proof findOrdered(const Access &source, const Access &sink, unsigned numFixed);

/// A dependence (one of the two writes) of an access of `sinks` on one of
/// `sources`, as findOrdered. Prefers one that is proven to exist.
std::optional<Dependence> findDependence(llvm::ArrayRef<Access> sources,
                                         llvm::ArrayRef<Access> sinks,
                                         unsigned numFixed);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H
