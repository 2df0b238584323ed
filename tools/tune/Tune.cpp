// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/Tune.h"

#include "tools/tune/BestArtefact.h"
#include "tools/tune/ConfigurationRunner.h"
#include "tools/tune/Folder.h"
#include "tools/tune/KernelShares.h"
#include "tuner/rounds/RoundSession.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tvmc {

namespace {
/// One run of `tune`.
class Tuning {
public:
  Tuning(const TuneOptions &options, StringRef program, StringRef folder,
         const compiler::Sink &sink, TuneObserver &observer)
      : options(options), folder(folder), sink(sink), observer(observer),
        runner(program.str(), folder.str(), options.isInterrupted),
        artefact(options, runner, folder.str(), observer) {}

  mlir::LogicalResult run();

private:
  mlir::LogicalResult check(Error error);
  void tell(ConfiguredModel &model) {
    model.getAlone().onWarning(
        [this](StringRef text) { sink(compiler::Severity::Warning, text); });
    model.getAlone().onStep([this](StringRef step) { observer.begin(step); });
    observer.start(model.getPrograms(), model.getTasks());
  }
  bool isInterrupted() const {
    return options.isInterrupted && *options.isInterrupted;
  }
  /// Tells the observer of the kernels, with their shares of the time.
  Error list();
  Error search();
  /// Searches with sessions of both kinds, which have the same members.
  template <typename S> void finish(S &session);
  /// Warns of kernels whose default strategy has no times.
  void warnOfNoise(ArrayRef<tuner::TaskResult> results);
  Error searchAlone(tuner::Database &database,
                    const tuner::SessionOptions &sessionOptions);
  Error searchInModel(tuner::Database &database,
                      tuner::SessionOptions sessionOptions);
  /// Searches the strategies of the current configuration's kernels, and tries
  /// changes of it. Returns whether another configuration is the current one.
  Expected<bool> searchConfiguration(tuner::Database &database,
                                     const tuner::SessionOptions &options,
                                     tuner::ConfigurationSearch &decisions,
                                     ConfigurationRunner &models);
  /// Writes the artefact if it is time to, and the choice is better.
  Error offer(ConfiguredModel &from, const tuner::Choice &choice);
  /// Notes what the search found.
  Error keep(ConfiguredModel &from, const tuner::Choice &choice);
  /// Writes the faster one of the default and the tuned model.
  Error writeModel();

  const TuneOptions &options;
  StringRef folder;
  const compiler::Sink &sink;
  TuneObserver &observer;
  ChildRunner runner;
  std::unique_ptr<ConfiguredModel> model; // by default
  tuner::RoundCosts costs;
  BestArtefact artefact;
  /// The options of tvmc compile for the best that the search found, and a text
  /// that tells it apart.
  std::vector<std::string> best;
  std::string bestText;
};
} // namespace

Error Tuning::list() {
  observer.begin("measuring the kernels' shares of the time");
  auto shares = findShares(*model, runner, options.measure);
  if (!shares)
    return shares.takeError();
  observer.list(model->getPrograms(), model->getTasks(), *shares);
  return Error::success();
}

//===-- search ------------------------------------------------------------===//

/// The step of most trials.
static constexpr StringLiteral kSearching = "measuring strategies";

void Tuning::warnOfNoise(ArrayRef<tuner::TaskResult> results) {
  for (const tuner::TaskResult &result : results)
    if (result.defaultSeconds == 0 && result.counts.noisy != 0)
      sink(compiler::Severity::Warning,
           "kernel '" + result.task->name +
               "' is not tuned: the machine is too noisy for its default "
               "strategy");
}

template <typename S> void Tuning::finish(S &session) {
  runner.startLastPart();
  if constexpr (std::is_same_v<S, tuner::RoundSession>)
    observer.finishRounds(costs);
  warnOfNoise(session.getResults());
  observer.finish(session.getProgress(), session.getResults());
}

Error Tuning::searchAlone(tuner::Database &database,
                          const tuner::SessionOptions &sessionOptions) {
  tuner::Session session(model->getTasks(), database, model->getAlone(),
                         sessionOptions);
  Error offered = Error::success();
  observer.begin(kSearching);
  Error error = session.run([&](const tuner::Progress &progress) {
    bool goesOn = observer.hear(progress) && !isInterrupted();
    if (goesOn)
      offered =
          joinErrors(std::move(offered), offer(*model, session.getBest()));
    observer.begin(kSearching);
    return goesOn && !offered;
  });
  error = joinErrors(std::move(error), std::move(offered));
  if (error && !isInterrupted())
    return error;
  consumeError(std::move(error));
  finish(session);
  return keep(*model, session.getBest());
}

/// Rounds between two changes of decisions that are tried.
static constexpr unsigned kRoundsPerChange = 3;
/// The promise, as a share of the model's time, of changes that do not have to
/// wait until all strategies of kernels were tried.
static constexpr double kMinPromise = 0.01;

Expected<bool> Tuning::searchConfiguration(
    tuner::Database &database, const tuner::SessionOptions &sessionOptions,
    tuner::ConfigurationSearch &decisions, ConfigurationRunner &models) {
  ConfiguredModel &current = models.getCurrent();
  auto inModel = current.getInModel();
  if (!inModel)
    return inModel.takeError();
  tuner::RoundSession session(current.getTasks(), database, **inModel,
                              sessionOptions);
  tuner::Budget budget(sessionOptions);
  bool isEnded = false;
  auto searchOn = [&]() -> Expected<bool> {
    observer.begin("measuring the model by default");
    if (Error error = session.start())
      return std::move(error);
    isEnded = isInterrupted();
    while (!isEnded && budget.hasTime()) {
      if (Error error = offer(current, session.getBest()))
        return std::move(error);
      if (!decisions.isDone()) {
        models.note(session.getBest(), session.getResults());
        observer.begin("trying other decisions on operators");
        auto tried =
            decisions.tryNext(models, session.isDone() ? 0 : kMinPromise);
        if (!tried)
          return tried.takeError();
        if (*tried)
          observer.tryChange(**tried);
        if (*tried && (*tried)->result == tuner::TriedChange::Result::Adopted)
          return true;
      }
      unsigned numRounds = 0;
      auto hear = [&](const tuner::Progress &progress) {
        isEnded = !observer.hear(progress) || isInterrupted();
        return !isEnded && ++numRounds < kRoundsPerChange;
      };
      observer.begin(kSearching);
      if (Error error = session.run(hear))
        return std::move(error);
      // A number of trials limits both.
      if (session.isDone() &&
          (decisions.isDone() || sessionOptions.maxTrials != 0))
        break;
    }
    return false;
  };
  Expected<bool> isChanged = searchOn();
  costs += session.getCosts();
  costs += models.takeCosts();
  if (!isChanged && !isInterrupted())
    return isChanged.takeError();
  if (isChanged && *isChanged)
    return true;
  consumeError(isChanged.takeError());
  finish(session);
  if (Error error = keep(current, session.getBest()))
    return std::move(error);
  return false;
}

Error Tuning::searchInModel(tuner::Database &database,
                            tuner::SessionOptions sessionOptions) {
  sessionOptions.start = std::chrono::steady_clock::now();
  tuner::ConfigurationSearch decisions(
      options.onlyKernels ? std::vector<tuner::Change>()
                          : getChanges(model->getPrograms()),
      database, sessionOptions.context, sessionOptions.maxSpread);
  if (Error error = decisions.start())
    return error;
  for (const tuner::TriedChange &known : decisions.getKnown())
    observer.tryChange(known);
  ConfigurationRunner models(options, sessionOptions, database, folder.str(),
                             runner, std::move(model));
  if (!decisions.getConfiguration().empty()) {
    Error error = models.set(decisions.getConfiguration());
    if (!error) {
      tell(models.getCurrent());
    } else {
      decisions.leaveOutKnown();
      sink(compiler::Severity::Warning,
           "the recorded decisions are left out: " +
               toString(std::move(error)));
    }
  }
  while (true) {
    Expected<bool> isChanged =
        searchConfiguration(database, sessionOptions, decisions, models);
    if (!isChanged)
      return isChanged.takeError();
    if (!*isChanged)
      return Error::success();
    tell(models.getCurrent());
  }
}

Error Tuning::search() {
  auto database = tuner::Database::open(options.database, tuner::Mode::Create);
  if (!database)
    return database.takeError();
  tuner::SessionOptions sessionOptions = options.session;
  sessionOptions.context.target = model->getPrograms().target;
  sessionOptions.context.optLevel = model->getPrograms().optLevel;
  return options.isInModel() ? searchInModel(*database, sessionOptions)
                             : searchAlone(*database, sessionOptions);
}

//===-- the model ---------------------------------------------------------===//

Error Tuning::offer(ConfiguredModel &from, const tuner::Choice &choice) {
  if (!artefact.isDue() || from.isDefault(choice))
    return Error::success();
  auto further = from.writeStrategies(choice);
  if (!further)
    return further.takeError();
  return artefact.offer(*further, from.describe(choice));
}

Error Tuning::keep(ConfiguredModel &from, const tuner::Choice &choice) {
  bestText = from.describe(choice);
  return from.writeStrategies(choice).moveInto(best);
}

Error Tuning::writeModel() {
  auto comparison = artefact.finish(best, bestText);
  if (!comparison)
    return comparison.takeError();
  observer.compareModel(*comparison);
  if (!comparison->failure.empty())
    sink(compiler::Severity::Warning,
         "the default stays, the tuned model fails: " + comparison->failure);
  return Error::success();
}

mlir::LogicalResult Tuning::check(Error error) {
  if (!error)
    return mlir::success();
  sink(compiler::Severity::Error, toString(std::move(error)));
  return mlir::failure();
}

mlir::LogicalResult Tuning::run() {
  observer.begin("compiling the model to its kernels");
  auto made = ConfiguredModel::make(options, /*configuration=*/{}, folder.str(),
                                    runner, sink);
  if (failed(made))
    return mlir::failure();
  model = std::move(*made);
  if (options.onlyTasks)
    return check(list());
  tell(*model);
  if (failed(check(search())))
    return mlir::failure();
  bool isModelNeeded = options.comparesModel || !options.output.empty();
  return isModelNeeded ? check(writeModel()) : mlir::success();
}

mlir::LogicalResult tune(const TuneOptions &options, StringRef program,
                         const compiler::Sink &sink, TuneObserver &observer) {
  mlir::LogicalResult result = mlir::failure();
  Error error = useFolder(options.folder, [&](StringRef folder) {
    result = Tuning(options, program, folder, sink, observer).run();
    return Error::success(); // failures of a run are reported already
  });
  if (error)
    sink(compiler::Severity::Error, toString(std::move(error)));
  return result;
}

} // namespace tvm::tvmc
