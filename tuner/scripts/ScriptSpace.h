#ifndef TVM_TUNER_SCRIPTS_SCRIPTSPACE_H
#define TVM_TUNER_SCRIPTS_SCRIPTSPACE_H

#include "transforms/Schedule/Strategy/ParameterSpace.h"
#include "tuner/scripts/OpenSteps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <functional>

namespace tvm::tuner {

/// The choices of a transform script as a space of parameters. A point says
/// what every open step chooses:
///
/// | step | parameters |
/// |---|---|
/// | `transform.tune.knob` | one for all knobs of a name: an option |
/// | `transform.tune.alternatives` | one: a region |
/// | `schedule.sample_categorical` | one: a candidate with a positive weight |
/// | `schedule.sample_compute_location` | one: a loop, or -1 |
/// | `schedule.sample_perfect_tile` | all factors but the outermost one |
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

  /// The space of `script`. `observe` is asked if steps draw loops or factors,
  /// which depend on what the script transforms. A step that none of a few
  /// dozen points reaches stays open. Fails if nothing is open, or a knob has
  /// no options.
  static llvm::Expected<ScriptSpace> create(mlir::ModuleOp script,
                                            Observe observe);

  const schedule::ParameterSpace &getParameters() const { return parameters; }

  /// Records the choices at the legal point `point` in `script`, a parse of the
  /// same text. Steps in alternatives that are left out get the first option or
  /// none, so that scripts that do the same have the same text.
  void resolve(mlir::ModuleOp script, llvm::ArrayRef<int64_t> point) const;

private:
  /// An open step.
  struct Step {
    /// Its choice at a point; null: it stays open.
    std::function<StepChoice(llvm::ArrayRef<int64_t> point)> getChoice;
    /// Its choice if it is left out.
    StepChoice first;
  };

  llvm::Error addKnob(size_t number, mlir::Operation *step);
  /// Adds a parameter whose value is the choice of step `number`.
  void addPosition(size_t number, const schedule::Parameter &parameter);
  void addTile(size_t number, mlir::Operation *step, int64_t extent);
  llvm::Error addStep(size_t number, mlir::Operation *step);
  /// Adds steps that draw what depends on the transformed operations.
  llvm::Error addObserved(llvm::ArrayRef<mlir::Operation *> found,
                          Observe observe);

  std::vector<Step> steps; // in the order of findOpenSteps
  /// The step of the first knob of a name.
  llvm::StringMap<std::pair<size_t, mlir::Attribute>> knobs;
  schedule::ParameterSpace parameters;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SCRIPTS_SCRIPTSPACE_H
