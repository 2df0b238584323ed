// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/OpenScripts/OpenChoices.h"

#include "dialects/Schedule/ScheduleSampling.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"
#include "llvm/ADT/StringMap.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

using transform::tune::AlternativesOp;
using transform::tune::KnobOp;

/// The numbers from 0 to `count` - 1.
static SmallVector<int64_t> getPositions(size_t count) {
  SmallVector<int64_t> positions(count);
  std::iota(positions.begin(), positions.end(), 0);
  return positions;
}

static ChoiceParameter makeKnown(const Twine &name, ArrayRef<int64_t> values) {
  return {name.str(), SmallVector<int64_t>(values), *llvm::min_element(values),
          values.front()};
}

static ChoiceParameter makeOpen(const Twine &name, int64_t first) {
  return {name.str(), {}, first, first};
}

//===-- knobs -------------------------------------------------------------===//

/// The options as numbers, if they are different integers; otherwise their
/// positions. Numbers are values themselves, so that neighbours in a space are
/// close.
static SmallVector<int64_t> getNumbers(ArrayAttr options) {
  SmallVector<int64_t> numbers;
  for (Attribute option : options) {
    auto number = dyn_cast<IntegerAttr>(option);
    if (!number || number.getValue().getSignificantBits() > 64 ||
        llvm::is_contained(numbers, number.getValue().getSExtValue()))
      return getPositions(options.size());
    numbers.push_back(number.getValue().getSExtValue());
  }
  return numbers;
}

static ArrayAttr getOptions(KnobOp knob) {
  return dyn_cast<ArrayAttr>(knob.getOptions());
}

/// Fails if a knob has no options, or another knob of its name has other ones.
static llvm::Error checkKnobs(ArrayRef<Operation *> steps) {
  llvm::StringMap<Attribute> known;
  for (Operation *step : steps) {
    auto knob = dyn_cast<KnobOp>(step);
    if (!knob)
      continue;
    StringRef name = knob.getNameAttr().getValue();
    if (!getOptions(knob) || getOptions(knob).empty())
      return llvm::createStringError("expected a list of options for knob '" +
                                     name + "'");
    if (known.try_emplace(name, knob.getOptions()).first->second !=
        knob.getOptions())
      return llvm::createStringError("expected equal options for all knobs '" +
                                     name + "'");
  }
  return llvm::Error::success();
}

//===-- steps -------------------------------------------------------------===//

static SmallVector<int64_t> getCategories(SampleCategoricalOp sample) {
  SmallVector<int64_t> positions;
  for (auto [i, weight] : llvm::enumerate(sample.getWeights()))
    if (cast<FloatAttr>(weight).getValueAsDouble() > 0)
      positions.push_back(i);
  return positions;
}

/// The parameters of step `number`, which is no knob.
static std::vector<ChoiceParameter> makeParameters(Operation *step,
                                                   size_t number) {
  if (auto alternatives = dyn_cast<AlternativesOp>(step))
    return {makeKnown(alternatives.getNameAttr().getValue(),
                      getPositions(alternatives->getNumRegions()))};
  if (auto sample = dyn_cast<SampleCategoricalOp>(step))
    return {makeKnown("category" + Twine(number), getCategories(sample))};
  if (isa<SampleComputeLocationOp>(step))
    return {makeOpen("location" + Twine(number), -1)};
  std::vector<ChoiceParameter> factors;
  for (size_t i = cast<SamplePerfectTileOp>(step).getFactors().size() - 1;
       i > 0; --i)
    factors.push_back(
        makeOpen("tile" + Twine(number) + ".factor" + Twine(i), 1));
  return factors;
}

llvm::Error OpenChoices::addStep(Operation *step) {
  if (auto alternatives = dyn_cast<AlternativesOp>(step))
    if (alternatives->getNumRegions() == 0)
      return llvm::createStringError("expected regions in alternatives '" +
                                     alternatives.getNameAttr().getValue() +
                                     "'");
  std::vector<ChoiceParameter> own = makeParameters(step, steps.size());
  steps.push_back({parameters.size(), own.size()});
  llvm::append_range(parameters, own);
  return llvm::Error::success();
}

llvm::Expected<OpenChoices> OpenChoices::get(ModuleOp script) {
  SmallVector<Operation *> open = findOpenSteps(script);
  if (llvm::Error error = checkKnobs(open))
    return std::move(error);
  OpenChoices choices;
  llvm::StringMap<size_t> knobs; // by name: the number of the parameter
  for (Operation *step : open) {
    auto knob = dyn_cast<KnobOp>(step);
    if (!knob) {
      if (llvm::Error error = choices.addStep(step))
        return std::move(error);
      continue;
    }
    StringRef name = knob.getNameAttr().getValue();
    auto [place, isNew] = knobs.try_emplace(name, choices.parameters.size());
    choices.steps.push_back({place->second, 1});
    if (isNew)
      choices.parameters.push_back(
          makeKnown(name, getNumbers(getOptions(knob))));
  }
  return choices;
}

//===-- choices -----------------------------------------------------------===//

static StepChoice getChoice(Operation *step, ArrayRef<int64_t> values) {
  if (auto knob = dyn_cast<KnobOp>(step)) {
    SmallVector<int64_t> numbers = getNumbers(getOptions(knob));
    return {llvm::find(numbers, values.front()) - numbers.begin()};
  }
  if (!isa<SamplePerfectTileOp>(step))
    return StepChoice(values);
  StepChoice factors{0}; // the rest of the trip count
  llvm::append_range(factors, llvm::reverse(values));
  return factors;
}

void OpenChoices::resolve(ModuleOp script, ArrayRef<int64_t> values,
                          Adapt adapt) const {
  // Alternatives come before the steps in them.
  for (auto [number, op] : llvm::enumerate(findOpenSteps(script))) {
    StepChoice choice;
    if (!isLeftOut(op)) {
      choice =
          getChoice(op, values.slice(steps[number].begin, steps[number].size));
      if (adapt)
        adapt(number, choice);
    } else if (isa<KnobOp, AlternativesOp>(op)) {
      choice = {0};
    }
    choose(op, choice);
  }
}

std::vector<bool> OpenChoices::findUsed(ArrayRef<Operation *> open) const {
  std::vector<bool> used(parameters.size());
  for (auto [op, step] : llvm::zip_equal(open, steps))
    for (size_t i = 0; i < step.size; ++i)
      used[step.begin + i] = used[step.begin + i] || !isLeftOut(op);
  return used;
}

} // namespace tvm::schedule
