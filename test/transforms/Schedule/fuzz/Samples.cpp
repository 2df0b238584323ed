// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Steps.h"

using namespace mlir;

namespace tvm::fuzz {

using schedule::Loop;

static DiagnosedSilenceableFailure splitByTile(const Step &step,
                                               RewriterBase &rewriter) {
  schedule::Random random(step.numbers[2]);
  SmallVector<int64_t> factors;
  SmallVector<Loop> results;
  Loop loop = step.loops[0];
  if (auto d = schedule::samplePerfectTile(loop, step.numbers[0],
                                           step.numbers[1], random, factors);
      !d.succeeded())
    return d;
  auto outcome = schedule::checkPerfectTile(loop, factors, step.numbers[1]);
  if (!outcome.succeeded()) {
    (void)outcome.silence();
    return emitDefiniteFailure(loop, "the tile may not have been drawn");
  }
  return schedule::split(rewriter, loop, factors, results);
}

/// Weights decide about factors from 0 on; 0 is the quotient.
static DiagnosedSilenceableFailure splitByChoice(const Step &step,
                                                 RewriterBase &rewriter) {
  schedule::Random random(step.numbers[0]);
  SmallVector<double> weights(llvm::drop_begin(step.numbers));
  size_t chosen = schedule::sampleCategorical(weights, random);
  Loop loop = step.loops[0];
  if (chosen >= weights.size() || weights[chosen] <= 0)
    return emitDefiniteFailure(loop, "what has no weight is drawn");
  SmallVector<Loop> results;
  return schedule::split(rewriter, loop, {0, static_cast<int64_t>(chosen)},
                         results);
}

static DiagnosedSilenceableFailure computeAtSample(const Step &step,
                                                   RewriterBase &rewriter) {
  te::BlockOp block = step.block, computed;
  schedule::Random random(step.numbers[0]);
  int64_t position;
  Loop drawn, decided;
  SmallVector<int64_t> legal;
  schedule::sampleComputeLocation(block, random, position, drawn, legal);
  auto outcome = schedule::getComputeLocation(block, position, decided);
  if (outcome.succeeded() && drawn == decided && drawn)
    outcome = schedule::computeAt(rewriter, block, drawn, computed);
  if (outcome.succeeded() && drawn == decided)
    return outcome;
  (void)outcome.silence();
  return emitDefiniteFailure(block, "the block cannot go where it was drawn");
}

DiagnosedSilenceableFailure applySample(const Step &step,
                                        RewriterBase &rewriter) {
  switch (step.primitive) {
  case Primitive::SamplePerfectTile:
    return splitByTile(step, rewriter);
  case Primitive::SampleCategorical:
    return splitByChoice(step, rewriter);
  default:
    return computeAtSample(step, rewriter);
  }
}

} // namespace tvm::fuzz
