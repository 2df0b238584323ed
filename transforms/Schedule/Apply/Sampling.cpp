// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleSampling.h"

#include "transforms/Schedule/Apply/Decisions.h"
#include "transforms/Schedule/Apply/Payload.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure
SamplePerfectTileOp::apply(transform::TransformRewriter &,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  Loop loop;
  if (auto d = getPayload(*this, state, getLoop(), loop); !d.succeeded())
    return d;
  Sampler &sampler = Sampler::get(state);
  SmallVector<int64_t> factors;
  if (auto decided = sampler.find<DenseI64ArrayAttr>(*this)) {
    llvm::append_range(factors, decided.asArrayRef());
    inferOutermost(loop, factors);
    if (auto d = checkPerfectTile(loop, factors, getMaxInnermostFactor());
        !d.succeeded())
      return atStep(*this, std::move(d));
  } else if (auto d = samplePerfectTile(loop, getFactors().size(),
                                        getMaxInnermostFactor(), sampler.random,
                                        factors);
             !d.succeeded()) {
    return atStep(*this, std::move(d));
  }
  Builder builder(getContext());
  sampler.choices[*this] = builder.getI64IntegerAttr(*getTripCount(loop));
  sampler.decisions[*this] = builder.getDenseI64ArrayAttr(factors);
  for (auto [number, factor] : llvm::zip_equal(getFactors(), factors))
    results.setParams(cast<OpResult>(number),
                      {builder.getI64IntegerAttr(factor)});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
SampleCategoricalOp::apply(transform::TransformRewriter &,
                           transform::TransformResults &results,
                           transform::TransformState &state) {
  Sampler &sampler = Sampler::get(state);
  Builder builder(getContext());
  auto position = sampler.find<IntegerAttr>(*this);
  if (!position) {
    SmallVector<double> weights;
    for (Attribute weight : getWeights())
      weights.push_back(cast<FloatAttr>(weight).getValueAsDouble());
    position = builder.getI64IntegerAttr(
        static_cast<int64_t>(sampleCategorical(weights, sampler.random)));
  }
  sampler.decisions[*this] = position;
  results.setParams(
      cast<OpResult>(getNumber()),
      {builder.getI64IntegerAttr(getCandidates()[position.getInt()])});
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
SampleComputeLocationOp::apply(transform::TransformRewriter &,
                               transform::TransformResults &results,
                               transform::TransformState &state) {
  te::BlockOp block;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  Sampler &sampler = Sampler::get(state);
  Loop loop;
  int64_t position;
  if (auto decided = sampler.find<IntegerAttr>(*this)) {
    position = decided.getInt();
    if (auto d = getComputeLocation(block, position, loop); !d.succeeded())
      return atStep(*this, std::move(d));
  } else {
    SmallVector<int64_t> legal;
    sampleComputeLocation(block, sampler.random, position, loop, legal);
    sampler.choices[*this] = Builder(getContext()).getDenseI64ArrayAttr(legal);
  }
  sampler.decisions[*this] = Builder(getContext()).getI64IntegerAttr(position);
  SmallVector<Operation *> found;
  if (loop)
    found.push_back(loop);
  results.set(cast<OpResult>(getLoop()), found);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
