// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleMemory.h"

#include "dialects/TE/TEBlocks.h"
#include "transforms/Schedule/Apply/Payload.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure
CacheReadOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  SmallVector<te::BlockOp> blocks(1 + getConsumers().size());
  te::BlockOp copy;
  Loop loop;
  if (auto d = getPayload(*this, state, getBlock(), blocks[0]); !d.succeeded())
    return d;
  for (auto [i, consumer] : llvm::enumerate(getConsumers()))
    if (auto d = getPayload(*this, state, consumer, blocks[i + 1]);
        !d.succeeded())
      return d;
  if (getLoop())
    if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
      return d;
  Attribute space =
      *te::getMemorySpace(getContext(), getScope().value_or("global"));
  if (auto d = cacheRead(rewriter, blocks, getBuffer(), loop, space, copy);
      !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getCopy()), {copy.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
CacheWriteOp::apply(transform::TransformRewriter &rewriter,
                    transform::TransformResults &results,
                    transform::TransformState &state) {
  te::BlockOp block, copy;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  if (auto d = cacheWrite(rewriter, block, copy); !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getCopy()), {copy.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
ComputeInPlaceOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &,
                        transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return computeInPlace(rewriter, block, getBuffer());
  });
}

DiagnosedSilenceableFailure
CompactBufferOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  return applyAtLoop(*this, state, [&](te::BlockOp block, Loop loop) {
    return compactBuffer(rewriter, block, loop);
  });
}

DiagnosedSilenceableFailure
SetScopeOp::apply(transform::TransformRewriter &, transform::TransformResults &,
                  transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return schedule::setScope(block,
                              *te::getMemorySpace(getContext(), getScope()));
  });
}

DiagnosedSilenceableFailure
StorageAlignOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return storageAlign(rewriter, block, getAxis(), getFactor(), getOffset());
  });
}

DiagnosedSilenceableFailure
DoubleBufferOp::apply(transform::TransformRewriter &rewriter,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return doubleBuffer(rewriter, block);
  });
}

DiagnosedSilenceableFailure
RollingBufferOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return rollingBuffer(rewriter, block);
  });
}

DiagnosedSilenceableFailure
SpreadPrefetchOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  te::BlockOp block, hint;
  SmallVector<Loop> loops;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  Value handles[] = {getLoop(), getOver(), getPart()};
  if (auto d = getPayload(*this, state, ValueRange(handles), loops);
      !d.succeeded())
    return d;
  if (auto d = spreadPrefetch(rewriter, block, getBuffer(), loops[0],
                              getDistance(), loops[1], loops[2], hint);
      !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getHint()), {hint.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
PrefetchDuringOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  SmallVector<Loop> during;
  if (auto d = getPayload(*this, state, getDuring(), during); !d.succeeded())
    return d;
  return buildAtLoop(*this, results, state,
                     [&](te::BlockOp block, Loop loop, te::BlockOp &hint) {
                       return prefetchDuring(rewriter, block, getBuffer(), loop,
                                             during, hint);
                     });
}

DiagnosedSilenceableFailure
PrefetchOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return buildAtLoop(*this, results, state,
                     [&](te::BlockOp block, Loop loop, te::BlockOp &hint) {
                       return prefetch(rewriter, block, getBuffer(), loop,
                                       getDistance(), getPerElement(), hint);
                     });
}

} // namespace tvm::schedule
