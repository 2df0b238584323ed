// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRECONDITIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRECONDITIONS_H

// Preconditions that primitives share. `action` is the phrase for "cannot
// <action>: …".

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Largest number of elements of a buffer, or of added iterations without work.
/// More of them are a mistake.
inline constexpr int64_t kMaxElements = int64_t(1) << 31;

/// Requires that the loop has no kind yet and runs from 0 in steps of 1.
mlir::DiagnosedSilenceableFailure requireSerial(Loop loop,
                                                llvm::StringRef action);

/// Requires that the body of `outer` consists of `inner` only.
mlir::DiagnosedSilenceableFailure requirePerfectNest(Loop outer, Loop inner,
                                                     llvm::StringRef action);

/// Requires that the number of iterations is known.
mlir::DiagnosedSilenceableFailure
requireConstantTripCount(Loop loop, llvm::StringRef action);

/// Requires that the loop's trip count is constant, and that at most kMaxCopies
/// copies of its body are made. Unrolled loops around it and inside of it
/// multiply the number of copies.
mlir::DiagnosedSilenceableFailure requireFewCopies(Loop loop,
                                                   llvm::StringRef action);

/// Requires that the loop has `extent` iterations, if that is given.
mlir::DiagnosedSilenceableFailure
requireExtent(Loop loop, std::optional<int64_t> extent, llvm::StringRef action);

/// Requires that no iteration depends on another one, not even by a reduction.
mlir::DiagnosedSilenceableFailure requireIndependent(Loop loop,
                                                     llvm::StringRef action);

/// Requires that only loops are around `op`, so that it runs once per
/// iteration.
mlir::DiagnosedSilenceableFailure requireOnlyLoops(mlir::Operation *op,
                                                   llvm::StringRef action);

/// A block that a primitive is to change, for checks in several steps.
struct BlockRequest {
  BlockRequest(te::BlockOp block, const llvm::Twine &action)
      : block(block), action(action.str()) {}

  /// A refusal "cannot <action>: <why>", with a note at the culprit.
  mlir::DiagnosedSilenceableFailure refuse(const llvm::Twine &why,
                                           mlir::Operation *culprit = nullptr);

  /// Requires that no other block writes `buffer`.
  mlir::DiagnosedSilenceableFailure requireOnlyWriter(mlir::Value buffer);

  te::BlockOp block;
  std::string action;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRECONDITIONS_H
