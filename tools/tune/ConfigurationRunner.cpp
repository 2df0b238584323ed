// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/ConfigurationRunner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace tvm::tvmc {

std::vector<tuner::Change>
getChanges(const compiler::KernelPrograms &programs) {
  std::vector<tuner::Change> changes;
  changes.reserve(programs.decisions.size());
  for (const compiler::OpenDecision &open : programs.decisions)
    changes.push_back({open.name, open.value, open.other, open.operators,
                       open.nodes, open.closeness});
  return changes;
}

//===-- the current model -------------------------------------------------===//

Expected<std::unique_ptr<ConfiguredModel>>
ConfigurationRunner::make(const tuner::Configuration &configuration) {
  std::string refusal;
  auto made = ConfiguredModel::make(
      options, configuration,
      folder + "/configuration" + std::to_string(numMade++), runner,
      [&](compiler::Severity severity, StringRef text) {
        if (severity == compiler::Severity::Error)
          refusal = text.str();
      });
  if (failed(made))
    return createStringError(refusal);
  return std::move(*made);
}

Error ConfigurationRunner::set(const tuner::Configuration &configuration) {
  return make(configuration).moveInto(current);
}

void ConfigurationRunner::note(const tuner::Choice &choice,
                               ArrayRef<tuner::TaskResult> results) {
  strategies = choice;
  seconds.clear();
  for (const tuner::TaskResult &result : results)
    seconds.push_back(result.defaultSeconds * result.bestShare *
                      result.task->numLaunches);
}

double ConfigurationRunner::getShare(const tuner::Change &change) {
  StringMap<ArrayRef<std::string>> nodes; // by kernel
  for (const compiler::KernelProgram &program : current->getPrograms().kernels)
    nodes[program.name] = program.nodes;
  double all = 0, share = 0;
  for (auto [task, taken] : zip_equal(current->getTasks(), seconds)) {
    ArrayRef<std::string> ofTask = nodes.lookup(task.name);
    all += taken;
    if (any_of(change.nodes, [&](const std::string &node) {
          return is_contained(ofTask, node);
        }))
      share += taken;
  }
  return all > 0 ? share / all : 0;
}

//===-- another model -----------------------------------------------------===//

/// The best strategy for a task that is recorded and applies; its default if
/// none is better.
static Expected<std::string> findStrategy(const tuner::Task &task,
                                          tuner::Database &database,
                                          const tuner::RecordContext &context) {
  constexpr unsigned maxStrategies = 8;
  auto best = database.getBest(task.text, context, maxStrategies);
  if (!best)
    return best.takeError();
  for (const tuner::RankedStrategy &each : *best)
    if (each.share < 1 && task.space->applies(each.strategy))
      return each.strategy;
  return task.space->getDefault();
}

Expected<tuner::Choice>
ConfigurationRunner::choose(ArrayRef<tuner::Task> tasks) {
  StringMap<std::string> known; // by text
  for (auto [task, strategy] : zip_equal(current->getTasks(), strategies))
    known[task.text] = strategy;
  tuner::Choice choice;
  for (const tuner::Task &task : tasks) {
    auto found = known.find(task.text);
    if (found != known.end()) {
      choice.push_back(found->second);
      continue;
    }
    Expected<std::string> strategy =
        findStrategy(task, database, session.context);
    if (!strategy)
      return strategy.takeError();
    choice.push_back(std::move(*strategy));
  }
  return choice;
}

Expected<std::string> ConfigurationRunner::compile(ConfiguredModel &model,
                                                   const tuner::Choice &choice,
                                                   Artefact &artefact) {
  Expected<InModelMeasurer *> inModel = model.getInModel();
  if (!inModel)
    return inModel.takeError();
  auto texts = model.describeKernels(choice);
  if (!texts)
    return texts.takeError();
  artefact.texts = std::move(*texts);
  return (*inModel)->compile(choice, artefact.path);
}

Expected<std::string> ConfigurationRunner::compareResults() {
  std::vector<std::string> arguments{"compare", before.path, now.path,
                                     "--only-results", "--json"};
  addModelOptions(arguments, options.measure);
  Expected<ChildResult> result =
      runner.run(arguments, options.measure.runModel);
  if (!result)
    return result.takeError();
  return describeRun(*result);
}

/// Trials of each new kernel before a change is compared, and their largest
/// share of the session's time.
static constexpr unsigned kTrialsOfNew = 8;
static constexpr double kMaxTimeOfNew = 0.03;

Expected<bool> ConfigurationRunner::tuneNew(tuner::Choice &choice) {
  ArrayRef<tuner::Task> tasks = next->getTasks();
  StringSet<> known;
  for (const tuner::Task &task : current->getTasks())
    known.insert(task.text);
  SmallBitVector isNew(tasks.size());
  for (auto [i, task] : enumerate(tasks))
    isNew[i] =
        !known.contains(task.text) && choice[i] == task.space->getDefault();
  if (session.maxTrials != 0 || isNew.none())
    return false;
  auto inModel = next->getInModel();
  if (!inModel)
    return inModel.takeError();
  tuner::SessionOptions some = session;
  some.maxTrials = kTrialsOfNew * isNew.count();
  if (session.maxSeconds != 0) {
    double now = tuner::Budget(session).getSeconds();
    some.maxSeconds =
        std::min(session.maxSeconds, now + kMaxTimeOfNew * session.maxSeconds);
  }
  tuner::RoundSession rounds(tasks, database, **inModel, some);
  rounds.restrictTo(isNew);
  Error error =
      rounds.run([&](const tuner::Progress &) { return !runner.isEnding(); });
  costs += rounds.getCosts();
  if (error)
    return std::move(error);
  bool isBetter = false;
  for (unsigned i : isNew.set_bits()) {
    std::string best = rounds.getBest()[i];
    isBetter |= best != choice[i];
    choice[i] = std::move(best);
  }
  return isBetter;
}

Expected<std::string>
ConfigurationRunner::prepare(const tuner::Configuration &configuration) {
  previous.reset();
  next.reset();
  auto made = make(configuration);
  if (!made) // the passes refuse some decisions, and say why
    return tuner::describeFailure(tuner::Cause::CompileError,
                                  toString(made.takeError()));
  next = std::move(*made);
  auto choice = choose(next->getTasks());
  if (!choice)
    return choice.takeError();
  Expected<std::string> failure = compile(*current, strategies, before);
  if (!failure)
    return failure;
  if (!failure->empty())
    return createStringError("the model fails without new decisions: " +
                             *failure);
  failure = compile(*next, *choice, now);
  if (!failure || !failure->empty())
    return failure;
  failure = compareResults();
  if (!failure || !failure->empty())
    return failure;
  Expected<bool> isTuned = tuneNew(*choice);
  if (!isTuned)
    return isTuned.takeError();
  return *isTuned ? compile(*next, *choice, now) : std::move(failure);
}

static std::vector<tuner::KernelRuns>
getRuns(const ModelProfile &profile, const StringMap<std::string> &texts) {
  std::vector<tuner::KernelRuns> runs;
  for (const auto &[name, seconds] : profile.kernels) {
    auto text = texts.find(name);
    runs.push_back({text == texts.end() ? name : text->second, seconds});
  }
  return runs;
}

Expected<tuner::RegionOutcome> ConfigurationRunner::run() {
  auto profiles = runProfile(runner, {before.path, now.path}, options.measure);
  if (!profiles)
    return profiles.takeError();
  if (!profiles->failure.empty())
    return tuner::RegionOutcome{{}, profiles->failure};
  return tuner::RegionOutcome{
      tuner::compareRegions(getRuns(profiles->models.front(), before.texts),
                            getRuns(profiles->models.back(), now.texts)),
      ""};
}

Error ConfigurationRunner::adopt() {
  previous = std::move(current);
  current = std::move(next);
  strategies.clear();
  seconds.clear();
  return Error::success();
}

} // namespace tvm::tvmc
