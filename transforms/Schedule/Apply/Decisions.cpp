// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Apply/Decisions.h"

using namespace mlir;

namespace tvm::schedule {

void recordDecisions(const Decisions &decisions) {
  for (auto [step, decision] : decisions)
    step->setAttr("decision", decision);
}

Sampler &Sampler::get(transform::TransformState &state) {
  if (auto *sampler = state.getExtension<Sampler>())
    return *sampler;
  return state.addExtension<Sampler>();
}

} // namespace tvm::schedule
