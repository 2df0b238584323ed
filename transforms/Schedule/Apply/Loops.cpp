// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleLoops.h"

#include "transforms/Schedule/Apply/Payload.h"

using namespace mlir;

namespace tvm::schedule {

/// The factors, with the values of parameters in place of dynamic ones.
static DiagnosedSilenceableFailure
getFactors(transform::TransformOpInterface op, ValueRange dynamic,
           ArrayRef<int64_t> fixed, transform::TransformState &state,
           SmallVectorImpl<int64_t> &factors) {
  auto numbers = dynamic.begin();
  for (int64_t factor : fixed) {
    if (!ShapedType::isDynamic(factor)) {
      factors.push_back(factor);
      continue;
    }
    ArrayRef<Attribute> values = state.getParams(*numbers++);
    if (values.size() != 1)
      return op.emitSilenceableError()
             << "expected one number per factor, got " << values.size();
    factors.push_back(cast<IntegerAttr>(values.front()).getInt());
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
SplitOp::apply(transform::TransformRewriter &rewriter,
               transform::TransformResults &results,
               transform::TransformState &state) {
  Loop loop;
  SmallVector<int64_t> factors;
  SmallVector<Loop> loops;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  if (auto d = schedule::getFactors(*this, getFactors(), getStaticFactors(),
                                    state, factors);
      !d.succeeded())
    return d;
  if (auto d = split(rewriter, loop, factors, loops); !d.succeeded())
    return atStep(*this, std::move(d));
  for (auto [handle, part] : llvm::zip(getLoops(), loops))
    results.set(cast<OpResult>(handle), {part.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
TileOp::apply(transform::TransformRewriter &rewriter,
              transform::TransformResults &results,
              transform::TransformState &state) {
  SmallVector<int64_t> sizes;
  SmallVector<Loop> loops, outer, inner;
  if (auto d = getPayload(*this, state, getLoops(), loops); !d.succeeded())
    return d;
  if (auto d = schedule::getFactors(*this, getSizes(), getStaticSizes(), state,
                                    sizes);
      !d.succeeded())
    return d;
  if (auto d = tile(rewriter, loops, sizes, outer, inner); !d.succeeded())
    return atStep(*this, std::move(d));
  outer.append(inner);
  for (auto [handle, part] : llvm::zip(getTiles(), outer))
    results.set(cast<OpResult>(handle), {part.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
AddUnitLoopOp::apply(transform::TransformRewriter &rewriter,
                     transform::TransformResults &results,
                     transform::TransformState &state) {
  Operation *target;
  Loop loop;
  if (auto d = getPayload(*this, state, getTarget(), target); !d.succeeded())
    return d;
  if (auto d = addUnitLoop(rewriter, target, loop); !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getLoop()), {loop.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
AnnotateOp::apply(transform::TransformRewriter &, transform::TransformResults &,
                  transform::TransformState &state) {
  Operation *target;
  if (auto d = getPayload(*this, state, getTarget(), target); !d.succeeded())
    return d;
  return atStep(*this, annotate(target, getNameAttr(), getValue()));
}

DiagnosedSilenceableFailure
LoopPartitionOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  Loop loop;
  SmallVector<Loop> rest;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  auto d = getFactor() ? loopPartition(rewriter, loop, *getFactor(), rest)
                       : loopPartition(rewriter, loop, *getExtents(), rest);
  if (!d.succeeded())
    return atStep(*this, std::move(d));
  for (auto [i, handle] : llvm::enumerate(getRest()))
    results.set(
        cast<OpResult>(handle),
        ArrayRef<Loop>(rest).slice(std::min(i, rest.size())).take_front(1));
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
LoopDistributeOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results,
                        transform::TransformState &state) {
  Loop loop;
  SmallVector<Loop> parts;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  size_t count = llvm::range_size(loop.getBody()->without_terminator());
  if (count != getLoops().size()) { // P2
    auto failure = emitSilenceableError();
    failure << "expected " << getLoops().size() << " parts in the body, got "
            << count;
    failure.attachNote(loop.getLoc()) << "the loop";
    return failure;
  }
  if (auto d = loopDistribute(rewriter, loop, parts); !d.succeeded())
    return atStep(*this, std::move(d));
  for (auto [handle, part] : llvm::zip(getLoops(), parts))
    results.set(cast<OpResult>(handle), {part.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
MergeOp::apply(transform::TransformRewriter &rewriter,
               transform::TransformResults &,
               transform::TransformState &state) {
  SmallVector<Loop> loops;
  if (auto d = getPayload(*this, state, {getFirst(), getSecond()}, loops);
      !d.succeeded())
    return d;
  return atStep(*this, merge(rewriter, loops[0], loops[1]));
}

DiagnosedSilenceableFailure
FuseOp::apply(transform::TransformRewriter &rewriter,
              transform::TransformResults &results,
              transform::TransformState &state) {
  SmallVector<Loop> loops;
  Loop fused;
  if (auto d = getPayload(*this, state, {getOuter(), getInner()}, loops);
      !d.succeeded())
    return d;
  if (auto d = fuse(rewriter, loops[0], loops[1], fused); !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getFused()), {fused.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
ReorderOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &,
                 transform::TransformState &state) {
  SmallVector<Loop> loops;
  if (auto d = getPayload(*this, state, getLoops(), loops); !d.succeeded())
    return d;
  return atStep(*this, reorder(rewriter, loops));
}

/// Applies an operation that marks one loop.
template <typename OpTy, typename Mark>
static DiagnosedSilenceableFailure
applyMark(OpTy op, transform::TransformState &state, Mark mark) {
  Loop loop;
  if (auto d = getPayload(op, state, op.getLoop(), loop); !d.succeeded())
    return d;
  return atStep(op, mark(loop));
}

DiagnosedSilenceableFailure
ParallelOp::apply(transform::TransformRewriter &, transform::TransformResults &,
                  transform::TransformState &state) {
  return applyMark(*this, state, parallel);
}

DiagnosedSilenceableFailure
VectorizeOp::apply(transform::TransformRewriter &,
                   transform::TransformResults &,
                   transform::TransformState &state) {
  return applyMark(*this, state, vectorize);
}

DiagnosedSilenceableFailure UnrollOp::apply(transform::TransformRewriter &,
                                            transform::TransformResults &,
                                            transform::TransformState &state) {
  return applyMark(*this, state, [&](Loop loop) {
    return getMaxStep() ? unrollUpTo(loop, *getMaxStep()) : unroll(loop);
  });
}

DiagnosedSilenceableFailure
StreamStoresOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &,
                      transform::TransformState &state) {
  return applyMark(*this, state, streamStores);
}

DiagnosedSilenceableFailure BindOp::apply(transform::TransformRewriter &,
                                          transform::TransformResults &,
                                          transform::TransformState &state) {
  return applyMark(*this, state, [&](Loop loop) {
    return schedule::bind(loop, *getAxisByName(getAxis()), getExtent());
  });
}

DiagnosedSilenceableFailure
VirtualThreadOp::apply(transform::TransformRewriter &,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  return applyMark(*this, state,
                   [&](Loop loop) { return virtualThread(loop, getExtent()); });
}

DiagnosedSilenceableFailure
SoftwarePipelineOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &,
                          transform::TransformState &state) {
  return applyMark(*this, state, [&](Loop loop) {
    return softwarePipeline(rewriter, loop, getStages(), getOrder());
  });
}

} // namespace tvm::schedule
