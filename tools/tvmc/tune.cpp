// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/Tune.h"
#include "codegen/Artefacts/OutputFile.h"
#include "codegen/Kernels/CacheFolder.h"
#include "compiler/Plugins.h"
#include "compiler/Version.h"
#include "tools/scripts/TuneScript.h"
#include "tools/tune/Fleet.h"
#include "tools/tune/TuneReports.h"
#include "tools/tune/report/Report.h"
#include "tools/tune/report/ReportCollector.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tuner/database/Database.h"
#include "tuner/database/Machine.h"
#include "tuner/database/Methods.h"
#include "tuner/database/Schema.h"
#include "tuner/session/TaskModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
/// The options of the command: the options of the tuning, and its files.
struct CommandOptions {
  TuneOptions tune;
  StringRef model, output, folder, workers, device,
      search = "evolutionary", measure, inputs, report, space;
  unsigned maxCode = 0; // CompileLimits::kilobytes; 0: as it is
  bool json = false;
};
} // namespace

/// The name of the database of commands that name none: a new file for each
/// schema, so that those of earlier programs do not get into the way.
static std::string getDatabaseName() {
  return "tuning-" + std::to_string(tuner::kSchemaVersion) + ".db";
}

/// Whether `name` is an option of tvmc compile that makes no sense here.
static bool isOnlyForCompile(StringRef name) {
  return name == "--multiversion" || name == "--level" || name == "--times" ||
         name == "--timing" || name == "--run-threads" ||
         name.starts_with("--dump-");
}

/// Whether `name` is an option of tvmc compile with another meaning here.
static bool isExplainedHere(StringRef name) {
  return name == "--database" || name == "--threads";
}

/// The help for options of tvmc compile that this command has as well.
static std::string getCompileHelp() {
  std::string help;
  bool isKept = false;
  for (StringRef line : split(compiler::getOptionsHelp().rtrim(), '\n')) {
    if (line.starts_with("  -")) {
      StringRef name =
          line.trim().take_until([](char c) { return c == '=' || c == ' '; });
      isKept = !isOnlyForCompile(name) && !isExplainedHere(name);
    }
    if (isKept)
      help += (line + "\n").str();
  }
  return help;
}

static StringRef getHelp() {
  static const std::string text =
      R"(Searches for faster strategies of the kernels of a model: it measures them on this machine and
records the times. The same command goes on where it ended. The artefact has the fastest strategies,
or the default ones if the model as a whole does not gain.

  -o OUT.so             write the artefact (none is written)
  --database=FILE       keep the records there ()" +
      getDatabaseName() + R"( in the folder of the cache of kernels)
  --report=FILE         write a page (FILE.html) or a text (FILE.md) on the results: the whole model, kernels,
                        the machine's roofline, strategies, curves, failures, time
  --json                print every trial and the results as lines of JSON
  --tasks               only print the kernels, their shares of the time, and how many strategies they have
  --space=SCRIPT.mlir   search the choices of a transform script (transform.tune.knob and others) for
                        a module in upstream's dialects; -o is the script with the fastest ones

How long and how to search:

  --budget=TIME         stop after this time: 90s, 10m, 2h (10m without --trials)
  --trials=N            stop when N strategies were tried, those of earlier commands included
  --search=METHOD       how strategies are proposed (evolutionary): )" +
      join(tuner::getSearchMethodNames(), ", ") +
      R"(,
                        or that of a plug-in (--load-plugin)
  --seed=N              seed of the search (0)
  --only-kernels        search strategies only; otherwise other algorithms and layouts of convolutions,
                        and the fusion of operators, are tried as well if --measure is model

How to measure:

  --measure=METHOD      where strategies run (model): model, with several new ones in each run of the whole
                        model; alone, each kernel in turns with its default strategy; alone-cold,
                        with empty caches before each run
  --threads=N           threads of a run (all)
  --inputs=IN.npz       inputs of the model's runs (random)
  --time=MILLISECONDS   time of a measurement (100; in the model at most 300)
  --max-spread=X        a measurement is noise, and repeated, if the distance of its quartiles is larger
                        than this share of its median (0.25); strategies whose times remain noise are
                        counted, and not recorded
  --workers=ADDRESS     measure on a cluster of Dask, whose scheduler is there (tcp://host:8786)
  --device=NAME         resource of the cluster's workers that measure (measure)

Limits of a strategy that is tried, beyond which it counts as a failure:

  --max-compile-time=TIME  time of its compilation (60s)
  --max-compile-memory=MB  memory of its compilation (4096)
  --max-code=KB         size of its instructions (4000)
  --max-run-time=TIME   time of its run, which may never end (20s)
  --dump-kernels=FOLDER keep the programs of single kernels, and the last strategy that was tried

How the model is compiled. The search keeps to it: it tries no other precision, and nothing that is
excluded here, such as Winograd's algorithm by --winograd=never.

)" + getCompileHelp();
  return text;
}

//===-- options -----------------------------------------------------------===//

/// Parses an option of tvmc compile. Returns false for unknown options.
static Expected<bool> parseCompileOption(StringRef argument,
                                         TuneOptions &options) {
  Expected<bool> known = compiler::parseOption(argument, options.compile);
  if (!known || !*known)
    return known;
  StringRef name = argument.split('=').first;
  if (isOnlyForCompile(name))
    return createStringError("tvmc tune has no option '" + name + "'");
  if (name != "--database" && argument != "-q" && argument != "--quiet")
    options.compileArguments.push_back(argument.str());
  if (name == "--load-plugin" || name == "--load-library")
    options.measure.compileOptions.push_back(argument.str());
  if (name == "--load-library")
    options.measure.runOptions.push_back(argument.str());
  return true;
}

/// Finds the method of search, which may be one of a plug-in that was loaded.
static Error findSearch(StringRef name, TuneOptions &options) {
  options.session.search = tuner::findSearchMethod(name);
  if (options.session.search)
    return Error::success();
  return createStringError("wrong option '--search=" + name +
                           "': expected one of " +
                           join(tuner::getSearchMethodNames(), ", "));
}

static void addMeasure(ArgumentParser &parser, CommandOptions &options) {
  parser.addOption("--measure", [&](StringRef value) -> std::string {
    options.measure = value;
    std::vector<StringRef> names;
    for (const tuner::Method &method : tuner::kKernelMethods)
      names.push_back(method.name);
    return is_contained(names, value) ? "" : "one of " + join(names, ", ");
  });
}

static void addCompileOptions(ArgumentParser &parser, TuneOptions &options) {
  std::vector<StringRef> names = compiler::getOptionNames();
  erase_if(names, isOnlyForCompile);
  parser.addOthers(names, [&](StringRef argument) {
    return parseCompileOption(argument, options);
  });
}

/// Adds an option for whole seconds.
static void addSeconds(ArgumentParser &parser, StringRef name,
                       unsigned &value) {
  parser.addOption(name, [&value](StringRef given) -> std::string {
    StringRef number = given;
    unsigned factor = number.consume_back("m") ? 60 : 1;
    if (factor == 1)
      number.consume_back("s");
    unsigned seconds = 0;
    if (number.getAsInteger(10, seconds) || seconds == 0 || seconds > 86'400)
      return "a time like 60s or 2m, of a day at most";
    value = seconds * factor;
    return "";
  });
}

static void addLimits(ArgumentParser &parser, CommandOptions &options) {
  MeasureOptions &measure = options.tune.measure;
  addSeconds(parser, "--max-compile-time", measure.compile.seconds);
  parser.addNumber("--max-compile-memory", measure.compile.megabytes,
                   /*least=*/1);
  parser.addNumber("--max-code", options.maxCode, /*least=*/1);
  addSeconds(parser, "--max-run-time", measure.run.seconds);
}

static void addReport(ArgumentParser &parser, CommandOptions &options) {
  parser.addOption("--report", [&](StringRef path) -> std::string {
    options.report = path;
    options.tune.comparesModel = true;
    return isReportName(path) ? "" : "--report=FILE.html or --report=FILE.md";
  });
}

/// Fails if options exclude each other.
static Error checkCluster(const CommandOptions &options) {
  if (options.workers.empty() && !options.device.empty())
    return createStringError("--device needs --workers");
  if (!options.workers.empty() &&
      (options.tune.onlyTasks || options.tune.onlyKernels ||
       !options.folder.empty() || !options.measure.empty() ||
       !options.inputs.empty() || !options.report.empty() ||
       options.maxCode != 0))
    return createStringError("--tasks, --only-kernels, --dump-kernels, "
                             "--measure, --inputs, --max-code and --report "
                             "exclude --workers");
  if (options.tune.onlyTasks && !options.report.empty())
    return createStringError("--tasks has no results for --report");
  if (!options.space.empty() &&
      (!options.workers.empty() || !options.report.empty() ||
       !options.measure.empty() || !options.inputs.empty() ||
       options.tune.onlyKernels))
    return createStringError("--space excludes --workers, --report, --measure, "
                             "--inputs and --only-kernels");
  return Error::success();
}

static Error parse(Arguments arguments, CommandOptions &options) {
  static constexpr Unit kTimes[] = {{"s", 1}, {"m", 60}, {"h", 3600}};
  TuneOptions &tune = options.tune;
  ArgumentParser parser("model", options.model);
  parser.addOutput(options.output);
  parser.addFlag("--json", options.json);
  parser.addFlag("--tasks", tune.onlyTasks);
  parser.addFlag("--only-kernels", tune.onlyKernels);
  parser.addNumber("--trials", tune.session.maxTrials, /*least=*/1);
  parser.addNumber("--seed", tune.session.seed);
  parser.addNumber("--threads", tune.measure.threads);
  parser.addNumber("--time", tune.measure.milliseconds, /*least=*/1);
  parser.addValue("--budget", tune.session.maxSeconds, kTimes,
                  "a time like 90s, 10m or 2h");
  parser.addText("--space", options.space);
  parser.addReal("--max-spread", tune.session.maxSpread);
  parser.addText("--search", options.search);
  parser.addText("--inputs", options.inputs);
  parser.addText("--workers", options.workers);
  parser.addText("--device", options.device);
  parser.addText("--dump-kernels", options.folder);
  addReport(parser, options);
  addLimits(parser, options);
  addMeasure(parser, options);
  addCompileOptions(parser, tune);
  if (Error error = parser.parse(arguments))
    return error;
  return checkCluster(options);
}

//===-- the machine -------------------------------------------------------===//

/// The database of commands that name none.
static std::string getDefaultDatabase() {
  SmallString<128> path(codegen::getDefaultCacheFolder());
  sys::path::remove_filename(path);
  (void)sys::fs::create_directories(path);
  sys::path::append(path, getDatabaseName());
  return path.str().str();
}

static void complete(CommandOptions &given) {
  constexpr double kDefaultBudget = 600;
  TuneOptions &options = given.tune;
  options.model = given.model.str();
  options.output = given.output.str();
  options.folder = given.folder.str();
  if (!given.measure.empty())
    options.session.context.method = given.measure.str();
  if (!given.space.empty()) // a module has no model around it
    options.session.context.method = tuner::kAlone.name.str();
  options.measure.coldCaches =
      options.session.context.method == tuner::kAloneCold.name;
  options.measure.inputs = given.inputs.str();
  if (given.maxCode != 0)
    options.measure.compile.kilobytes = given.maxCode;
  options.measure.maxSpread = options.session.maxSpread;
  if (options.measure.milliseconds == 0)
    options.measure.milliseconds = options.isInModel() ? 300 : 100;
  options.database = options.compile.database.empty()
                         ? getDefaultDatabase()
                         : options.compile.database;
  options.compile.database.clear();
  tuner::SessionOptions &session = options.session;
  session.context.machine = tuner::getMachineName();
  session.context.version = compiler::getBuildVersion();
  session.context.threads = options.measure.threads;
  if (session.search->usesModel)
    session.makeModel = tuner::makeTaskModel;
  if (session.maxTrials == 0 && session.maxSeconds == 0)
    session.maxSeconds = kDefaultBudget;
}

/// Fails if a file of the results cannot be written: that must not be found
/// after all the time was spent.
static Error checkFiles(const CommandOptions &options) {
  std::vector<StringRef> paths{options.output, options.report};
  if (!options.tune.onlyTasks)
    paths.push_back(options.tune.database);
  for (StringRef path : paths)
    if (!path.empty())
      if (Error error = codegen::checkOutputFile(path))
        return error;
  if (options.tune.onlyTasks)
    return Error::success();
  return tuner::Database::open(options.tune.database, tuner::Mode::Create)
      .takeError();
}

static std::atomic<bool> isInterrupted{false};

/// Writes the report, if one is asked for and there are results.
static int writeReport(const CommandOptions &options,
                       const ReportCollector &collector) {
  if (!collector.getSummary().isComplete)
    return Success;
  if (!collector.getProblem().empty())
    return reportError(collector.getProblem());
  if (Error error = tvmc::writeReport(collector.getSummary(), options.report))
    return reportError(toString(std::move(error)));
  return Success;
}

static int tuneAndReport(const CommandOptions &options,
                         const compiler::Sink &sink, TuneObserver &observer) {
  std::string program = sys::fs::getMainExecutable(nullptr, nullptr);
  if (options.report.empty())
    return failed(tune(options.tune, program, sink, observer)) ? UserError
                                                               : Success;
  ReportCollector collector(options.tune, observer);
  bool hasFailed = failed(tune(options.tune, program, sink, collector));
  int status = writeReport(options, collector);
  return hasFailed ? UserError : status;
}

static int runTune(Arguments arguments) {
  CommandOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(tuneCommand, toString(std::move(error)));
  if (Error error = compiler::loadPlugins(options.tune.compile.plugins))
    return reportError(toString(std::move(error)));
  if (Error error = findSearch(options.search, options.tune))
    return reportWrongUsage(tuneCommand, toString(std::move(error)));
  complete(options);
  if (Error error = checkFiles(options))
    return reportError(toString(std::move(error)));
  if (!options.workers.empty())
    return reportError(toString(runFleet(arguments)));
  // The second interrupt ends the program.
  sys::SetInterruptFunction([] { isInterrupted = true; });
  options.tune.isInterrupted = &isInterrupted;
  bool isQuiet = options.tune.compile.quiet;
  ProgressLine line(errs(), isQuiet || options.json,
                    sys::Process::StandardErrColumns());
  auto sink = [&](compiler::Severity severity, StringRef text) {
    if (severity == compiler::Severity::Error ||
        (severity == compiler::Severity::Warning && !isQuiet))
      line.print([&](raw_ostream &) { printDiagnostic(severity, text); });
  };
  std::unique_ptr<TuneObserver> observer =
      options.json ? makeJsonReport(outs(), options.tune)
                   : makeTextReport(outs(), line, options.tune, isQuiet);
  if (options.space.empty())
    return tuneAndReport(options, sink, *observer);
  std::string program = sys::fs::getMainExecutable(nullptr, nullptr);
  return failed(
             tuneScript(options.tune, options.space, program, sink, *observer))
             ? UserError
             : Success;
}

const Command tvm::tvmc::tuneCommand = {
    "tune", "measure strategies for the kernels of a model, and take the best",
    "tune MODEL.onnx|MODEL.mlir [-o OUT.so] [--trials=N] [--budget=TIME] "
    "[options]",
    getHelp, runTune};
