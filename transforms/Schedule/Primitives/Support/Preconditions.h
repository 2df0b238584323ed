#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRECONDITIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRECONDITIONS_H

// Preconditions that primitives share. `action` is what cannot be done
// otherwise: "cannot <action>: …".

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// More elements of a buffer, or iterations that do nothing, are a mistake.
inline constexpr int64_t kMaxElements = int64_t(1) << 31;

/// The loop has no kind yet and runs from 0 in steps of 1.
mlir::DiagnosedSilenceableFailure requireSerial(Loop loop,
                                                llvm::StringRef action);

/// `inner` is all that the body of `outer` holds.
mlir::DiagnosedSilenceableFailure requirePerfectNest(Loop outer, Loop inner,
                                                     llvm::StringRef action);

/// The number of iterations is known.
mlir::DiagnosedSilenceableFailure
requireConstantTripCount(Loop loop, llvm::StringRef action);

/// The loop's trip count is constant, and at most kMaxCopies copies of its body
/// are made. Loops around it and inside of it that are repeated as well
/// multiply the number of copies.
mlir::DiagnosedSilenceableFailure requireFewCopies(Loop loop,
                                                   llvm::StringRef action);

/// The loop has `extent` iterations, where that is given.
mlir::DiagnosedSilenceableFailure
requireExtent(Loop loop, std::optional<int64_t> extent, llvm::StringRef action);

/// No iteration depends on another one, not even by a reduction.
mlir::DiagnosedSilenceableFailure requireIndependent(Loop loop,
                                                     llvm::StringRef action);

/// Nothing but loops is around `op`: it runs where they do.
mlir::DiagnosedSilenceableFailure requireOnlyLoops(mlir::Operation *op,
                                                   llvm::StringRef action);

/// A block that an action is to change, for primitives that check it in several
/// steps.
struct BlockRequest {
  BlockRequest(te::BlockOp block, const llvm::Twine &action)
      : block(block), action(action.str()) {}

  /// "cannot <action>: <why>", with a note at the culprit.
  mlir::DiagnosedSilenceableFailure refuse(const llvm::Twine &why,
                                           mlir::Operation *culprit = nullptr);

  /// No other block writes `buffer`.
  mlir::DiagnosedSilenceableFailure requireOnlyWriter(mlir::Value buffer);

  te::BlockOp block;
  std::string action;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRECONDITIONS_H
