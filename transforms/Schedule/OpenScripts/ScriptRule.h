// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTRULE_H
#define TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTRULE_H

#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "transforms/Schedule/OpenScripts/ScriptSpace.h"
#include "transforms/Schedule/Strategy/CustomRule.h"

namespace tvm::schedule {

/// A rule that is a transform script with open choices, which are the
/// parameters of its strategies (OpenChoices). It takes each block to which the
/// script applies, and has no estimates: only measurements choose it.
class ScriptRule : public CustomRule {
public:
  /// The rule of `sequence`, with its name. Its argument is a handle to a
  /// block. Fails, with a diagnostic, if this is no script for a block, if
  /// another sequence that it includes leaves a choice open, or if two choices
  /// have one name.
  static mlir::FailureOr<std::unique_ptr<ScriptRule>>
  create(mlir::transform::NamedSequenceOp sequence);

  /// The script, with what it includes.
  llvm::StringRef getText() const { return text; }

  bool isOnlyMeasured() const override { return true; }
  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override;
  /// Infinity: nothing is estimated.
  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override;
  /// Drops choices of alternatives that the strategy leaves out.
  Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                    IdleReport report) const override;
  mlir::LogicalResult apply(ScheduleBuilder &schedule,
                            const BlockAccesses &accesses,
                            Strategy strategy) const override;

private:
  ScriptRule(llvm::StringRef name, OpenChoices choices, std::string text);

  /// Parses the text.
  mlir::OwningOpRef<mlir::ModuleOp> parse(mlir::MLIRContext *context) const;

  OpenChoices choices;
  std::string text;
};

/// Registers a rule for each public sequence of the module in the file `path`.
/// Fails, with a diagnostic, if there is no such sequence, if one is no rule,
/// or if there is another rule of its name. A file may be loaded again.
mlir::LogicalResult loadScriptRules(llvm::StringRef path,
                                    mlir::MLIRContext *context);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTRULE_H
