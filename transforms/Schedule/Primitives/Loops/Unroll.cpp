// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Support/Limits.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure unroll(Loop loop) {
  if (auto d = requireSerial(loop, "unroll"); !d.succeeded())
    return d;
  if (auto d = requireConstantTripCount(loop, "unroll"); !d.succeeded())
    return d;
  if (auto d = requireFewCopies(loop, "unroll"); !d.succeeded())
    return d;
  setLoopKind(loop, LoopKind::Unrolled);
  return DiagnosedSilenceableFailure::success();
}

/// The number of times that the body of `loop` runs, with the lanes of a vector
/// counted once; nothing where it is unknown or more than `most`. Marks the
/// loops where it is known.
static std::optional<int64_t> unrollWithin(Loop loop, int64_t most) {
  std::optional<int64_t> steps = 0;
  for (Operation &op : *loop.getBody())
    op.walk<WalkOrder::PreOrder>([&](Loop inner) {
      std::optional<int64_t> part = unrollWithin(inner, most);
      steps =
          steps && part ? std::optional<int64_t>(*steps + *part) : std::nullopt;
      return WalkResult::skip();
    });
  std::optional<int64_t> count = getTripCount(loop);
  LoopKind kind = getLoopKind(loop);
  if (kind == LoopKind::Vectorized)
    return steps ? std::optional<int64_t>(std::max<int64_t>(*steps, 1))
                 : std::nullopt;
  bool isRepeated = kind == LoopKind::Serial || kind == LoopKind::Unrolled;
  if (!isRepeated || !isNormalized(loop) || !count || !steps || *count > most)
    return std::nullopt;
  int64_t all = *count * std::max<int64_t>(*steps, 1);
  if (all > most)
    return std::nullopt;
  setLoopKind(loop, LoopKind::Unrolled);
  return all;
}

DiagnosedSilenceableFailure unrollUpTo(Loop loop, int64_t maxStep) {
  if (maxStep > kMaxCopies)
    return emitSilenceableFailure(loop)
           << "cannot unroll: expected at most " << kMaxCopies
           << " iterations, got " << maxStep;
  (void)unrollWithin(loop, maxStep);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
