// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTSPACE_H

#include "transforms/Schedule/Apply/Decisions.h"
#include "transforms/Schedule/OpenScripts/OpenChoices.h"
#include "transforms/Schedule/Strategy/ParameterSpace.h"

#include <map>

namespace tvm::schedule {

/// The choices of a transform script (OpenChoices) as a space of parameters,
/// for what it transforms: loops and factors have their possible values.
///
/// The space depends on no context: other parses of the same text are resolved
/// with it.
class ScriptSpace {
public:
  /// The choices from which the open steps of a script drew when it ran, in the
  /// order of findOpenSteps: the trip count of a tile's loop, the positions of
  /// legal loops. Empty for other steps, and for those that did not run.
  using Observed = std::vector<StepChoice>;
  /// Runs the script, resolved at a point, where steps without a choice draw
  /// one. Fails if the script does not apply.
  using Observe = llvm::function_ref<llvm::Expected<Observed>(
      const ScriptSpace &, llvm::ArrayRef<int64_t> point)>;

  /// Points that are tried until a script applies.
  static constexpr unsigned kMaxObserved = 32;

  /// The space of `script`, without parameters if nothing is open. `observe` is
  /// asked if steps draw loops or factors, which depend on what the script
  /// transforms. A step that none of a few dozen points reaches stays open.
  /// Fails if a knob has no options, or the script does not apply.
  static llvm::Expected<ScriptSpace> create(mlir::ModuleOp script,
                                            Observe observe);

  /// What the steps `open` drew from in a run that noted `choices`
  /// (Sampler::choices).
  static Observed getObserved(llvm::ArrayRef<mlir::Operation *> open,
                              const Decisions &choices);

  const ParameterSpace &getParameters() const { return parameters; }

  /// Records the choices at the legal point `point` in `script`, a parse of the
  /// same text (OpenChoices::resolve).
  void resolve(mlir::ModuleOp script, llvm::ArrayRef<int64_t> point) const;

  /// The values of all parameters of OpenChoices at the legal point `point`;
  /// the defaults for steps that stay open.
  llvm::SmallVector<int64_t> getValues(llvm::ArrayRef<int64_t> point) const;

private:
  /// Adds a group with the parameters of step `number`.
  void add(size_t number, ParameterGroup group);
  /// Adds a parameter with the values of its step.
  void addKnown(size_t number);
  void addTile(size_t number, mlir::Operation *step, int64_t extent);
  /// Adds steps that draw what depends on the transformed operations.
  llvm::Error addObserved(llvm::ArrayRef<mlir::Operation *> found,
                          Observe observe);

  OpenChoices choices;
  ParameterSpace parameters;
  /// For each parameter of the space its index in OpenChoices::getParameters.
  std::vector<size_t> places;
  /// The steps with parameters: the trip count of a tile's loop, 0 for others.
  std::map<size_t, int64_t> extents;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTSPACE_H
