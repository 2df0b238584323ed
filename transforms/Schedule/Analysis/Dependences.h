#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCES_H

// Dependences between instances of blocks, decided in integer arithmetic by
// MLIR's Presburger library. An instance is a block at one iteration of the
// loops around it.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
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

/// A scope in which findConflict finds no conflict on this thread, so that
/// primitives do the steps that they refuse because of dependences, and a test
/// can observe the consequences.
class [[nodiscard]] IgnoredConflicts {
public:
  IgnoredConflicts();
  ~IgnoredConflicts();
  IgnoredConflicts(const IgnoredConflicts &) = delete;
  IgnoredConflicts &operator=(const IgnoredConflicts &) = delete;
};

/// A pair of accesses whose order must be kept, source first.
struct Dependence {
  const Access *source, *sink;
  Proof proof; // Exists or Unknown
};

/// A dependence from an iteration of `loop` to a later one, in one iteration of
/// the loops around it. Buffers allocated in the loop are private to an
/// iteration. `mayIgnore` excludes pairs.
std::optional<Dependence>
findCarried(Loop loop, const MemoryUse &use,
            llvm::function_ref<bool(const Access &, const Access &)> mayIgnore);

/// A conflict between any two of the accesses, ordered as `orders` says.
/// Buffers allocated in `loop` are private to an iteration.
std::optional<Dependence> findConflictIn(
    Loop loop, const MemoryUse &use,
    llvm::ArrayRef<std::pair<Loop, Order>> orders,
    llvm::function_ref<bool(const Access &, const Access &)> mayIgnore);

/// A refusal "cannot <action>: ..." with the two accesses as notes.
mlir::DiagnosedSilenceableFailure refuse(mlir::Operation *at,
                                         const llvm::Twine &action,
                                         const Dependence &dependence);

/// A refusal "cannot <action>: ..." because the accesses of `opaque` are
/// unknown.
mlir::DiagnosedSilenceableFailure refuseOpaque(mlir::Operation *at,
                                               const llvm::Twine &action,
                                               mlir::Operation *opaque);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCES_H
