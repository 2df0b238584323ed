// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/ParameterSpace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;

namespace tvm::schedule {

/// Combinations of values that are drawn until one is legal: of the sizes of a
/// register tile, one of a few hundred is.
static constexpr int kMaxTries = 1 << 14;

/// Changes of a point that are tried until one is legal.
static constexpr int kMaxChanges = 64;

Parameter makeParameter(StringRef name, ArrayRef<int64_t> values,
                        int64_t defaultValue) {
  SmallVector<int64_t> sorted(values);
  sorted.push_back(defaultValue);
  sort(sorted);
  sorted.erase(unique(sorted), sorted.end());
  return {name.str(), sorted, defaultValue, {}};
}

Point getDefault(ArrayRef<Parameter> parameters) {
  return map_to_vector<16>(parameters,
                           [](const Parameter &p) { return p.defaultValue; });
}

Parameter makeTasksParameter(int64_t defaultValue) {
  return makeParameter("tasks", {0, 1, 2, 4, 8, 16, 32, 64, 128, 256},
                       defaultValue);
}

ParameterGroup &ParameterGroup::add(ArrayRef<Parameter> more,
                                    Constraint constraint, Summary summary) {
  append_range(parameters, more);
  stages.push_back(
      {parameters.size(), std::move(constraint), std::move(summary)});
  return *this;
}

static std::string addPrefix(StringRef prefix, StringRef name) {
  return prefix.empty() ? name.str() : (prefix + "." + name).str();
}

ParameterGroup &ParameterGroup::addPart(StringRef prefix,
                                        const ParameterGroup &part,
                                        const Constraint &link,
                                        Summary summary) {
  size_t front = size();
  if (!link)
    summary = [](ArrayRef<int64_t>) { return Point(); };
  for (Parameter parameter : part.parameters) {
    parameter.name = tvm::schedule::addPrefix(prefix, parameter.name);
    parameters.push_back(parameter);
  }
  for (size_t i = 0; i < part.stages.size(); ++i) {
    const Stage &stage = part.stages[i];
    Stage added = stage;
    added.end = front + stage.end;
    added.constraint = [front, stage, link](ArrayRef<int64_t> values) {
      return stage.allows(values.drop_front(front)) && (!link || link(values));
    };
    added.summary = summary;
    if (i != 0 && summary)
      added.summary = [front, stage, summary](ArrayRef<int64_t> values) {
        ArrayRef<int64_t> own = values.drop_front(front);
        Point known = summary(values.take_front(front));
        append_range(known, stage.summary ? stage.summary(own) : Point(own));
        return known;
      };
    stages.push_back(std::move(added));
  }
  return *this;
}

void ParameterGroup::addPrefix(StringRef prefix) {
  for (Parameter &parameter : parameters)
    parameter.name = tvm::schedule::addPrefix(prefix, parameter.name);
}

bool ParameterGroup::isLegal(ArrayRef<int64_t> values) const {
  return all_of(stages,
                [&](const Stage &stage) { return stage.allows(values); });
}

uint64_t ParameterGroup::countFrom(size_t number,
                                   MutableArrayRef<int64_t> values,
                                   Counts &counts) const {
  if (number == stages.size())
    return 1;
  if (!stages[number].summary)
    return countStage(number, values, counts);
  ArrayRef<int64_t> before = values.take_front(stages[number - 1].end);
  std::pair<size_t, Point> key(number, stages[number].summary(before));
  auto found = counts.find(key);
  if (found == counts.end())
    found = counts.emplace(key, countStage(number, values, counts)).first;
  return found->second;
}

uint64_t ParameterGroup::countStage(size_t number,
                                    MutableArrayRef<int64_t> values,
                                    Counts &counts) const {
  const Stage &stage = stages[number];
  size_t begin = number == 0 ? 0 : stages[number - 1].end;
  SmallVector<size_t> indices(stage.end, 0);
  for (size_t i = begin; i < stage.end; ++i)
    values[i] = parameters[i].values.front();
  uint64_t count = 0;
  while (true) {
    if (stage.allows(values))
      count = SaturatingAdd(count, countFrom(number + 1, values, counts));
    size_t i = begin;
    for (; i < stage.end; ++i) {
      indices[i] = (indices[i] + 1) % parameters[i].values.size();
      values[i] = parameters[i].values[indices[i]];
      if (indices[i] != 0)
        break;
    }
    if (i == stage.end)
      return count;
  }
}

uint64_t ParameterGroup::countPoints() const {
  Point values(size());
  Counts counts;
  return countFrom(0, values, counts);
}

static size_t draw(size_t count, ParameterSpace::Random &random) {
  return std::uniform_int_distribution<size_t>(0, count - 1)(random);
}

Point ParameterGroup::sample(Random &random) const {
  Point values(size());
  size_t begin = 0;
  for (const Stage &stage : stages) {
    bool isLegal = false;
    for (int i = 0; i < kMaxTries && !isLegal; ++i) {
      for (size_t p = begin; p < stage.end; ++p)
        values[p] =
            parameters[p].values[draw(parameters[p].values.size(), random)];
      isLegal = stage.allows(values);
    }
    if (!isLegal)
      return getDefault();
    begin = stage.end;
  }
  return values;
}

void ParameterSpace::add(ParameterGroup group,
                         std::optional<Condition> condition) {
  assert(group.isLegal(group.getDefault()) && "expected a legal default");
  assert((!condition || condition->selector < numParameters) &&
         "expected a selector in front of the group");
  numParameters += group.size();
  groups.push_back(std::move(group));
  conditions.push_back(condition);
}

void ParameterSpace::add(StringRef prefix, const ParameterSpace &other) {
  size_t front = numParameters;
  for (auto [group, condition] : zip_equal(other.groups, other.conditions)) {
    ParameterGroup added = group;
    added.addPrefix(prefix);
    std::optional<Condition> moved = condition;
    if (moved)
      moved->selector += front;
    add(std::move(added), moved);
  }
}

void ParameterSpace::addAlternative(StringRef prefix,
                                    const ParameterSpace &other,
                                    Condition condition) {
  for (ParameterGroup group : other.groups) {
    group.addPrefix(prefix);
    add(std::move(group), condition);
  }
}

void ParameterSpace::addLinked(StringRef prefix, const ParameterSpace &other,
                               const ParameterGroup::Constraint &link,
                               const ParameterGroup::Summary &summary) {
  ParameterGroup part = other.groups.front();
  for (const ParameterGroup &group : drop_begin(other.groups))
    part.addPart("", group);
  groups.back().addPart(prefix, part, link, summary);
  numParameters += part.size();
  assert(groups.back().isLegal(groups.back().getDefault()) &&
         "expected a legal default");
}

uint64_t ParameterSpace::countPoints() const {
  // Numbers of points of the groups of each value of each selector.
  std::map<size_t, std::map<int64_t, uint64_t>> alternatives;
  for (auto [group, condition] : zip_equal(groups, conditions))
    if (condition) {
      auto &counts = alternatives[condition->selector];
      uint64_t &count = counts.try_emplace(condition->value, 1).first->second;
      count = SaturatingMultiply(count, group.countPoints());
    }
  uint64_t count = 1;
  size_t begin = 0;
  for (auto [group, condition] : zip_equal(groups, conditions)) {
    auto selected = alternatives.find(begin);
    begin += group.size();
    if (condition)
      continue;
    if (selected == alternatives.end()) {
      count = SaturatingMultiply(count, group.countPoints());
      continue;
    }
    uint64_t sum = 0;
    for (int64_t value : group.getParameters().front().values) {
      auto found = selected->second.find(value);
      sum = SaturatingAdd(sum,
                          found == selected->second.end() ? 1 : found->second);
    }
    count = SaturatingMultiply(count, sum);
  }
  return count;
}

void ParameterSpace::normalize(MutableArrayRef<int64_t> point) const {
  size_t begin = 0;
  for (auto [number, group] : enumerate(groups)) {
    if (!isActive(number, point))
      copy(group.getDefault(), point.begin() + begin);
    begin += group.size();
  }
}

bool ParameterSpace::isLegal(ArrayRef<int64_t> point) const {
  if (point.size() != numParameters)
    return false;
  size_t begin = 0;
  for (auto [number, group] : enumerate(groups)) {
    ArrayRef<int64_t> values = point.slice(begin, group.size());
    begin += group.size();
    if (!isActive(number, point)) {
      if (values != ArrayRef<int64_t>(group.getDefault()))
        return false;
      continue;
    }
    bool areKnown =
        all_of(zip_equal(group.getParameters(), values), [](const auto &entry) {
          return is_contained(std::get<0>(entry).values, std::get<1>(entry));
        });
    if (!areKnown || !group.isLegal(values))
      return false;
  }
  return true;
}

Point ParameterSpace::getDefault() const {
  Point point;
  for (const ParameterGroup &group : groups)
    append_range(point, group.getDefault());
  return point;
}

Point ParameterSpace::sample(Random &random) const {
  Point point;
  for (auto [number, group] : enumerate(groups))
    append_range(point, isActive(number, point) ? group.sample(random)
                                                : group.getDefault());
  return point;
}

Point ParameterSpace::getNeighbour(ArrayRef<int64_t> point,
                                   Random &random) const {
  for (int i = 0; i < kMaxChanges; ++i) {
    Point other(point);
    MutableArrayRef<int64_t> values(other);
    size_t index = draw(numParameters, random);
    for (auto [number, group] : enumerate(groups)) {
      if (index >= group.size()) {
        index -= group.size();
        values = values.drop_front(group.size());
        continue;
      }
      if (!isActive(number, point))
        break;
      const Parameter &parameter = group.getParameters()[index];
      size_t place =
          find(parameter.values, values[index]) - parameter.values.begin();
      bool isUp = draw(2, random) == 1;
      if (isUp ? place + 1 >= parameter.values.size() : place == 0)
        break;
      values[index] = parameter.values[isUp ? place + 1 : place - 1];
      // Other parameters of the group may have to change with it.
      if (i % 4 == 3)
        for (size_t j = 0; j < group.size(); ++j)
          if (j != index && draw(2, random) == 1) {
            ArrayRef<int64_t> known = group.getParameters()[j].values;
            values[j] = known[draw(known.size(), random)];
          }
      if (!group.isLegal(values.take_front(group.size())))
        break;
      normalize(other);
      return other;
    }
  }
  return Point(point);
}

} // namespace tvm::schedule
