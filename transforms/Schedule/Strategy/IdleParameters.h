// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_IDLEPARAMETERS_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_IDLEPARAMETERS_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// A collector of the parameters of a strategy that changed nothing, for
/// ScheduleRule::dropIdle.
class IdleParameters {
public:
  IdleParameters(const ParameterEffects &effects, IdleReport report)
      : effects(effects), report(report) {}

  /// Sets the number `value` of a parameter without an effect to `standard`.
  template <typename T> void drop(llvm::StringRef name, T &value, T standard) {
    if (!effects.has(name))
      set(name, value, standard);
  }
  void dropFlag(llvm::StringRef name, bool &value, bool standard);

  /// Sets the number `value` to `equal`, which gives the same schedule.
  template <typename T> void set(llvm::StringRef name, T &value, T equal) {
    if (value != equal)
      add(name, llvm::Twine(value), llvm::Twine(equal));
    value = equal;
  }

  /// Sets the number `value` of a parameter with an effect to the largest
  /// number that it acted as.
  void setToEffect(llvm::StringRef name, int64_t &value);

  /// Removes the operands without an effect from the list `operands`.
  void dropOperands(llvm::StringRef name,
                    llvm::SmallVectorImpl<int64_t> &operands);

  /// Reports a parameter whose value `equal` gives the same schedule.
  void add(llvm::StringRef name, const llvm::Twine &value,
           const llvm::Twine &equal);

  /// Whether there are such parameters.
  bool any() const { return isAny; }

private:
  const ParameterEffects &effects;
  IdleReport report;
  bool isAny = false;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_IDLEPARAMETERS_H
