#include "tools/tune/Tune.h"
#include "codegen/Kernels/KernelCompiler.h"
#include "runtime/include/tvm_runtime.h"
#include "tools/tune/Fleet.h"
#include "tools/tune/TuneReports.h"
#include "tools/tvmc/Command.h"
#include "tuner/database/Machine.h"
#include "tuner/database/Methods.h"
#include "tuner/model/FeatureModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
/// The options of the command: the options of the tuning, and its files.
struct CommandOptions {
  TuneOptions tune;
  StringRef model, output, folder, workers, device, measure;
  bool json = false;
};
} // namespace

static StringRef getHelp() {
  static const std::string text =
      R"(Measures strategies for the kernels of a model, on this machine, and records them. The same
command goes on where it ended. The artefact has the fastest ones, or, if the model as a
whole does not gain, the default ones.

  -o OUT.so             the artefact (none)
  --database=FILE       the records (tuning.db in the folder of the cache of kernels)
  --trials=N            strategies that are tried, with those of earlier commands
  --budget=TIME         how long strategies are tried: 90s, 10m, 2h (10m without --trials)
  --search=METHOD       how strategies are proposed (evolutionary): )" +
      join(tuner::getSearchMethodNames(), ", ") +
      R"(
  --seed=N              of the search (0)
  --threads=N           threads of a run (all)
  --measure=METHOD      where strategies run (model): model, with several new strategies in each run of the
                        whole model; alone, each kernel in turns with its default; alone-cold, with
                        empty caches before each run
  --time=MILLISECONDS   how long a measurement takes (100; 1000 in the model, for precise times only)
  --max-spread=X        distance of the quartiles of a measurement, as a share of its median, from
                        which on it is noise, and repeated (0.25)
  --inputs=IN.npz       inputs of the model's runs (random)
  --tasks               only print the kernels, and how many strategies they have
  --dump-kernels=FOLDER keep the programs of single kernels, and the last candidate
  --workers=ADDRESS     measure on a cluster of Dask, whose scheduler is there (tcp://host:8786)
  --device=NAME         resource of the cluster's workers that measure (measure)
  --json                print every trial and the results as lines of JSON

and those of the options of tvmc compile that the kernels depend on.
)";
  return text;
}

//===-- options -----------------------------------------------------------===//

/// The seconds in `value`: 90, 90s, 10m or 2h; 0 for other texts.
static double parseSeconds(StringRef value) {
  static constexpr std::pair<char, double> kUnits[] = {
      {'s', 1}, {'m', 60}, {'h', 3600}};
  double unit = 1, number;
  for (auto [letter, seconds] : kUnits)
    if (value.ends_with(letter)) {
      unit = seconds;
      value = value.drop_back();
      break;
    }
  return value.getAsDouble(number) || number <= 0 ? 0 : number * unit;
}

static Error wrong(StringRef argument, const Twine &expected) {
  return createStringError("wrong option '" + argument + "': expected " +
                           expected);
}

static Error parseNumber(StringRef argument, StringRef value, uint64_t least,
                         uint64_t &number) {
  if (value.getAsInteger(10, number) || number < least)
    return wrong(argument, "a number of " + Twine(least) + " or more");
  return Error::success();
}

static Error parseMilliseconds(StringRef argument, StringRef value,
                               TuneOptions &options) {
  uint64_t number;
  if (Error error = parseNumber(argument, value, 1, number))
    return error;
  options.measure.milliseconds = number;
  options.measure.run.seconds += number / 1000;
  return Error::success();
}

static Error parseThreads(StringRef argument, StringRef value,
                          TuneOptions &options) {
  uint64_t number;
  if (Error error = parseNumber(argument, value, 0, number))
    return error;
  options.measure.threads = number;
  return Error::success();
}

static Error parseSearch(StringRef argument, StringRef value,
                         TuneOptions &options) {
  options.session.search = tuner::findSearchMethod(value);
  if (options.session.search)
    return Error::success();
  return wrong(argument, "one of " + join(tuner::getSearchMethodNames(), ", "));
}

static Error parseBudget(StringRef argument, StringRef value,
                         TuneOptions &options) {
  options.session.maxSeconds = parseSeconds(value);
  if (options.session.maxSeconds > 0)
    return Error::success();
  return wrong(argument, "a time like 90s, 10m or 2h");
}

static Error parseSpread(StringRef argument, StringRef value,
                         TuneOptions &options) {
  double &spread = options.session.maxSpread;
  if (value.getAsDouble(spread) || !(spread > 0))
    return wrong(argument, "a positive number");
  options.measure.maxSpread = spread;
  return Error::success();
}

static Error parseMeasure(StringRef argument, StringRef value,
                          CommandOptions &options) {
  options.measure = value;
  options.tune.inModel = value == tuner::kInModel.name;
  options.tune.measure.coldCaches = value == tuner::kAloneCold.name;
  std::vector<StringRef> names;
  for (const tuner::Method &method : tuner::kMethods)
    names.push_back(method.name);
  if (is_contained(names, value))
    return Error::success();
  return wrong(argument, "one of " + join(names, ", "));
}

/// Parses an option of this command. Returns false for others.
static Expected<bool> parseOwnOption(StringRef argument,
                                     CommandOptions &options) {
  auto [name, value] = argument.split('=');
  TuneOptions &tune = options.tune;
  Error error = Error::success();
  if (argument == "--json")
    options.json = true;
  else if (argument == "--tasks")
    tune.onlyTasks = true;
  else if (name == "--trials")
    error = parseNumber(argument, value, 1, tune.session.maxTrials);
  else if (name == "--seed")
    error = parseNumber(argument, value, 0, tune.session.seed);
  else if (name == "--threads")
    error = parseThreads(argument, value, tune);
  else if (name == "--time")
    error = parseMilliseconds(argument, value, tune);
  else if (name == "--budget")
    error = parseBudget(argument, value, tune);
  else if (name == "--search")
    error = parseSearch(argument, value, tune);
  else if (name == "--measure")
    error = parseMeasure(argument, value, options);
  else if (name == "--max-spread")
    error = parseSpread(argument, value, tune);
  else if (name == "--inputs" && !value.empty())
    tune.measure.inputs = value.str();
  else if (name == "--workers" && !value.empty())
    options.workers = value;
  else if (name == "--device" && !value.empty())
    options.device = value;
  else if (name == "--dump-kernels" && !value.empty())
    tune.folder = value.str();
  else
    return false;
  if (error)
    return std::move(error);
  return true;
}

/// Parses an option of tvmc compile. Returns false for unknown options.
static Expected<bool> parseCompileOption(StringRef argument,
                                         TuneOptions &options) {
  Expected<bool> known = compiler::parseOption(argument, options.compile);
  if (!known || !*known)
    return known;
  StringRef name = argument.split('=').first;
  if (name == "--multiversion" || name == "--level" ||
      name.starts_with("--dump-"))
    return createStringError("tvmc tune has no option '" + name + "'");
  if (name != "--database" && argument != "-q" && argument != "--quiet")
    options.compileArguments.push_back(argument.str());
  if (name == "--load-plugin" || name == "--load-library")
    options.measure.compileOptions.push_back(argument.str());
  if (name == "--load-library")
    options.measure.runOptions.push_back(argument.str());
  return true;
}

/// Fails if options exclude each other.
static Error checkCluster(const CommandOptions &options) {
  if (options.workers.empty() && !options.device.empty())
    return createStringError("--device needs --workers");
  if (!options.workers.empty() &&
      (options.tune.onlyTasks || !options.tune.folder.empty() ||
       !options.measure.empty() || !options.tune.measure.inputs.empty()))
    return createStringError("--tasks, --dump-kernels, --measure and --inputs "
                             "exclude --workers");
  return Error::success();
}

static Error parse(Arguments arguments, CommandOptions &options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument.consume_front("-o")) {
      if (argument.empty() && i + 1 < arguments.size())
        argument = arguments[++i];
      options.tune.output = argument.str();
      continue;
    }
    Expected<bool> known = parseOwnOption(argument, options);
    if (known && !*known)
      known = parseCompileOption(argument, options.tune);
    if (!known)
      return known.takeError();
    if (*known)
      continue;
    if (argument.starts_with("-"))
      return createStringError("unknown option '" + argument + "'");
    if (!options.tune.model.empty())
      return createStringError("expected one model, got '" +
                               options.tune.model + "' and '" + argument + "'");
    options.tune.model = argument.str();
  }
  if (options.tune.model.empty())
    return createStringError("expected a model");
  return checkCluster(options);
}

//===-- the machine -------------------------------------------------------===//

/// The database of commands that name none.
static std::string getDefaultDatabase() {
  SmallString<128> path(codegen::getDefaultCacheFolder());
  sys::path::remove_filename(path);
  (void)sys::fs::create_directories(path);
  sys::path::append(path, "tuning.db");
  return path.str().str();
}

/// The model of the strategies of a task.
static std::unique_ptr<tuner::ScoreModel> makeModel(const tuner::Task &task) {
  return std::make_unique<tuner::FeatureModel>(
      [&task](ArrayRef<int64_t> point) { return task.space->describe(point); });
}

static void complete(TuneOptions &options) {
  constexpr double kDefaultBudget = 600;
  if (options.measure.milliseconds == 0)
    options.measure.milliseconds = options.inModel ? 1000 : 100;
  options.database = options.compile.database.empty()
                         ? getDefaultDatabase()
                         : options.compile.database;
  options.compile.database.clear();
  tuner::SessionOptions &session = options.session;
  session.context.method = options.inModel ? tuner::kInModel.name
                           : options.measure.coldCaches
                               ? tuner::kAloneCold.name
                               : tuner::kAlone.name;
  session.context.machine = tuner::getMachineName();
  session.context.version = tvm_runtime_version();
  if (!session.search)
    session.search = tuner::findSearchMethod("evolutionary");
  if (session.search->usesModel)
    session.makeModel = makeModel;
  if (session.maxTrials == 0 && session.maxSeconds == 0)
    session.maxSeconds = kDefaultBudget;
}

static std::atomic<bool> isInterrupted{false};

static int runTune(Arguments arguments) {
  CommandOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(tuneCommand, toString(std::move(error)));
  if (!options.workers.empty())
    return reportError(toString(runFleet(arguments)));
  complete(options.tune);
  // The second interrupt ends the program.
  sys::SetInterruptFunction([] { isInterrupted = true; });
  options.tune.isInterrupted = &isInterrupted;
  bool isQuiet = options.tune.compile.quiet;
  auto sink = [&](compiler::Severity severity, StringRef text) {
    if (severity == compiler::Severity::Error ||
        (severity == compiler::Severity::Warning && !isQuiet))
      printDiagnostic(severity, text);
  };
  std::unique_ptr<TuneObserver> observer =
      options.json ? makeJsonReport(outs(), options.tune)
                   : makeTextReport(outs(), errs(), options.tune, isQuiet);
  std::string program = sys::fs::getMainExecutable(nullptr, nullptr);
  return failed(tune(options.tune, program, sink, *observer)) ? UserError
                                                              : Success;
}

const Command tvm::tvmc::tuneCommand = {
    "tune", "measure strategies for the kernels of a model, and take the best",
    "tune MODEL.onnx|MODEL.mlir [-o OUT.so] [--trials=N] [--budget=TIME] "
    "[options]",
    getHelp, runTune};
