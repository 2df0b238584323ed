#include "tools/tune/Tune.h"

#include "compiler/files/Files.h"
#include "compiler/tuning/ModelTasks.h"
#include "llvm/ADT/ScopeExit.h"
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
  /// Compiles the model to `artefact`, with `further` options.
  Error compileModel(const std::string &artefact,
                     ArrayRef<std::string> further);
  /// Compares the default and the tuned model, and writes the faster one.
  Error writeModel();

  const TuneOptions &options;
  StringRef folder;
  const compiler::Sink &sink;
  TuneObserver &observer;
  ChildRunner runner;
  AloneMeasurer measurer;
  compiler::ModelTasks model;
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
    measurer.add(kernel.program->name, kernel.program->path, write);
  }
  observer.start(model.programs, model.tasks);
  return mlir::success();
}

//===-- search ------------------------------------------------------------===//

Error Tuning::search() {
  auto database = tuner::Database::open(options.database, tuner::Mode::Create);
  if (!database)
    return database.takeError();
  tuner::SessionOptions sessionOptions = options.session;
  sessionOptions.context.target = model.programs.target;
  tuner::Session session(model.tasks, *database, measurer, sessionOptions);
  Error error = session.run([&](const tuner::Progress &progress) {
    return observer.hear(progress) && !isInterrupted();
  });
  if (error && !isInterrupted())
    return error;
  consumeError(std::move(error));
  observer.finish(session);
  return Error::success();
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
/// Milliseconds for the comparison of both models.
static constexpr unsigned kModelMilliseconds = 3000;

Error Tuning::writeModel() {
  std::string byDefault = folder.str() + "/default.so",
              tuned = folder.str() + "/tuned.so";
  if (Error error = compileModel(byDefault, {}))
    return error;
  if (Error error = compileModel(tuned, "--database=" + options.database))
    return error;
  Expected<ChildResult> result =
      runner.run({"compare", byDefault, tuned, "--json",
                  "--threads=" + std::to_string(options.measure.threads),
                  "--time=" + std::to_string(kModelMilliseconds)},
                 Limits{/*seconds=*/600});
  if (!result)
    return result.takeError();
  if (!result->failure.empty()) {
    sink(compiler::Severity::Warning,
         "the default stays, the tuned model fails: " + result->failure);
    return copyFile(byDefault, options.output);
  }
  Expected<tuner::Times> times = parseTimes(result->output);
  if (!times)
    return times.takeError();
  bool isTuned = times->share < 1 - kMinGain;
  observer.compareModel(*times, isTuned);
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
  if (!options.folder.empty())
    return Tuning(options, program, options.folder, sink, observer).run();
  SmallString<128> folder;
  if (std::error_code code =
          sys::fs::createUniqueDirectory("tvmc-tune", folder)) {
    sink(compiler::Severity::Error,
         "cannot create a temporary folder: " + code.message());
    return mlir::failure();
  }
  scope_exit remove([&] { (void)sys::fs::remove_directories(folder); });
  return Tuning(options, program, folder, sink, observer).run();
}

} // namespace tvm::tvmc
