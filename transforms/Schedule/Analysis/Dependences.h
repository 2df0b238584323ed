#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCES_H

// Dependences between instances of blocks, decided in integer arithmetic by
// MLIR's Presburger library. An instance is a block at one iteration of the
// loops around it.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// How the iterations of a loop around both blocks of a pair relate, first
/// instance to second.
enum class Order { Same, Earlier, Later };

/// The result of a search for a pair of instances: proven not to exist, proven
/// to exist, or neither.
enum class Proof { None, Exists, Unknown };

/// How iterations of two loops relate, `first` around the first instance and
/// `second` around the second one. Without a loop: iteration 0 of any.
struct RelatedLoops {
  Loop first, second;
  Order order;
};

/// Whether there are instances of `first` and `second`, in iterations of loops
/// that are ordered as `orders` and `related` say (other loops: any), that
/// touch the same element. Nothing is assumed of values outside of the loops.
Proof findConflict(const Access &first, const Access &second,
                   llvm::ArrayRef<std::pair<Loop, Order>> orders,
                   llvm::ArrayRef<RelatedLoops> related = {});

/// While one is alive, findConflict finds none on this thread: primitives do
/// what they refuse for a dependence, so that a test sees what comes of it.
class [[nodiscard]] IgnoredConflicts {
public:
  IgnoredConflicts();
  ~IgnoredConflicts();
  IgnoredConflicts(const IgnoredConflicts &) = delete;
  IgnoredConflicts &operator=(const IgnoredConflicts &) = delete;
};

/// A pair of accesses that an order of execution binds, source first.
struct Dependence {
  const Access *source, *sink;
  Proof proof; // Exists or Unknown
};

/// A dependence from an iteration of `loop` to a later one, in one iteration of
/// the loops around it. Buffers made in the loop are private to an iteration.
/// `mayIgnore` excludes pairs.
std::optional<Dependence>
findCarried(Loop loop, const MemoryUse &use,
            llvm::function_ref<bool(const Access &, const Access &)> mayIgnore);

/// A conflict between any two of the accesses, ordered as `orders` says.
/// Buffers made in `loop` are private to an iteration.
std::optional<Dependence> findConflictIn(
    Loop loop, const MemoryUse &use,
    llvm::ArrayRef<std::pair<Loop, Order>> orders,
    llvm::function_ref<bool(const Access &, const Access &)> mayIgnore);

/// "cannot <action>: ..." with the two accesses as notes.
mlir::DiagnosedSilenceableFailure refuse(mlir::Operation *at,
                                         const llvm::Twine &action,
                                         const Dependence &dependence);

/// "cannot <action>: ..." where an operation's accesses are unknown.
mlir::DiagnosedSilenceableFailure refuseOpaque(mlir::Operation *at,
                                               const llvm::Twine &action,
                                               mlir::Operation *opaque);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCES_H
