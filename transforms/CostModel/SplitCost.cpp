// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/SplitCost.h"

#include "transforms/CostModel/VectorCost.h"

#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace tvm::cost {

std::optional<unsigned> findDividedAxis(const Nest &nest, int64_t parts) {
  for (auto [axis, extent] : enumerate(nest.extents))
    if (nest.isReduction[axis] && extent != 1)
      return extent % parts == 0 ? std::optional<unsigned>(axis) : std::nullopt;
  return std::nullopt;
}

Nest divideAxis(const Nest &nest, unsigned axis, int64_t parts) {
  Nest divided = nest;
  divided.hasReader = false; // the sum of the parts has its own estimate
  int64_t steps = nest.extents[axis] / parts;
  divided.extents[axis] = steps;
  divided.extents.insert(divided.extents.begin(), parts);
  divided.isReduction.insert(divided.isReduction.begin(), false);
  for (Access &access : divided.accesses) {
    for (auto &strides : access.strides)
      strides.insert(strides.begin(), strides[axis] * steps);
    if (!access.isWritten)
      continue;
    SmallVector<int64_t> ofParts(divided.getNumAxes(), 0);
    ofParts.front() = 1;
    access.shape.insert(access.shape.begin(), parts);
    access.strides.insert(access.strides.begin(), ofParts);
  }
  return divided;
}

double estimateSumOfParts(const Nest &parts, int64_t tasks,
                          const target::CPU &cpu) {
  Nest sum;
  for (auto [axis, extent] : enumerate(parts.extents))
    sum.extents.push_back(parts.isReduction[axis] ? 1 : extent);
  sum.isReduction.assign(sum.getNumAxes(), false);
  for (const Access &access : parts.accesses)
    if (access.isWritten)
      sum.accesses.push_back(access);
  VectorPlan plan;
  plan.sizes = sum.extents;
  plan.axis = parts.getLastSpatialAxis();
  if (!sum.accesses.empty())
    plan.lanes = getLanes(cpu, sum.accesses.front().elementBytes);
  plan.tasks = tasks;
  return estimateVectors(sum, plan, cpu);
}

} // namespace tvm::cost
