#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_PARAMETERSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_PARAMETERSPACE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <functional>
#include <random>
#include <string>

namespace tvm::schedule {

/// A value for each parameter of a space, in the order of the parameters.
using Point = llvm::SmallVector<int64_t, 16>;

/// A parameter with the values that it can have.
struct Parameter {
  std::string name;
  llvm::SmallVector<int64_t> values; // different ones, in rising order
  int64_t defaultValue;              // one of these
};

/// A parameter with `values` and its default, in order.
Parameter makeParameter(llvm::StringRef name, llvm::ArrayRef<int64_t> values,
                        int64_t defaultValue);

/// The parameter `tasks`, iterations of a parallel loop.
Parameter makeTasksParameter(int64_t defaultValue);

/// Parameters whose values depend on each other and on nothing else.
class ParameterGroup {
public:
  /// Whether these values, one for each parameter, go together.
  using Constraint = std::function<bool(llvm::ArrayRef<int64_t>)>;

  explicit ParameterGroup(llvm::ArrayRef<Parameter> parameters,
                          Constraint constraint = nullptr)
      : parameters(parameters), constraint(std::move(constraint)) {}

  llvm::ArrayRef<Parameter> getParameters() const { return parameters; }
  size_t size() const { return parameters.size(); }
  bool isLegal(llvm::ArrayRef<int64_t> values) const {
    return !constraint || constraint(values);
  }
  /// Number of legal combinations. Goes through those of this group.
  uint64_t countPoints() const;

private:
  llvm::SmallVector<Parameter> parameters;
  Constraint constraint;
};

/// All legal combinations of the values of parameters. It is the product of
/// groups, so nothing ever lists it.
class ParameterSpace {
public:
  using Random = std::mt19937_64;

  /// The default values of `group` have to be legal.
  void add(ParameterGroup group);
  /// Adds a parameter that depends on no other one.
  void add(const Parameter &parameter) {
    add(ParameterGroup(llvm::ArrayRef<Parameter>(parameter)));
  }
  /// Adds the groups of `other`, with `prefix` before the names.
  void add(llvm::StringRef prefix, const ParameterSpace &other);

  llvm::ArrayRef<ParameterGroup> getGroups() const { return groups; }
  /// Number of parameters.
  size_t size() const { return numParameters; }
  /// Number of points; the largest number of 64 bits where there are more.
  uint64_t countPoints() const;
  bool isLegal(llvm::ArrayRef<int64_t> point) const;

  Point getDefault() const;
  /// A legal point. Every one may be drawn, not all as often.
  Point sample(Random &random) const;
  /// A legal point that differs from `point` in one group, mostly in one
  /// parameter by one step. `point` itself where there is no other one.
  Point getNeighbour(llvm::ArrayRef<int64_t> point, Random &random) const;

private:
  llvm::SmallVector<ParameterGroup> groups;
  size_t numParameters = 0;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_PARAMETERSPACE_H
