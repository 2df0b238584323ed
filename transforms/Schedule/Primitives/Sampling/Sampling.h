// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_SAMPLING_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_SAMPLING_H

// Random decisions about loops, and checks whether a decision is possible.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"
#include "transforms/Schedule/Primitives/Sampling/Random.h"

namespace tvm::schedule {

/// Draws `count` factors (at most 8), outermost first, whose product is the
/// trip count of `loop`; the innermost one is at most `maxInnermost`. All such
/// lists are equally likely. (P1) The trip count is constant, from 1 to 2^40;
/// (P2) there is such a list.
mlir::DiagnosedSilenceableFailure
samplePerfectTile(Loop loop, unsigned count, int64_t maxInnermost,
                  Random &random, llvm::SmallVectorImpl<int64_t> &factors);

/// Replaces an outermost factor of 0 by the rest of the trip count of `loop`,
/// if the other factors divide it.
void inferOutermost(Loop loop, llvm::MutableArrayRef<int64_t> factors);

/// Checks that samplePerfectTile might have drawn `factors`, and says why not.
mlir::DiagnosedSilenceableFailure
checkPerfectTile(Loop loop, llvm::ArrayRef<int64_t> factors,
                 int64_t maxInnermost);

/// Draws a position with a probability in proportion to its weight. Weights are
/// finite and not negative, and at least one is positive.
size_t sampleCategorical(llvm::ArrayRef<double> weights, Random &random);

/// Draws one of the loops around consumers of `block` at which computeAt
/// accepts it, and its position among all loops around consumers, or no loop
/// and -1. `legal` becomes the positions among which it is drawn.
void sampleComputeLocation(te::BlockOp block, Random &random, int64_t &position,
                           Loop &loop, llvm::SmallVectorImpl<int64_t> &legal);

/// The loop at `position`; null for -1. (P1) sampleComputeLocation might have
/// drawn it.
mlir::DiagnosedSilenceableFailure
getComputeLocation(te::BlockOp block, int64_t position, Loop &loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_SAMPLING_H
