// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_OPENCHOICES_H
#define TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_OPENCHOICES_H

#include "transforms/Schedule/OpenScripts/OpenSteps.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace tvm::schedule {

/// A number that decides an open step, or a part of it.
struct ChoiceParameter {
  std::string name;
  /// The possible numbers. Empty if they depend on what the script transforms:
  /// any from `least` on.
  llvm::SmallVector<int64_t> values;
  int64_t least;
  int64_t defaultValue;
};

/// What the open steps of a script choose, as numbers:
///
/// | step | parameters |
/// |---|---|
/// | `transform.tune.knob` | one for all knobs of a name: an option |
/// | `transform.tune.alternatives` | one: a region |
/// | `schedule.sample_categorical` | one: a candidate with a positive weight |
/// | `schedule.sample_compute_location` | one: a loop, or -1 |
/// | `schedule.sample_perfect_tile` | all factors but the outermost one |
///
/// An option is the number that it is if all are different integers, otherwise
/// its position. The innermost factor of a tile comes first. The parameters
/// depend neither on a context nor on what the script transforms.
class OpenChoices {
public:
  /// The parameters of an open step.
  struct Step {
    size_t begin, size; // in getParameters
  };
  /// A function that changes the choice of step `number`; empty: it stays open.
  using Adapt = llvm::function_ref<void(size_t number, StepChoice &choice)>;

  /// The choices of the open steps of `script`. Fails if a knob has no options,
  /// or alternatives have no regions.
  static llvm::Expected<OpenChoices> get(mlir::ModuleOp script);

  llvm::ArrayRef<ChoiceParameter> getParameters() const { return parameters; }
  /// The steps, in the order of findOpenSteps.
  llvm::ArrayRef<Step> getSteps() const { return steps; }

  /// Records the choices of `values`, one for each parameter, in `script`, a
  /// parse of the same text. Steps in alternatives that are left out get the
  /// first option or none, so that scripts that do the same have the same text.
  void resolve(mlir::ModuleOp script, llvm::ArrayRef<int64_t> values,
               Adapt adapt = nullptr) const;

  /// The parameters that decide something in `script`, which was resolved, of
  /// whose open steps `open` were found before. The others belong to
  /// alternatives that are left out.
  std::vector<bool> findUsed(llvm::ArrayRef<mlir::Operation *> open) const;

private:
  llvm::Error addStep(mlir::Operation *step);

  std::vector<ChoiceParameter> parameters;
  std::vector<Step> steps;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_OPENCHOICES_H
