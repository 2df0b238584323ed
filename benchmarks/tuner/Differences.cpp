// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks/tuner/Differences.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

/// Points that are compared, and draws until as many are found at which the
/// value is legal.
static constexpr unsigned kPoints = 4, kMaxDraws = 100;

Differences::Differences(const compiler::KernelTask &task, uint64_t seed)
    : task(task), random(seed) {
  for (const schedule::ParameterGroup &group : task.getParameters().getGroups())
    for (const schedule::Parameter &parameter : group.getParameters())
      names.push_back(parameter.name);
}

StringRef Differences::build(const Point &point) {
  auto [place, isNew] = strategies.try_emplace(point);
  if (!isNew || !task.getParameters().isLegal(point))
    return place->second;
  if (Expected<std::string> strategy = task.build(point))
    place->second = std::move(*strategy);
  else
    consumeError(strategy.takeError());
  return place->second;
}

bool Differences::isMade(const ParameterSpace &part, size_t number,
                         ArrayRef<int64_t> values) {
  if (StringRef(names[number]).ends_with("tasks"))
    return false;
  unsigned numPoints = 0, numDiffering = 0;
  for (unsigned i = 0; i < kMaxDraws && numPoints < kPoints; ++i) {
    Point point = part.sample(random);
    point[number] = values.back();
    StringRef strategy = build(point);
    if (strategy.empty())
      continue;
    ++numPoints;
    numDiffering += none_of(values.drop_back(), [&](int64_t other) {
      Point compared = point;
      compared[number] = other;
      return build(compared) == strategy;
    });
  }
  return 2 * numDiffering > numPoints;
}

} // namespace tvm::tuner
