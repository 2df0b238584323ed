// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_PARAMETERSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_PARAMETERSPACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace tvm::schedule {

/// One value for each parameter of a space, in the order of the parameters.
using Point = llvm::SmallVector<int64_t, 16>;

/// A parameter with its possible values.
struct Parameter {
  std::string name;
  llvm::SmallVector<int64_t> values; // distinct, in ascending order
  int64_t defaultValue;              // one of these
  /// A text for each value, where the strategy does not contain the number
  /// itself; empty otherwise.
  std::vector<std::string> words = {};

  /// The text of value number `index`.
  std::string getText(size_t index) const {
    return words.empty() ? std::to_string(values[index]) : words[index];
  }
};

/// A parameter with `values` and `defaultValue`, sorted.
Parameter makeParameter(llvm::StringRef name, llvm::ArrayRef<int64_t> values,
                        int64_t defaultValue);

/// The default values of `parameters`.
Point getDefault(llvm::ArrayRef<Parameter> parameters);

/// The parameter `tasks`, a number of iterations of a parallel loop.
Parameter makeTasksParameter(int64_t defaultValue);

/// Parameters whose values depend on each other, but on no other parameters.
class ParameterGroup {
public:
  /// A function that decides whether values, one per parameter, are legal
  /// together.
  using Constraint = std::function<bool(llvm::ArrayRef<int64_t>)>;
  /// A function of legal values. Of two points with one summary, the same
  /// further values are legal.
  using Summary = std::function<Point(llvm::ArrayRef<int64_t>)>;
  using Random = std::mt19937_64;

  explicit ParameterGroup(llvm::ArrayRef<Parameter> parameters,
                          Constraint constraint = nullptr) {
    add(parameters, std::move(constraint));
  }

  /// Adds parameters that depend on those before. `constraint` decides about
  /// the values of all parameters so far, and is called where the values of the
  /// parameters before are legal. Each of these has a legal continuation.
  /// Continuations are counted once for each `summary` of the values before.
  ParameterGroup &add(llvm::ArrayRef<Parameter> more, Constraint constraint,
                      Summary summary = nullptr);
  /// Adds the parameters of `part`, with `prefix` and a point in front of their
  /// names. Constraints of `part` see the values of its parameters alone.
  /// `link` decides whether all values so far fit together, at each stage of
  /// `part`; none: any do. `summary` has what the link needs of the values in
  /// front of the part.
  ParameterGroup &addPart(llvm::StringRef prefix, const ParameterGroup &part,
                          const Constraint &link = nullptr,
                          Summary summary = nullptr);
  /// Adds `prefix` and a point in front of all names.
  void addPrefix(llvm::StringRef prefix);

  llvm::ArrayRef<Parameter> getParameters() const { return parameters; }
  size_t size() const { return parameters.size(); }
  Point getDefault() const { return schedule::getDefault(parameters); }
  bool isLegal(llvm::ArrayRef<int64_t> values) const;
  /// Number of legal combinations. Enumerates the combinations of parameters
  /// that were added together, for each legal combination of those before.
  uint64_t countPoints() const;
  /// Draws a legal combination.
  Point sample(Random &random) const;

private:
  /// Parameters that were added together end at `end`.
  struct Stage {
    size_t end;
    Constraint constraint;
    Summary summary;

    bool allows(llvm::ArrayRef<int64_t> values) const {
      return !constraint || constraint(values.take_front(end));
    }
  };
  /// Numbers of continuations by stage and summary.
  using Counts = std::map<std::pair<size_t, Point>, uint64_t>;
  uint64_t countFrom(size_t stage, llvm::MutableArrayRef<int64_t> values,
                     Counts &counts) const;
  uint64_t countStage(size_t stage, llvm::MutableArrayRef<int64_t> values,
                      Counts &counts) const;

  llvm::SmallVector<Parameter> parameters;
  llvm::SmallVector<Stage, 2> stages;
};

/// All legal combinations of parameter values: the product of groups, which is
/// never enumerated. A group may belong to one value of a parameter in front of
/// it, its selector. It is inactive where the selector has another value: its
/// parameters have their default values then, and mean nothing.
class ParameterSpace {
public:
  using Random = ParameterGroup::Random;

  /// The value of a selector, a parameter without a selector that is alone in
  /// its group.
  struct Condition {
    size_t selector; // number of the parameter
    int64_t value;
  };

  /// Adds a group whose default values are legal.
  void add(ParameterGroup group,
           std::optional<Condition> condition = std::nullopt);
  /// Adds a parameter that depends on no other one.
  void add(const Parameter &parameter) {
    add(ParameterGroup(llvm::ArrayRef<Parameter>(parameter)));
  }
  /// Adds the groups of `other`, with `prefix` before the names.
  void add(llvm::StringRef prefix, const ParameterSpace &other);
  /// Adds the groups of `other`, none of which has a selector, for one value of
  /// a selector, with `prefix` before the names.
  void addAlternative(llvm::StringRef prefix, const ParameterSpace &other,
                      Condition condition);
  /// Adds the parameters of `other` to the last group, whose values `link` sees
  /// in front of them (ParameterGroup::addPart).
  void addLinked(llvm::StringRef prefix, const ParameterSpace &other,
                 const ParameterGroup::Constraint &link,
                 const ParameterGroup::Summary &summary);

  llvm::ArrayRef<ParameterGroup> getGroups() const { return groups; }
  /// The condition of group number `group`; none if it is always active.
  std::optional<Condition> getCondition(size_t group) const {
    return conditions[group];
  }
  /// Whether group number `group` is active at a point, of which the values in
  /// front of the group are known.
  bool isActive(size_t group, llvm::ArrayRef<int64_t> point) const {
    const std::optional<Condition> &condition = conditions[group];
    return !condition || point[condition->selector] == condition->value;
  }
  /// Gives the parameters of inactive groups their default values.
  void normalize(llvm::MutableArrayRef<int64_t> point) const;
  /// Number of parameters.
  size_t size() const { return numParameters; }
  /// Number of points, saturated at the largest 64-bit number.
  uint64_t countPoints() const;
  bool isLegal(llvm::ArrayRef<int64_t> point) const;

  Point getDefault() const;
  /// Draws a legal point. Each one has a positive, but not equal, probability.
  Point sample(Random &random) const;
  /// Draws a legal point that differs from `point` in one group, usually in one
  /// parameter by one step. Returns `point` itself if there is no other one.
  Point getNeighbour(llvm::ArrayRef<int64_t> point, Random &random) const;

private:
  llvm::SmallVector<ParameterGroup, 0> groups;
  llvm::SmallVector<std::optional<Condition>, 0> conditions; // of the groups
  size_t numParameters = 0;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_PARAMETERSPACE_H
