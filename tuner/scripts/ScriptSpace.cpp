#include "tuner/scripts/ScriptSpace.h"

#include "dialects/Schedule/ScheduleSampling.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <numeric>

using namespace mlir;

namespace tvm::tuner {

using schedule::makeParameter;
using schedule::Parameter;
using schedule::ParameterGroup;
using transform::tune::AlternativesOp;
using transform::tune::KnobOp;

/// Points that are tried until each step has drawn something.
static constexpr unsigned kMaxObserved = 32;

/// The numbers from 0 to `count` - 1.
static SmallVector<int64_t> getPositions(size_t count) {
  SmallVector<int64_t> positions(count);
  std::iota(positions.begin(), positions.end(), 0);
  return positions;
}

//===-- knobs and alternatives --------------------------------------------===//

/// The options as numbers, if they are different integers; none otherwise.
static std::optional<SmallVector<int64_t>> getNumbers(ArrayAttr options) {
  SmallVector<int64_t> numbers;
  for (Attribute option : options) {
    auto number = dyn_cast<IntegerAttr>(option);
    if (!number || number.getValue().getSignificantBits() > 64 ||
        llvm::is_contained(numbers, number.getValue().getSExtValue()))
      return std::nullopt;
    numbers.push_back(number.getValue().getSExtValue());
  }
  return numbers;
}

/// Numbers are values themselves, so that neighbours in the space are close.
llvm::Error ScriptSpace::addKnob(size_t number, Operation *step) {
  auto knob = cast<KnobOp>(step);
  StringRef name = knob.getNameAttr().getValue();
  auto options = dyn_cast<ArrayAttr>(knob.getOptions());
  if (!options || options.empty())
    return llvm::createStringError("expected a list of options for knob '" +
                                   name + "'");
  steps[number].first = {0};
  auto [known, isNew] = knobs.try_emplace(name, number, options);
  if (!isNew) {
    if (known->second.second != options)
      return llvm::createStringError("expected equal options for all knobs '" +
                                     name + "'");
    steps[number].getChoice = steps[known->second.first].getChoice;
    return llvm::Error::success();
  }
  auto numbers = getNumbers(options);
  size_t place = parameters.size();
  if (!numbers) {
    addPosition(number, makeParameter(name, getPositions(options.size()), 0));
    return llvm::Error::success();
  }
  parameters.add(makeParameter(name, *numbers, numbers->front()));
  steps[number].getChoice = [place, numbers](ArrayRef<int64_t> point) {
    return StepChoice{llvm::find(*numbers, point[place]) - numbers->begin()};
  };
  return llvm::Error::success();
}

void ScriptSpace::addPosition(size_t number, const Parameter &parameter) {
  size_t place = parameters.size();
  parameters.add(parameter);
  steps[number].getChoice = [place](ArrayRef<int64_t> point) {
    return StepChoice{point[place]};
  };
}

llvm::Error ScriptSpace::addStep(size_t number, Operation *step) {
  if (isa<KnobOp>(step))
    return addKnob(number, step);
  if (auto alternatives = dyn_cast<AlternativesOp>(step)) {
    if (alternatives->getNumRegions() == 0)
      return llvm::createStringError("expected regions in alternatives '" +
                                     alternatives.getNameAttr().getValue() +
                                     "'");
    steps[number].first = {0};
    addPosition(number,
                makeParameter(alternatives.getNameAttr().getValue(),
                              getPositions(alternatives->getNumRegions()), 0));
  } else if (auto sample = dyn_cast<schedule::SampleCategoricalOp>(step)) {
    SmallVector<int64_t> positions;
    for (auto [i, weight] : llvm::enumerate(sample.getWeights()))
      if (cast<FloatAttr>(weight).getValueAsDouble() > 0)
        positions.push_back(i);
    addPosition(number, makeParameter("category" + std::to_string(number),
                                      positions, positions.front()));
  }
  return llvm::Error::success();
}

//===-- loops and factors -------------------------------------------------===//

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

/// The parameters are the factors from the innermost one on, whose product
/// divides the extent; the outermost factor is the rest.
void ScriptSpace::addTile(size_t number, Operation *step, int64_t extent) {
  auto sample = cast<schedule::SamplePerfectTileOp>(step);
  size_t count = sample.getFactors().size() - 1, place = parameters.size();
  steps[number].getChoice = [=](ArrayRef<int64_t> point) {
    ArrayRef<int64_t> inner = point.slice(place, count);
    StepChoice factors{extent / multiply(inner)};
    llvm::append_range(factors, llvm::reverse(inner));
    return factors;
  };
  if (count == 0)
    return;
  auto getName = [&](size_t i) {
    return "tile" + std::to_string(number) + ".factor" +
           std::to_string(count - i);
  };
  SmallVector<int64_t> divisors = getDivisors(extent), innermost;
  llvm::copy_if(divisors, std::back_inserter(innermost), [&](int64_t divisor) {
    return divisor <= static_cast<int64_t>(sample.getMaxInnermostFactor());
  });
  ParameterGroup group(makeParameter(getName(0), innermost, 1));
  auto divides = [extent](ArrayRef<int64_t> factors) {
    int64_t rest = extent;
    for (int64_t factor : factors) {
      if (rest % factor != 0)
        return false;
      rest /= factor;
    }
    return true;
  };
  for (size_t i = 1; i < count; ++i)
    group.add(makeParameter(getName(i), divisors, 1), divides,
              [](ArrayRef<int64_t> factors) {
                return schedule::Point{multiply(factors)};
              });
  parameters.add(std::move(group));
}

/// Whether `step` chooses from what depends on the transformed operations.
static bool isObserved(Operation *step) {
  return isa<schedule::SamplePerfectTileOp, schedule::SampleComputeLocationOp>(
      step);
}

llvm::Error ScriptSpace::addObserved(ArrayRef<Operation *> found,
                                     Observe observe) {
  Observed all(found.size());
  std::string problem;
  schedule::ParameterSpace::Random random(0);
  bool hasRun = false;
  for (unsigned i = 0; i < kMaxObserved; ++i) {
    schedule::Point point =
        i == 0 ? parameters.getDefault() : parameters.sample(random);
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
    if (isa<schedule::SamplePerfectTileOp>(step))
      addTile(number, step, all[number].front());
    else
      addPosition(number, makeParameter("location" + std::to_string(number),
                                        all[number], -1));
  }
  return llvm::Error::success();
}

//===-- the script --------------------------------------------------------===//

llvm::Expected<ScriptSpace> ScriptSpace::create(ModuleOp script,
                                                Observe observe) {
  ScriptSpace space;
  SmallVector<Operation *> found = findOpenSteps(script);
  space.steps.resize(found.size());
  for (auto [number, step] : llvm::enumerate(found))
    if (llvm::Error error = space.addStep(number, step))
      return std::move(error);
  if (llvm::any_of(found, isObserved))
    if (llvm::Error error = space.addObserved(found, observe))
      return std::move(error);
  space.knobs.clear();
  if (space.parameters.size() == 0)
    return llvm::createStringError(
        "expected a script with an open transform.tune.knob, "
        "transform.tune.alternatives or schedule.sample_*");
  return space;
}

void ScriptSpace::resolve(ModuleOp script, ArrayRef<int64_t> point) const {
  // Alternatives come before the steps in them.
  for (auto [op, step] : llvm::zip_equal(findOpenSteps(script), steps)) {
    if (isLeftOut(op))
      choose(op, step.first);
    else if (step.getChoice)
      choose(op, step.getChoice(point));
  }
}

} // namespace tvm::tuner
