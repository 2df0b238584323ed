// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks/tuner/SubGrid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tvm::tuner {

using schedule::Parameter;
using schedule::ParameterGroup;
using schedule::ParameterSpace;
using schedule::Point;

/// The first legal combination of a group whose parameters have `values`; none
/// if there is none.
static std::optional<Point> findFirst(const ParameterGroup &group,
                                      ArrayRef<SmallVector<int64_t>> values) {
  SmallVector<size_t> places(values.size());
  while (true) {
    Point point;
    for (auto [place, list] : zip_equal(places, values))
      point.push_back(list[place]);
    if (group.isLegal(point))
      return point;
    size_t last = values.size();
    while (last > 0 && ++places[last - 1] == values[last - 1].size())
      places[--last] = 0;
    if (last == 0)
      return std::nullopt;
  }
}

static bool isPart(ArrayRef<int64_t> values, ArrayRef<int64_t> all) {
  return all_of(values, [&](int64_t v) { return is_contained(all, v); });
}

static Expected<ParameterGroup>
restrictGroup(const ParameterGroup &group,
              ArrayRef<SmallVector<int64_t>> values) {
  for (auto [parameter, list] : zip_equal(group.getParameters(), values))
    if (list.empty() || !isPart(list, parameter.values))
      return createStringError("parameter '" + parameter.name +
                               "' does not have the values to keep");
  std::optional<Point> first = findFirst(group, values);
  if (!first)
    return createStringError("no combination of the values to keep is legal");
  SmallVector<Parameter> parameters;
  for (auto [parameter, list, value] :
       zip_equal(group.getParameters(), values, *first))
    parameters.push_back(schedule::makeParameter(parameter.name, list, value));
  return ParameterGroup(parameters, [&group](ArrayRef<int64_t> point) {
    return group.isLegal(point);
  });
}

Expected<ParameterSpace> restrictSpace(const ParameterSpace &space,
                                       const KeptValues &kept) {
  if (kept.size() != space.size())
    return createStringError("expected values of %zu parameters, got %zu",
                             space.size(), kept.size());
  ParameterSpace result;
  ArrayRef<SmallVector<int64_t>> rest(kept);
  for (auto [number, group] : enumerate(space.getGroups())) {
    Expected<ParameterGroup> restricted =
        restrictGroup(group, rest.take_front(group.size()));
    if (!restricted)
      return restricted.takeError();
    result.add(std::move(*restricted), space.getCondition(number));
    rest = rest.drop_front(group.size());
  }
  return result;
}

KeptValues getAllValues(const ParameterSpace &space) {
  KeptValues values;
  for (const ParameterGroup &group : space.getGroups())
    for (const Parameter &parameter : group.getParameters())
      values.push_back(parameter.values);
  return values;
}

/// Largest number of combinations of values, legal or not, that a group may
/// have: all are enumerated.
static constexpr uint64_t kMaxCombinations = 1 << 16;

/// Whether the groups of `space` have few combinations of the values `kept`.
static bool isEnumerable(const ParameterSpace &space,
                         ArrayRef<SmallVector<int64_t>> kept) {
  return all_of(space.getGroups(), [&](const ParameterGroup &group) {
    uint64_t combinations = 1;
    for (const SmallVector<int64_t> &values : kept.take_front(group.size()))
      combinations = SaturatingMultiply<uint64_t>(combinations, values.size());
    kept = kept.drop_front(group.size());
    return combinations <= kMaxCombinations;
  });
}

/// The number of a list, drawn with the numbers of their elements as weights;
/// none if all are empty.
static std::optional<size_t> drawList(ArrayRef<SmallVector<int64_t>> lists,
                                      ParameterSpace::Random &random) {
  size_t numLeft = 0;
  for (const SmallVector<int64_t> &list : lists)
    numLeft += list.size();
  if (numLeft == 0)
    return std::nullopt;
  size_t drawn = random() % numLeft;
  for (auto [number, list] : enumerate(lists)) {
    if (drawn < list.size())
      return number;
    drawn -= list.size();
  }
  llvm_unreachable("drawn is less than the sum");
}

/// The part of `space` with the values `kept`, if it has few enough
/// combinations to be enumerated.
static std::optional<ParameterSpace> makePart(const ParameterSpace &space,
                                              const KeptValues &kept) {
  if (!isEnumerable(space, kept))
    return std::nullopt;
  return cantFail(restrictSpace(space, kept));
}

namespace {
/// A part of a space.
struct SubGrid {
  KeptValues kept;
  uint64_t numPoints;
};
} // namespace

/// The part that is reached from a random point of `space`.
static SubGrid growSubGrid(const ParameterSpace &space, uint64_t limit,
                           ParameterSpace::Random &random,
                           MakesDifference makesDifference) {
  SubGrid grid = {{}, 1};
  KeptValues &kept = grid.kept, further = getAllValues(space);
  for (auto [value, list] : zip_equal(space.sample(random), further)) {
    kept.push_back({value});
    list.erase(find(list, value));
    llvm::shuffle(list.begin(), list.end(), random);
  }
  while (std::optional<size_t> number = drawList(further, random)) {
    kept[*number].push_back(further[*number].pop_back_val());
    auto part = makePart(space, kept);
    uint64_t larger = part ? part->countPoints() : 0;
    if (larger > grid.numPoints && larger <= limit &&
        makesDifference(*part, *number, kept[*number]))
      grid.numPoints = larger;
    else
      kept[*number].pop_back();
  }
  for (SmallVector<int64_t> &values : kept)
    sort(values);
  return grid;
}

/// Points to begin with before the largest part is taken, and the share of the
/// limit at which a part is large enough.
static constexpr unsigned kMaxStarts = 32;
static constexpr double kSufficientShare = 0.9;

KeptValues chooseSubGrid(const ParameterSpace &space, uint64_t limit,
                         uint64_t seed, MakesDifference makesDifference) {
  ParameterSpace::Random random(seed);
  SubGrid largest = {{}, 0};
  for (unsigned start = 0; start < kMaxStarts; ++start) {
    SubGrid grid = growSubGrid(space, limit, random, makesDifference);
    if (grid.numPoints > largest.numPoints)
      largest = std::move(grid);
    if (largest.numPoints >= kSufficientShare * limit)
      break;
  }
  return largest.kept;
}

} // namespace tvm::tuner
