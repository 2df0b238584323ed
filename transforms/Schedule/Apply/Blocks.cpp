#include "dialects/Schedule/ScheduleBlocks.h"

#include "transforms/Schedule/Apply/Payload.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure
ComputeAtOp::apply(transform::TransformRewriter &rewriter,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  te::BlockOp block, computed;
  Loop loop;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  if (auto d = computeAt(rewriter, block, loop, computed); !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getComputed()), {computed.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
RFactorOp::apply(transform::TransformRewriter &rewriter,
                 transform::TransformResults &results,
                 transform::TransformState &state) {
  te::BlockOp block, partial;
  Loop loop;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  if (auto d = rfactor(rewriter, block, loop, getAxis(), partial);
      !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getPartial()), {partial.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
TransformLayoutOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &,
                         transform::TransformState &state) {
  te::BlockOp block;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  return atStep(*this,
                transformLayout(rewriter, block, getCapture(), getLayout()));
}

DiagnosedSilenceableFailure
ReverseComputeAtOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &,
                          transform::TransformState &state) {
  te::BlockOp block;
  Loop loop;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  return atStep(*this, reverseComputeAt(rewriter, block, loop));
}

DiagnosedSilenceableFailure
ComputeInlineOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &,
                       transform::TransformState &state) {
  te::BlockOp block;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  return atStep(*this, computeInline(rewriter, block));
}

DiagnosedSilenceableFailure
ReverseComputeInlineOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &,
                              transform::TransformState &state) {
  te::BlockOp block;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  return atStep(*this, reverseComputeInline(rewriter, block));
}

DiagnosedSilenceableFailure
DecomposeReductionOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  te::BlockOp block, init;
  Loop loop;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  if (auto d = decomposeReduction(rewriter, block, loop, init); !d.succeeded())
    return atStep(*this, std::move(d));
  results.set(cast<OpResult>(getInit()), {init.getOperation()});
  return DiagnosedSilenceableFailure::success();
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

} // namespace tvm::schedule
