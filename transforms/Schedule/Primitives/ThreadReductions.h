#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_THREADREDUCTIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_THREADREDUCTIONS_H

// Reductions whose loop is bound to threads of a block (isReducedBy).

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Blocks that reduce over the bound `loop` combine values in any order, are
/// directly in it, and reduce over no other loop; what they write is outside
/// of the loop, where nothing else uses it. "cannot <action>: …"
mlir::DiagnosedSilenceableFailure
checkThreadReductions(Loop loop, const llvm::Twine &action);

/// for k { B[i] += A[i, k] }, of K threads  ->
///
///   for k { S[k] = A[i, k] }
///   for k in [0, K / 2) { S[k] += S[k + K / 2] }, then half as many, …
///   B[i] = S[0]
///
/// in shared memory of all threads of the block, which S has dimensions for.
mlir::DiagnosedSilenceableFailure
lowerThreadReductions(mlir::RewriterBase &rewriter, Loop launch,
                      const llvm::Twine &action);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_THREADREDUCTIONS_H
