#include "tools/tune/Tune.h"

#include "compiler/files/Files.h"
#include "compiler/tuning/ModelProgram.h"
#include "compiler/tuning/ModelTasks.h"
#include "tools/tune/Folder.h"
#include "tools/tune/InModelMeasurer.h"
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
        runner(program.str(), folder.str(), options.isInterrupted),
        measurer(runner, folder.str(), options.measure) {}

  mlir::LogicalResult run();

private:
  mlir::LogicalResult check(Error error);
  mlir::LogicalResult readTasks();
  bool isInterrupted() const {
    return options.isInterrupted && *options.isInterrupted;
  }
  Error search();
  /// Searches with sessions of both kinds, which have the same members.
  template <typename S> Error searchWith(S &session);
  /// Compiles the model to `artefact`, with `further` options.
  Error compileModel(const std::string &artefact,
                     ArrayRef<std::string> further);
  Expected<std::vector<std::string>> writeStrategies();
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
  AloneMeasurer measurer;
  compiler::ModelTasks model;
  tuner::Choice best; // what the search found
};
} // namespace

//===-- tasks -------------------------------------------------------------===//

mlir::LogicalResult Tuning::readTasks() {
  auto read =
      compiler::readModelTasks(options.model, options.compile, folder, sink);
  if (failed(read))
    return mlir::failure();
  model = std::move(*read);
  for (const compiler::ModelTasks::Kernel &kernel : model.kernels) {
    auto write = [space = kernel.space](StringRef strategy, StringRef path) {
      return space->writeProgram(strategy, path);
    };
    // The strategy is written down, so that the kernel is the same as that of
    // the default model, and is compiled once for both.
    std::string byDefault =
        (folder + "/" + kernel.program->name + ".default.mlir").str();
    if (failed(check(write(kernel.space->getDefault(), byDefault))))
      return mlir::failure();
    measurer.add(kernel.program->name, byDefault, write);
  }
  observer.start(model.programs, model.tasks);
  return mlir::success();
}

//===-- search ------------------------------------------------------------===//

template <typename S> Error Tuning::searchWith(S &session) {
  Error error = session.run([&](const tuner::Progress &progress) {
    return observer.hear(progress) && !isInterrupted();
  });
  if (error && !isInterrupted())
    return error;
  consumeError(std::move(error));
  if constexpr (std::is_same_v<S, tuner::RoundSession>)
    observer.finishRounds(session.getCosts());
  observer.finish(session.getProgress(), session.getResults());
  best = session.getBest();
  return Error::success();
}

namespace {
/// The program of the tuned model, for measurements of all its kernels.
class ProgramOfTasks : public TunedModel {
public:
  ProgramOfTasks(compiler::ModelProgram &program, ArrayRef<tuner::Task> tasks)
      : program(program), tasks(tasks) {}

  Error write(const tuner::Choice &choice, StringRef path) override {
    for (auto [task, strategy] : zip_equal(tasks, choice))
      if (Error error = program.setStrategy(task.text, strategy))
        return error;
    return program.write(path);
  }
  std::vector<std::vector<std::string>> getKernels() const override {
    std::vector<std::vector<std::string>> kernels;
    for (const tuner::Task &task : tasks)
      kernels.push_back(program.getNames(task.text));
    return kernels;
  }

private:
  compiler::ModelProgram &program;
  ArrayRef<tuner::Task> tasks;
};
} // namespace

Error Tuning::search() {
  auto database = tuner::Database::open(options.database, tuner::Mode::Create);
  if (!database)
    return database.takeError();
  tuner::SessionOptions sessionOptions = options.session;
  sessionOptions.context.target = model.programs.target;
  if (!options.isInModel()) {
    tuner::Session session(model.tasks, *database, measurer, sessionOptions);
    return searchWith(session);
  }
  auto program = compiler::ModelProgram::read(model.programs.modelPath,
                                              model.context.get());
  if (!program)
    return program.takeError();
  ProgramOfTasks tuned(*program, model.tasks);
  InModelMeasurer inModel(runner, measurer, folder.str(), options.measure,
                          tuned);
  tuner::RoundSession session(model.tasks, *database, inModel, sessionOptions);
  return searchWith(session);
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

/// Writes the programs of kernels whose best strategy is not the default.
/// Returns the options that give the model these strategies.
Expected<std::vector<std::string>> Tuning::writeStrategies() {
  std::string place = folder.str() + "/best";
  if (std::error_code code = sys::fs::create_directories(place))
    return createStringError("cannot create folder '" + place +
                             "': " + code.message());
  std::vector<std::string> arguments;
  for (auto [kernel, strategy] : zip_equal(model.kernels, best)) {
    if (strategy == kernel.space->getDefault())
      continue;
    std::string path = place + "/" + kernel.program->name + ".mlir";
    if (Error error = kernel.space->writeProgram(strategy, path))
      return std::move(error);
    arguments.push_back("--strategies=" + path);
  }
  return arguments;
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
  auto strategies = writeStrategies();
  if (!strategies)
    return strategies.takeError();
  if (Error error = compileModel(byDefault, {}))
    return error;
  if (Error error = compileModel(tuned, *strategies))
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
  if (failed(readTasks()))
    return mlir::failure();
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
