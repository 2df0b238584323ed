// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_THREADREDUCTIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_THREADREDUCTIONS_H

// Reductions whose loop is bound to threads of a block (isReducedBy).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Requires that blocks that reduce over the bound `loop` combine values in any
/// order; that from the outermost loop of the reduction on, all loops belong to
/// the reduction alone, and all but `loop` are serial; and that the written
/// buffers are outside of these loops, where nothing else uses them. Refuses
/// with "cannot <action>: …".
mlir::DiagnosedSilenceableFailure
checkThreadReductions(Loop loop, const llvm::Twine &action);

/// for o for k { B[i] += A[i, o, k] }, of K threads k  ->
///
///   for k { S[k] = 0 }
///   for o for k { S[k] += A[i, o, k] }
///   for k in [0, K / 2) { S[k] += S[k + K / 2] }, then half as many, …
///   B[i] = S[0]
///
/// in shared memory of all threads of the block, which S has dimensions for.
/// Without `o` and a predicate, S[k] = A[i, k].
mlir::DiagnosedSilenceableFailure
lowerThreadReductions(mlir::RewriterBase &rewriter, Loop launch,
                      const llvm::Twine &action);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_THREADREDUCTIONS_H
