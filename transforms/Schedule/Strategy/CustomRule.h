// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_CUSTOMRULE_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_CUSTOMRULE_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// A parameter of a CustomRule: a whole number.
struct CustomParameter {
  std::string name;
  int64_t least, greatest; // both included
  int64_t defaultValue;
  /// The possible values; empty: all between these bounds.
  llvm::SmallVector<int64_t> values = {};
};

/// A rule that brings no attribute: its strategies are `#schedule.custom` with
/// the rule's name and its parameters, i64 numbers. Plug-ins derive from it.
class CustomRule : public ScheduleRule {
public:
  CustomRule(llvm::StringRef name, Scope scope, int priority,
             llvm::ArrayRef<CustomParameter> parameters)
      : ScheduleRule(name, scope, priority), parameters(parameters) {}
  ~CustomRule() override;

  /// Refuses unknown parameters, and values out of bounds.
  mlir::LogicalResult
  verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
         Strategy strategy) const override;

protected:
  /// The strategy with `values`, one for each parameter, in order. It leaves
  /// out those that are the default.
  Strategy makeStrategy(mlir::MLIRContext *context,
                        llvm::ArrayRef<int64_t> values) const;

  /// The values of all parameters, in order.
  llvm::SmallVector<int64_t> getValues(Strategy strategy) const;

private:
  llvm::SmallVector<CustomParameter> parameters;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_CUSTOMRULE_H
