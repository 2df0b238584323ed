#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_ORDER_H

// What runs before what, for primitives that move a block elsewhere.

#include "transforms/Schedule/Analysis/Dependences.h"

namespace tvm::schedule {

/// Whether `a` comes first in one iteration of all loops around both.
bool precedes(mlir::Operation *a, mlir::Operation *b);

/// The block (of IR) that holds both, however deep, and the operations of it
/// that do.
struct CommonPlace {
  mlir::Operation *first, *second;
  unsigned numLoops; // around both of them
};
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
