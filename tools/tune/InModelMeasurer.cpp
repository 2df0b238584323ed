#include "tools/tune/InModelMeasurer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace llvm;

namespace tvm::tvmc {

TunedModel::~TunedModel() = default;

//===-- times -------------------------------------------------------------===//

static tuner::KernelTimes getQuartiles(std::vector<double> seconds) {
  if (seconds.empty())
    return {};
  llvm::sort(seconds);
  auto get = [&](double place) {
    return seconds[std::lround(place *
                               static_cast<double>(seconds.size() - 1))];
  };
  return {get(0.5), get(0.25), get(0.75)};
}

/// Adds the numbers of `array` to `sums`, place by place.
static void addTo(std::vector<double> &sums, const json::Array &array) {
  sums.resize(std::max(sums.size(), array.size()));
  for (auto [sum, value] : zip(sums, array))
    sum += value.getAsNumber().value_or(0);
}

static std::optional<tuner::ModelTimes>
readModel(const json::Object &object,
          ArrayRef<std::vector<std::string>> kernels) {
  const json::Array *runs = object.getArray("seconds"),
                    *profiles = object.getArray("kernels");
  if (!runs || !profiles)
    return std::nullopt;
  std::vector<std::vector<double>> tasks(kernels.size());
  tuner::ModelTimes times;
  times.runs = static_cast<int64_t>(runs->size());
  for (const json::Value &value : *profiles) {
    const json::Object *profile = value.getAsObject();
    auto name = profile ? profile->getString("name") : std::nullopt;
    const json::Array *seconds =
        profile ? profile->getArray("seconds") : nullptr;
    if (!name || !seconds)
      return std::nullopt;
    const auto *task = find_if(
        kernels, [&](const auto &names) { return is_contained(names, *name); });
    if (task != kernels.end()) {
      addTo(tasks[task - kernels.begin()], *seconds);
      continue;
    }
    std::vector<double> other;
    addTo(other, *seconds);
    times.others.push_back(getQuartiles(std::move(other)));
  }
  for (std::vector<double> &seconds : tasks)
    times.tasks.push_back(getQuartiles(std::move(seconds)));
  return times;
}

Expected<std::vector<tuner::ModelTimes>>
parseModelTimes(StringRef text, ArrayRef<std::vector<std::string>> kernels) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  auto wrong = [&] {
    return createStringError("expected the times of models in '" + text + "'");
  };
  const json::Array *array = value->getAsArray();
  if (!array)
    return wrong();
  std::vector<tuner::ModelTimes> models;
  for (const json::Value &each : *array) {
    const json::Object *object = each.getAsObject();
    auto model = object ? readModel(*object, kernels) : std::nullopt;
    if (!model)
      return wrong();
    models.push_back(std::move(*model));
  }
  return models;
}

//===-- runs --------------------------------------------------------------===//

/// Artefacts that are kept: one with the incumbents, and one with candidates.
static constexpr size_t kMaxArtefacts = 2;

Expected<std::string> InModelMeasurer::compile(const tuner::Choice &choice,
                                               std::string &artefact) {
  auto known = find_if(
      artefacts, [&](const Artefact &each) { return each.choice == choice; });
  if (known != artefacts.end()) {
    std::rotate(artefacts.begin(), known, known + 1);
    artefact = artefacts.front().path;
    return "";
  }
  Artefact made{choice, ""};
  if (artefacts.size() == kMaxArtefacts) {
    made.path = artefacts.back().path;
    artefacts.pop_back();
  } else {
    made.path = folder + "/model" + std::to_string(numCompiled++) + ".so";
  }
  std::string program = folder + "/model.mlir";
  if (Error error = model.write(choice, program))
    return std::move(error);
  Expected<std::string> failure =
      compiler.compile(program, made.path, CompileLimits{{/*seconds=*/600}});
  if (!failure || !failure->empty())
    return failure;
  artefact = made.path;
  artefacts.insert(artefacts.begin(), std::move(made));
  return "";
}

Expected<tuner::ModelOutcome>
InModelMeasurer::run(ArrayRef<tuner::Choice> choices) {
  std::vector<std::string> arguments{"profile"};
  for (const tuner::Choice &choice : choices) {
    std::string artefact;
    Expected<std::string> failure = compile(choice, artefact);
    if (!failure)
      return failure.takeError();
    if (!failure->empty())
      return tuner::ModelOutcome{{}, *failure};
    arguments.push_back(artefact);
  }
  append_range(arguments,
               std::vector<std::string>{
                   "--json", "--pin",
                   "--threads=" + std::to_string(options.threads),
                   "--time=" + std::to_string(options.milliseconds)});
  if (!options.inputs.empty())
    arguments.push_back("--inputs=" + options.inputs);
  append_range(arguments, options.runOptions);
  Expected<ChildResult> result = runner.run(arguments, options.runModel);
  if (!result)
    return result.takeError();
  running += result->seconds;
  if (!result->failure.empty())
    return tuner::ModelOutcome{{}, describeRun(*result)};
  auto models = parseModelTimes(result->output, kernels);
  if (!models)
    return models.takeError();
  return tuner::ModelOutcome{std::move(*models), ""};
}

tuner::StepSeconds InModelMeasurer::getSteps() const {
  tuner::StepSeconds steps = alone.getSteps();
  steps += compiler.getSteps();
  steps.running += running;
  return steps;
}

} // namespace tvm::tvmc
