#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_SAMPLING_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_SAMPLING_H

// Random decisions about loops, and whether one could have been drawn.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"
#include "transforms/Schedule/Primitives/Sampling/Random.h"

namespace tvm::schedule {

/// `count` factors (8 at most), outermost first, whose product is the trip
/// count of `loop`; the innermost one is at most `maxInnermost`. All such lists
/// are equally likely. (P1) a constant trip count from 1 to 2^40; (P2) there is
/// one.
mlir::DiagnosedSilenceableFailure
samplePerfectTile(Loop loop, unsigned count, int64_t maxInnermost,
                  Random &random, llvm::SmallVectorImpl<int64_t> &factors);

/// Whether samplePerfectTile might have drawn `factors`, or why not.
mlir::DiagnosedSilenceableFailure
checkPerfectTile(Loop loop, llvm::ArrayRef<int64_t> factors,
                 int64_t maxInnermost);

/// A position, with a probability in proportion to its weight. Weights are
/// finite, not negative, one is positive.
size_t sampleCategorical(llvm::ArrayRef<double> weights, Random &random);

/// One of the loops around consumers of `block` at which computeAt accepts it,
/// and its position among all of these, or no loop and -1.
void sampleComputeLocation(te::BlockOp block, Random &random, int64_t &position,
                           Loop &loop);

/// The loop at that position; null for -1. (P1) it is one that
/// sampleComputeLocation might have drawn.
mlir::DiagnosedSilenceableFailure
getComputeLocation(te::BlockOp block, int64_t position, Loop &loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_SAMPLING_H
