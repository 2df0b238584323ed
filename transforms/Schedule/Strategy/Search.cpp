// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/Search.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace tvm::schedule {

namespace {
class Descent {
public:
  Descent(const ParameterSpace &space,
          function_ref<double(ArrayRef<int64_t>)> estimate, unsigned limit)
      : space(space), estimate(estimate), limit(limit) {}

  SmallVector<EstimatedPoint> run();

private:
  bool isDone() const { return seen.size() >= limit; }
  /// Estimates `point`, unless it was estimated before. If it is cheaper than
  /// `best`, replaces `best` and returns true.
  bool look(const Point &point, EstimatedPoint &best);
  /// Changes single parameters of `best` as long as the estimate decreases.
  void descend(EstimatedPoint best);
  bool improve(EstimatedPoint &best);
  void simplify(EstimatedPoint &best);

  const ParameterSpace &space;
  function_ref<double(ArrayRef<int64_t>)> estimate;
  unsigned limit;
  std::set<std::vector<int64_t>> known;
  SmallVector<EstimatedPoint> seen;
};
} // namespace

bool Descent::look(const Point &point, EstimatedPoint &best) {
  if (isDone() || !known.emplace(point.begin(), point.end()).second)
    return false;
  seen.push_back({point, estimate(point)});
  if (seen.back().cycles >= best.cycles)
    return false;
  best = seen.back();
  return true;
}

bool Descent::improve(EstimatedPoint &best) {
  bool isBetter = false;
  size_t index = 0;
  for (const ParameterGroup &group : space.getGroups())
    for (const Parameter &parameter : group.getParameters()) {
      for (int64_t value : parameter.values) {
        Point point = best.point;
        point[index] = value;
        if (space.isLegal(point))
          isBetter |= look(point, best);
      }
      ++index;
    }
  return isBetter;
}

void Descent::descend(EstimatedPoint best) {
  while (!isDone() && improve(best)) {
  }
}

/// Gives each parameter of `best` its default, unless that costs cycles.
void Descent::simplify(EstimatedPoint &best) {
  Point defaults = space.getDefault();
  for (size_t i = 0; i < defaults.size(); ++i) {
    Point point = best.point;
    point[i] = defaults[i];
    if (point == best.point || !space.isLegal(point))
      continue;
    look(point, best);
    const auto *same = llvm::find_if(seen, [&](const EstimatedPoint &other) {
      return other.point == point;
    });
    if (same != seen.end() && same->cycles <= best.cycles)
      best = *same;
  }
}

SmallVector<EstimatedPoint> Descent::run() {
  ParameterSpace::Random random(/*seed=*/0);
  Point point = space.getDefault();
  unsigned all = limit;
  limit -= std::min<unsigned>(all / 2, space.size()); // the rest simplifies
  // A small space is soon exhausted.
  for (unsigned tries = 0; !isDone() && tries < limit; ++tries) {
    EstimatedPoint best{point, std::numeric_limits<double>::max()};
    if (look(point, best))
      descend(best);
    point = space.sample(random);
  }
  if (seen.empty())
    return seen;
  limit = all;
  // Of equal estimates, the first one: it is closer to the default.
  EstimatedPoint best = *llvm::min_element(
      seen, [](const auto &a, const auto &b) { return a.cycles < b.cycles; });
  simplify(best);
  llvm::sort(seen, [&](const EstimatedPoint &a, const EstimatedPoint &b) {
    auto key = [&](const EstimatedPoint &of) {
      return std::tuple(of.cycles, of.point != best.point,
                        ArrayRef<int64_t>(of.point).vec());
    };
    return key(a) < key(b);
  });
  return seen;
}

SmallVector<EstimatedPoint>
findCheapest(const ParameterSpace &space,
             function_ref<double(ArrayRef<int64_t>)> estimate, unsigned limit) {
  return Descent(space, estimate, limit).run();
}

} // namespace tvm::schedule
