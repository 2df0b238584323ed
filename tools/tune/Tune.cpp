#include "tools/tune/Tune.h"

#include "compiler/files/Files.h"
#include "tools/tune/ConfigurationRunner.h"
#include "tools/tune/Folder.h"
#include "tuner/rounds/RoundSession.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tvmc {

namespace {
/// One run of `tune`.
class Tuning {
public:
  Tuning(const TuneOptions &options, StringRef program, StringRef folder,
         const compiler::Sink &sink, TuneObserver &observer)
      : options(options), folder(folder), sink(sink), observer(observer),
        runner(program.str(), folder.str(), options.isInterrupted) {}

  mlir::LogicalResult run();

private:
  mlir::LogicalResult check(Error error);
  void tell(const ConfiguredModel &model) {
    observer.start(model.getPrograms(), model.getTasks());
  }
  bool isInterrupted() const {
    return options.isInterrupted && *options.isInterrupted;
  }
  Error search();
  /// Searches with sessions of both kinds, which have the same members.
  template <typename S> void finish(S &session);
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
  /// Compiles the model to `artefact`, with `further` options.
  Error compileModel(const std::string &artefact,
                     ArrayRef<std::string> further);
  /// Compares the whole models in turns, several times. Returns the cause of a
  /// failure of the tuned one.
  Expected<std::string> compareModels(const std::string &byDefault,
                                      const std::string &tuned,
                                      std::vector<tuner::Times> &times);
  /// Writes the faster one of the default and the tuned model.
  Error writeModel();

  const TuneOptions &options;
  StringRef folder;
  const compiler::Sink &sink;
  TuneObserver &observer;
  ChildRunner runner;
  std::unique_ptr<ConfiguredModel> model; // by default
  tuner::RoundCosts costs;
  /// The options of tvmc compile for the best that the search found.
  std::vector<std::string> best;
};
} // namespace

//===-- search ------------------------------------------------------------===//

template <typename S> void Tuning::finish(S &session) {
  if constexpr (std::is_same_v<S, tuner::RoundSession>)
    observer.finishRounds(costs);
  observer.finish(session.getProgress(), session.getResults());
}

Error Tuning::searchAlone(tuner::Database &database,
                          const tuner::SessionOptions &sessionOptions) {
  tuner::Session session(model->getTasks(), database, model->getAlone(),
                         sessionOptions);
  Error error = session.run([&](const tuner::Progress &progress) {
    return observer.hear(progress) && !isInterrupted();
  });
  if (error && !isInterrupted())
    return error;
  consumeError(std::move(error));
  finish(session);
  return model->writeStrategies(session.getBest()).moveInto(best);
}

/// Rounds between two changes of decisions that are tried.
static constexpr unsigned kRoundsPerChange = 3;

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
    if (Error error = session.start())
      return std::move(error);
    while (!isEnded && budget.hasTime()) {
      if (!decisions.isDone()) {
        models.note(session.getBest(), session.getResults());
        auto tried = decisions.tryNext(models);
        if (!tried)
          return tried.takeError();
        observer.tryChange(*tried);
        if (tried->result == tuner::TriedChange::Result::Adopted)
          return true;
      }
      unsigned numRounds = 0;
      auto hear = [&](const tuner::Progress &progress) {
        isEnded = !observer.hear(progress) || isInterrupted();
        return !isEnded && ++numRounds < kRoundsPerChange;
      };
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
  if (!isChanged && !isInterrupted())
    return isChanged.takeError();
  if (isChanged && *isChanged)
    return true;
  consumeError(isChanged.takeError());
  finish(session);
  if (Error error = current.writeStrategies(session.getBest()).moveInto(best))
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
  ConfigurationRunner models(options, sessionOptions.context, database,
                             folder.str(), runner, std::move(model));
  if (!decisions.getConfiguration().empty()) {
    if (Error error = models.set(decisions.getConfiguration()))
      return error;
    tell(models.getCurrent());
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
  return options.isInModel() ? searchInModel(*database, sessionOptions)
                             : searchAlone(*database, sessionOptions);
}

//===-- the model ---------------------------------------------------------===//

Error Tuning::compileModel(const std::string &artefact,
                           ArrayRef<std::string> further) {
  std::vector<std::string> arguments{"compile", options.model, "-o", artefact,
                                     "-q"};
  append_range(arguments, options.compileArguments);
  append_range(arguments, further);
  Expected<ChildResult> result = runner.run(arguments, Limits{/*seconds=*/0});
  if (!result)
    return result.takeError();
  if (!result->failure.empty())
    return createStringError(result->failure);
  return Error::success();
}

static Error copyFile(StringRef from, StringRef to) {
  if (to.empty())
    return Error::success(); // no artefact is asked for
  auto file = MemoryBuffer::getFile(from, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError("cannot read '" + from +
                             "': " + file.getError().message());
  return writeFile(to, [&](raw_ostream &os) { os << (*file)->getBuffer(); });
}

/// A tuned model that is not faster by this share stays out.
static constexpr double kMinGain = 0.005;
/// Comparisons of both models, and milliseconds of each.
static constexpr unsigned kComparisons = 3, kModelMilliseconds = 1000;

Expected<std::string> Tuning::compareModels(const std::string &byDefault,
                                            const std::string &tuned,
                                            std::vector<tuner::Times> &times) {
  std::vector<std::string> arguments{
      "compare",
      byDefault,
      tuned,
      "--json",
      "--threads=" + std::to_string(options.measure.threads),
      "--time=" + std::to_string(kModelMilliseconds)};
  if (!options.measure.inputs.empty())
    arguments.push_back("--inputs=" + options.measure.inputs);
  append_range(arguments, options.measure.runOptions);
  for (unsigned i = 0; i < kComparisons; ++i) {
    Expected<ChildResult> result =
        runner.run(arguments, Limits{/*seconds=*/600});
    if (!result)
      return result.takeError();
    if (!result->failure.empty())
      return result->failure;
    Expected<tuner::Times> each = parseTimes(result->output);
    if (!each)
      return each.takeError();
    times.push_back(*each);
  }
  return "";
}

Error Tuning::writeModel() {
  std::string byDefault = folder.str() + "/default.so",
              tuned = folder.str() + "/tuned.so";
  if (Error error = compileModel(byDefault, {}))
    return error;
  if (Error error = compileModel(tuned, best))
    return error;
  std::vector<tuner::Times> times;
  Expected<std::string> failure = compareModels(byDefault, tuned, times);
  if (!failure)
    return failure.takeError();
  if (!failure->empty()) {
    sink(compiler::Severity::Warning,
         "the default stays, the tuned model fails: " + *failure);
    return copyFile(byDefault, options.output);
  }
  llvm::sort(times, [](const tuner::Times &a, const tuner::Times &b) {
    return a.share < b.share;
  });
  // The gain is in all comparisons, and is worth it in most.
  const tuner::Times &median = times[times.size() / 2];
  bool isTuned = median.share < 1 - kMinGain && times.back().share < 1;
  observer.compareModel(median, isTuned);
  return copyFile(isTuned ? tuned : byDefault, options.output);
}

mlir::LogicalResult Tuning::check(Error error) {
  if (!error)
    return mlir::success();
  sink(compiler::Severity::Error, toString(std::move(error)));
  return mlir::failure();
}

mlir::LogicalResult Tuning::run() {
  auto made = ConfiguredModel::make(options, /*configuration=*/{}, folder.str(),
                                    runner, sink);
  if (failed(made))
    return mlir::failure();
  model = std::move(*made);
  tell(*model);
  if (options.onlyTasks)
    return mlir::success();
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
