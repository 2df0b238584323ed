// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/Moves.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;

namespace tvm::tuner {

using schedule::Parameter;
using schedule::ParameterGroup;

/// Combinations that are tried until one is legal.
static constexpr int kMaxTries = 64;
/// Parameters that are changed in vain until a point has no other neighbour.
static constexpr int kMaxParameters = 64;

double drawUnit(Random &random) {
  return std::uniform_real_distribution<double>(0, 1)(random);
}

size_t drawIndex(size_t count, Random &random) {
  return std::uniform_int_distribution<size_t>(0, count - 1)(random);
}

size_t drawWeighted(ArrayRef<double> weights, Random &random) {
  double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum <= 0)
    return drawIndex(weights.size(), random);
  double left = drawUnit(random) * sum;
  for (auto [i, weight] : enumerate(weights)) {
    left -= weight;
    if (left < 0)
      return i;
  }
  return weights.size() - 1;
}

namespace {
/// A group of parameters with its number and that of its first parameter.
struct Place {
  const ParameterGroup &group;
  size_t number, begin;
};
} // namespace

static Place findGroup(const ParameterSpace &space, size_t index) {
  size_t begin = 0;
  for (auto [number, group] : enumerate(space.getGroups())) {
    if (index < begin + group.size())
      return {group, number, begin};
    begin += group.size();
  }
  llvm_unreachable("the space has no such parameter");
}

static int64_t drawValue(const Parameter &parameter, Random &random) {
  return parameter.values[drawIndex(parameter.values.size(), random)];
}

bool redraw(Point &point, size_t index, const ParameterSpace &space,
            Random &random) {
  auto [group, number, begin] = findGroup(space, index);
  ArrayRef<Parameter> parameters = group.getParameters();
  size_t own = index - begin;
  if (parameters[own].values.size() == 1 || !space.isActive(number, point))
    return false;
  ArrayRef<int64_t> old = ArrayRef(point).slice(begin, group.size());
  for (int i = 0; i < kMaxTries; ++i) {
    Point values(old);
    do {
      values[own] = drawValue(parameters[own], random);
    } while (values[own] == old[own]);
    // The later the try, the more other parameters change with it.
    double share = static_cast<double>(i) / (2 * kMaxTries);
    for (auto [other, parameter] : enumerate(parameters))
      if (other != own && parameter.values.size() > 1 &&
          drawUnit(random) < share)
        values[other] = drawValue(parameter, random);
    if (!group.isLegal(values))
      continue;
    copy(values, point.begin() + begin);
    space.normalize(point);
    return true;
  }
  return false;
}

bool redrawAny(Point &point, const ParameterSpace &space, Random &random) {
  for (int i = 0; i < kMaxParameters; ++i)
    if (redraw(point, drawIndex(space.size(), random), space, random))
      return true;
  return false;
}

Point cross(const Point &first, const Point &second,
            const ParameterSpace &space, Random &random) {
  Point child = first;
  size_t place = drawIndex(space.size() + 1, random);
  copy(drop_begin(second, place), child.begin() + place);
  size_t begin = 0;
  for (const ParameterGroup &group : space.getGroups()) {
    if (!group.isLegal(ArrayRef(child).slice(begin, group.size())))
      copy(ArrayRef(first).slice(begin, group.size()), child.begin() + begin);
    begin += group.size();
  }
  space.normalize(child);
  return child;
}

static Decision getDecision(const Parameter &parameter) {
  StringRef name = StringRef(parameter.name).rsplit('.').second;
  if (name.empty())
    name = parameter.name;
  if (name == "tasks")
    return Decision::Parallel;
  if (name == "unroll")
    return Decision::Unroll;
  bool isFlag = parameter.values.front() >= 0 && parameter.values.back() <= 1;
  return isFlag || name == "order" ? Decision::Place : Decision::Tile;
}

std::vector<Decision> getDecisions(const ParameterSpace &space) {
  std::vector<Decision> decisions;
  for (const ParameterGroup &group : space.getGroups())
    for (const Parameter &parameter : group.getParameters())
      decisions.push_back(getDecision(parameter));
  return decisions;
}

} // namespace tvm::tuner
