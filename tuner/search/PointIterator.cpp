// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/PointIterator.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

using schedule::ParameterGroup;

PointIterator::PointIterator(const ParameterSpace &space)
    : space(space), places(space.size(), 0) {
  size_t begin = 0;
  for (const ParameterGroup &group : space.getGroups()) {
    // Default values are legal, so there is a first combination.
    if (!isLegal(group, begin))
      (void)advance(group, begin);
    begin += group.size();
  }
}

Point PointIterator::getPoint() const {
  Point point;
  for (const ParameterGroup &group : space.getGroups())
    for (const schedule::Parameter &parameter : group.getParameters())
      point.push_back(parameter.values[places[point.size()]]);
  return point;
}

bool PointIterator::isLegal(const ParameterGroup &group, size_t begin) const {
  Point values;
  for (auto [i, parameter] : enumerate(group.getParameters()))
    values.push_back(parameter.values[places[begin + i]]);
  return group.isLegal(values);
}

bool PointIterator::step(const ParameterGroup &group, size_t begin) {
  for (size_t i = group.size(); i-- > 0;) {
    size_t &place = places[begin + i];
    if (++place < group.getParameters()[i].values.size())
      return true;
    place = 0;
  }
  return false;
}

bool PointIterator::advance(const ParameterGroup &group, size_t begin) {
  bool isInside = true;
  do {
    isInside &= step(group, begin);
  } while (!isLegal(group, begin));
  return isInside;
}

std::optional<Point> PointIterator::next() {
  if (isAtEnd)
    return std::nullopt;
  // Inactive groups stay at their first combination, so that their turn begins
  // there.
  Point point = getPoint(), normal = point;
  space.normalize(normal);
  size_t begin = places.size(), number = space.getGroups().size();
  isAtEnd = true;
  for (const ParameterGroup &group : reverse(space.getGroups())) {
    begin -= group.size();
    if (space.isActive(--number, point) && advance(group, begin)) {
      isAtEnd = false;
      break;
    }
  }
  return normal;
}

} // namespace tvm::tuner
