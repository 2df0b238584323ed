// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/InModelMeasurer.h"

#include "tuner/rounds/Noise.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tvm::tvmc {

TunedModel::~TunedModel() = default;

//===-- times -------------------------------------------------------------===//

static std::optional<std::vector<double>>
readNumbers(const json::Array *array) {
  if (!array)
    return std::nullopt;
  std::vector<double> numbers;
  for (const json::Value &value : *array)
    numbers.push_back(value.getAsNumber().value_or(0));
  return numbers;
}

static std::optional<ModelProfile> readProfile(const json::Object &object) {
  const json::Array *runs = object.getArray("seconds"),
                    *kernels = object.getArray("kernels");
  if (!runs || !kernels)
    return std::nullopt;
  ModelProfile profile;
  profile.runs = static_cast<int64_t>(runs->size());
  for (const json::Value &value : *kernels) {
    const json::Object *kernel = value.getAsObject();
    auto name = kernel ? kernel->getString("name") : std::nullopt;
    auto seconds = readNumbers(kernel ? kernel->getArray("seconds") : nullptr);
    if (!name || !seconds)
      return std::nullopt;
    profile.kernels.emplace_back(name->str(), std::move(*seconds));
  }
  return profile;
}

Expected<std::vector<ModelProfile>> parseProfiles(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  auto wrong = [&] {
    return createStringError("expected the times of models in '" + text + "'");
  };
  const json::Array *array = value->getAsArray();
  if (!array)
    return wrong();
  std::vector<ModelProfile> profiles;
  for (const json::Value &each : *array) {
    const json::Object *object = each.getAsObject();
    auto profile = object ? readProfile(*object) : std::nullopt;
    if (!profile)
      return wrong();
    profiles.push_back(std::move(*profile));
  }
  return profiles;
}

/// The times of tasks. `kernels` has the names of the kernels of each task; all
/// others are ModelTimes::others.
static tuner::ModelTimes getTimes(const ModelProfile &profile,
                                  ArrayRef<std::vector<std::string>> kernels) {
  std::vector<std::vector<double>> tasks(kernels.size());
  tuner::ModelTimes times;
  times.runs = profile.runs;
  for (const auto &kernel : profile.kernels) {
    const std::vector<double> &seconds = kernel.second;
    const auto *task = find_if(kernels, [&](const auto &names) {
      return is_contained(names, kernel.first);
    });
    if (task == kernels.end()) {
      times.others.push_back(tuner::getQuartiles(seconds));
      continue;
    }
    tuner::addRuns(tasks[task - kernels.begin()], seconds);
  }
  for (std::vector<double> &seconds : tasks)
    times.tasks.push_back(tuner::getQuartiles(std::move(seconds)));
  return times;
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

Expected<ModelProfiles> runProfile(const ChildRunner &runner,
                                   ArrayRef<std::string> artefacts,
                                   const MeasureOptions &options) {
  std::vector<std::string> arguments{"profile"};
  append_range(arguments, artefacts);
  append_range(arguments, std::vector<std::string>{"--json", "--pin"});
  addModelOptions(arguments, options, options.milliseconds);
  Expected<ChildResult> result = runner.run(arguments, options.runModel);
  if (!result)
    return result.takeError();
  ModelProfiles profiles;
  profiles.seconds = result->seconds;
  profiles.failure = describeRun(*result);
  if (!profiles.failure.empty())
    return profiles;
  if (Error error = parseProfiles(result->output).moveInto(profiles.models))
    return std::move(error);
  if (profiles.models.size() != artefacts.size())
    return createStringError("expected the times of " +
                             Twine(artefacts.size()) + " models, got " +
                             Twine(profiles.models.size()));
  return profiles;
}

Expected<tuner::ModelOutcome>
InModelMeasurer::run(ArrayRef<tuner::Choice> choices) {
  std::vector<std::string> compiled;
  for (const tuner::Choice &choice : choices) {
    Expected<std::string> failure = compile(choice, compiled.emplace_back());
    if (!failure)
      return failure.takeError();
    if (!failure->empty())
      return tuner::ModelOutcome{{}, *failure};
  }
  auto profiles = runProfile(runner, compiled, options);
  if (!profiles)
    return profiles.takeError();
  running += profiles->seconds;
  tuner::ModelOutcome outcome;
  outcome.failure = profiles->failure;
  for (const ModelProfile &profile : profiles->models)
    outcome.models.push_back(getTimes(profile, kernels));
  return outcome;
}

tuner::StepSeconds InModelMeasurer::getSteps() const {
  tuner::StepSeconds steps = alone.getSteps();
  steps += compiler.getSteps();
  steps.running += running;
  return steps;
}

} // namespace tvm::tvmc
