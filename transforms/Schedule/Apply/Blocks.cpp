// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleBlocks.h"

#include "transforms/Schedule/Apply/Payload.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure
ComputeAtOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  return buildAtLoop(*this, results, state,
                     [&](te::BlockOp block, Loop loop, te::BlockOp &built) {
                       return computeAt(rewriter, block, loop, built);
                     });
}

DiagnosedSilenceableFailure
RFactorOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  return buildAtLoop(*this, results, state,
                     [&](te::BlockOp block, Loop loop, te::BlockOp &built) {
                       return rfactor(rewriter, block, loop, getAxis(), built);
                     });
}

DiagnosedSilenceableFailure
TransformLayoutOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &,
                         transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return transformLayout(rewriter, block, getCapture(), getLayout());
  });
}

DiagnosedSilenceableFailure
ReverseComputeAtOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &,
                          transform::TransformState &state) {
  return applyAtLoop(*this, state, [&](te::BlockOp block, Loop loop) {
    return reverseComputeAt(rewriter, block, loop);
  });
}

DiagnosedSilenceableFailure
ComputeInlineOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return computeInline(rewriter, block);
  });
}

DiagnosedSilenceableFailure
ReverseComputeInlineOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &,
                              transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return reverseComputeInline(rewriter, block);
  });
}

DiagnosedSilenceableFailure
DecomposeReductionOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  return buildAtLoop(*this, results, state,
                     [&](te::BlockOp block, Loop loop, te::BlockOp &built) {
                       return decomposeReduction(rewriter, block, loop, built);
                     });
}

DiagnosedSilenceableFailure
DecomposePaddingOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return buildAtLoop(*this, results, state,
                     [&](te::BlockOp block, Loop loop, te::BlockOp &built) {
                       return decomposePadding(rewriter, block, loop, built);
                     });
}

DiagnosedSilenceableFailure
DropPredicateOp::apply(transform::TransformRewriter &,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  return applyToBlock(*this, state,
                      [&](te::BlockOp block) { return dropPredicate(block); });
}

DiagnosedSilenceableFailure
SkipZerosOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &,
                   transform::TransformState &state) {
  return applyAtLoop(*this, state, [&](te::BlockOp block, Loop loop) {
    return skipZeros(rewriter, block, getBuffer(), loop);
  });
}

DiagnosedSilenceableFailure
BlockizeOp::apply(transform::TransformRewriter &rewriter,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  te::BlockOp block;
  Loop loop;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  if (auto d = blockize(rewriter, loop, block); !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getBlock()), {block.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
TensorizeOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  te::BlockOp block;
  Loop loop;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  auto intrin = SymbolTable::lookupNearestSymbolFrom<te::TensorIntrinOp>(
      *this, getIntrinAttr());
  if (!intrin)
    return emitSilenceableError() << "expected a te.tensor_intrin "
                                  << getIntrinAttr() << " beside the script";
  if (auto d = tensorize(rewriter, loop, intrin, block); !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getBlock()), {block.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
PadEinsumOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &,
                   transform::TransformState &state) {
  return applyToBlock(*this, state, [&](te::BlockOp block) {
    return padEinsum(rewriter, block, getMultiples());
  });
}

} // namespace tvm::schedule
