// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/OpenScripts/ScriptSpace.h"

#include "dialects/Schedule/ScheduleSampling.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

//===-- parameters --------------------------------------------------------===//

void ScriptSpace::add(size_t number, ParameterGroup group) {
  size_t begin = choices.getSteps()[number].begin;
  for (size_t i = 0; i < group.size(); ++i)
    places.push_back(begin + i);
  parameters.add(std::move(group));
}

void ScriptSpace::addKnown(size_t number) {
  OpenChoices::Step step = choices.getSteps()[number];
  extents[number] = 0;
  if (llvm::is_contained(places, step.begin))
    return; // another knob of this name
  const ChoiceParameter &known = choices.getParameters()[step.begin];
  add(number, ParameterGroup(
                  makeParameter(known.name, known.values, known.defaultValue)));
}

static SmallVector<int64_t> getDivisors(int64_t extent) {
  SmallVector<int64_t> divisors;
  for (int64_t i = 1; i <= extent / i; ++i)
    if (extent % i == 0) {
      divisors.push_back(i);
      if (i != extent / i)
        divisors.push_back(extent / i);
    }
  return divisors;
}

static int64_t multiply(ArrayRef<int64_t> factors) {
  return std::accumulate(factors.begin(), factors.end(), int64_t(1),
                         std::multiplies<>());
}

/// The product of the factors divides the extent; the outermost factor is the
/// rest.
void ScriptSpace::addTile(size_t number, Operation *step, int64_t extent) {
  auto sample = cast<SamplePerfectTileOp>(step);
  extents[number] = extent;
  auto [begin, count] = choices.getSteps()[number];
  if (count == 0)
    return;
  ArrayRef<ChoiceParameter> own = choices.getParameters().slice(begin, count);
  SmallVector<int64_t> divisors = getDivisors(extent), innermost;
  llvm::copy_if(divisors, std::back_inserter(innermost), [&](int64_t divisor) {
    return divisor <= static_cast<int64_t>(sample.getMaxInnermostFactor());
  });
  ParameterGroup group(makeParameter(own.front().name, innermost, 1));
  auto divides = [extent](ArrayRef<int64_t> factors) {
    int64_t rest = extent;
    for (int64_t factor : factors) {
      if (rest % factor != 0)
        return false;
      rest /= factor;
    }
    return true;
  };
  for (const ChoiceParameter &factor : own.drop_front())
    group.add(
        makeParameter(factor.name, divisors, 1), divides,
        [](ArrayRef<int64_t> factors) { return Point{multiply(factors)}; });
  add(number, std::move(group));
}

//===-- runs --------------------------------------------------------------===//

ScriptSpace::Observed ScriptSpace::getObserved(ArrayRef<Operation *> open,
                                               const Decisions &choices) {
  Observed observed;
  for (Operation *step : open) {
    Attribute from = choices.lookup(step);
    StepChoice &choice = observed.emplace_back();
    if (auto extent = dyn_cast_or_null<IntegerAttr>(from))
      choice.push_back(extent.getInt());
    else if (auto positions = dyn_cast_or_null<DenseI64ArrayAttr>(from))
      llvm::append_range(choice, positions.asArrayRef());
  }
  return observed;
}

/// Whether `step` chooses from what depends on the transformed operations.
static bool isObserved(Operation *step) {
  return isa<SamplePerfectTileOp, SampleComputeLocationOp>(step);
}

llvm::Error ScriptSpace::addObserved(ArrayRef<Operation *> found,
                                     Observe observe) {
  Observed all(found.size());
  std::string problem;
  ParameterSpace::Random random(0);
  bool hasRun = false;
  for (unsigned i = 0; i < kMaxObserved; ++i) {
    Point point = i == 0 ? parameters.getDefault() : parameters.sample(random);
    auto observed = observe(*this, point);
    if (!observed) {
      problem = llvm::toString(observed.takeError());
      continue;
    }
    hasRun = true;
    bool isComplete = true;
    for (size_t step = 0; step < found.size(); ++step) {
      if (all[step].empty())
        all[step] = (*observed)[step];
      isComplete &= !all[step].empty() || !isObserved(found[step]);
    }
    if (isComplete || parameters.size() == 0)
      break;
  }
  if (!hasRun)
    return llvm::createStringError("the script applies at none of " +
                                   llvm::Twine(kMaxObserved) +
                                   " points: " + problem);
  for (auto [number, step] : llvm::enumerate(found)) {
    if (all[number].empty())
      continue; // it stays open
    if (isa<SamplePerfectTileOp>(step)) {
      addTile(number, step, all[number].front());
      continue;
    }
    extents[number] = 0;
    const ChoiceParameter &location =
        choices.getParameters()[choices.getSteps()[number].begin];
    add(number, ParameterGroup(makeParameter(location.name, all[number],
                                             location.defaultValue)));
  }
  return llvm::Error::success();
}

//===-- the script --------------------------------------------------------===//

llvm::Expected<ScriptSpace> ScriptSpace::create(ModuleOp script,
                                                Observe observe) {
  auto choices = OpenChoices::get(script);
  if (!choices)
    return choices.takeError();
  ScriptSpace space;
  space.choices = std::move(*choices);
  SmallVector<Operation *> found = findOpenSteps(script);
  for (auto [number, step] : llvm::enumerate(found))
    if (!isObserved(step))
      space.addKnown(number);
  if (llvm::any_of(found, isObserved))
    if (llvm::Error error = space.addObserved(found, observe))
      return std::move(error);
  return space;
}

SmallVector<int64_t> ScriptSpace::getValues(ArrayRef<int64_t> point) const {
  SmallVector<int64_t> values;
  for (const ChoiceParameter &parameter : choices.getParameters())
    values.push_back(parameter.defaultValue);
  for (auto [place, value] : llvm::zip_equal(places, point))
    values[place] = value;
  return values;
}

void ScriptSpace::resolve(ModuleOp script, ArrayRef<int64_t> point) const {
  choices.resolve(script, getValues(point),
                  [&](size_t number, StepChoice &choice) {
                    auto found = extents.find(number);
                    if (found == extents.end())
                      choice.clear(); // it stays open
                    else if (found->second != 0)
                      choice.front() = found->second /
                                       multiply(ArrayRef(choice).drop_front());
                  });
}

} // namespace tvm::schedule
