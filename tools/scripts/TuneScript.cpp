// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/scripts/TuneScript.h"

#include "codegen/Target.h"
#include "compiler/files/Files.h"
#include "compiler/scripts/ScriptTask.h"
#include "tools/scripts/ScriptChild.h"
#include "tools/tune/Folder.h"
#include "tuner/scripts/model/AppliedModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tvmc {

namespace {
/// One run of `tuneScript`.
class ScriptTuning {
public:
  ScriptTuning(const TuneOptions &options, StringRef program, StringRef folder,
               const compiler::Sink &sink, TuneObserver &observer)
      : options(options), folder(folder), sink(sink), observer(observer),
        runner(program.str(), folder.str(), options.isInterrupted),
        measureOptions(getMeasureOptions(options)),
        measurer(runner, folder.str(), measureOptions) {}

  Error run(StringRef space);

private:
  /// All options of compilations hold for those of candidates.
  static MeasureOptions getMeasureOptions(const TuneOptions &options) {
    MeasureOptions measure = options.measure;
    measure.compileOptions = options.compileArguments;
    return measure;
  }
  bool isInterrupted() const {
    return options.isInterrupted && *options.isInterrupted;
  }
  /// The file with the payload, which other processes can read.
  Expected<std::string> getPayloadFile(StringRef text) const;
  Error readTask(StringRef space);
  /// Fails if the first strategy computes something else than the payload.
  Error checkDefault();
  Error search();
  /// Writes the best script that the database has.
  Error writeBest(tuner::Database &database) const;
  void reportRefusals() const;

  const TuneOptions &options;
  StringRef folder;
  const compiler::Sink &sink;
  TuneObserver &observer;
  ChildRunner runner;
  MeasureOptions measureOptions;
  std::optional<ScriptChild> applier;
  AloneMeasurer measurer;
  compiler::ScriptTask *script = nullptr; // the space of the only task
  std::vector<tuner::Task> tasks;
  compiler::KernelPrograms programs;
  tuner::RecordContext context; // of the records
};
} // namespace

//===-- the task ----------------------------------------------------------===//

/// The name of a function without characters that have a meaning in paths.
static std::string getFileName(StringRef function) {
  std::string name = function.str();
  for (char &c : name)
    if (!isAlnum(c))
      c = '_';
  return name;
}

Expected<std::string> ScriptTuning::getPayloadFile(StringRef text) const {
  if (options.model != "-")
    return options.model;
  std::string path = (folder + "/payload.mlir").str();
  if (Error error = writeFile(path, [&](raw_ostream &os) { os << text; }))
    return std::move(error);
  return path;
}

Error ScriptTuning::readTask(StringRef space) {
  observer.begin("applying the script");
  auto payload = compiler::readSource(options.model);
  if (!payload)
    return payload.takeError();
  auto source = compiler::readSource(space);
  if (!source)
    return source.takeError();
  std::string payloadText = payload->text;
  auto task = compiler::ScriptTask::create(
      std::move(*payload), std::move(*source), options.compile.plugins);
  if (!task)
    return task.takeError();
  script = task->get();
  Expected<std::string> file = getPayloadFile(payloadText);
  if (!file)
    return file.takeError();
  applier.emplace(runner, *file, measureOptions);
  script->setApplier(&*applier);
  StringRef machine = options.compile.target;
  auto target = codegen::Target::parse(machine.empty() ? "host" : machine);
  if (!target)
    return target.takeError();
  programs.target = target->str();
  programs.optLevel = options.compile.recorded.optLevel;
  context = options.session.context;
  context.target = programs.target;
  context.optLevel = programs.optLevel;
  std::string name = getFileName(script->getName()),
              path = (folder + "/" + name + ".mlir").str();
  if (Error error = script->writeProgram(script->getDefault(), path))
    return error;
  programs.kernels.push_back({name, script->getText(), /*numLaunches=*/1,
                              /*places=*/{0}, /*flops=*/0, /*bytes=*/0, path});
  tasks.push_back({name, script->getText(), 1, std::move(*task), {0}});
  measurer.add(name, path, [this](StringRef strategy, StringRef file) {
    return script->writeProgram(strategy, file);
  });
  if (options.onlyTasks)
    observer.list(programs, tasks, /*shares=*/{});
  else
    observer.start(programs, tasks);
  return Error::success();
}

Error ScriptTuning::checkDefault() {
  observer.begin("comparing the first options with the payload");
  std::string plain = (folder + "/plain.mlir").str(),
              scripted = programs.kernels.front().path;
  if (Error error = script->writePlainProgram(plain))
    return error;
  std::vector<std::string> arguments{"compare", "--only-results"};
  ProgramCompiler compiler(runner, measureOptions.compileOptions);
  for (const std::string &path : {plain, scripted}) {
    arguments.push_back(path + ".so");
    Expected<std::string> failure =
        compiler.compile(path, arguments.back(), measureOptions.compile);
    if (!failure)
      return failure.takeError();
    if (!failure->empty())
      return createStringError("cannot compile '" + path + "': " + *failure);
  }
  append_range(arguments, measureOptions.runOptions);
  Expected<ChildResult> result = runner.run(arguments, measureOptions.run);
  if (!result)
    return result.takeError();
  if (result->failure.empty())
    return Error::success();
  return createStringError(
      "cannot confirm that the script, with its first options, computes what "
      "the payload computes: " +
      result->failure);
}

//===-- search ------------------------------------------------------------===//

Error ScriptTuning::writeBest(tuner::Database &database) const {
  if (options.output.empty())
    return Error::success();
  auto best = database.getBest(script->getText(), context);
  if (!best)
    return best.takeError();
  bool isFaster = !best->empty() && best->front().share < 1;
  std::string text = isFaster ? best->front().strategy : script->getDefault();
  return writeFile(options.output,
                   [&](raw_ostream &os) { os << text << "\n"; });
}

Error ScriptTuning::search() {
  auto database = tuner::Database::open(options.database, tuner::Mode::Create);
  if (!database)
    return database.takeError();
  tuner::SessionOptions sessionOptions = options.session;
  sessionOptions.context = context;
  if (sessionOptions.search->usesModel)
    sessionOptions.makeModel = [this](const tuner::Task &) {
      return std::make_unique<tuner::AppliedModel>(*script);
    };
  tuner::Session session(tasks, *database, measurer, sessionOptions);
  observer.begin("measuring options");
  Error written = writeBest(*database);
  double share = 1;
  Error error = session.run([&](const tuner::Progress &progress) {
    if (!written && progress.bestShare < share) {
      share = progress.bestShare;
      written = writeBest(*database);
    }
    return observer.hear(progress) && !isInterrupted() && !written;
  });
  if (written)
    return joinErrors(std::move(written), std::move(error));
  if (error && !isInterrupted())
    return error;
  consumeError(std::move(error));
  observer.finish(session.getProgress(), session.getResults());
  return writeBest(*database);
}

void ScriptTuning::reportRefusals() const {
  for (const auto &[reason, count] : script->getRefusals())
    sink(compiler::Severity::Warning, "the script does not apply at " +
                                          std::to_string(count) +
                                          " points: " + reason);
}

Error ScriptTuning::run(StringRef space) {
  if (Error error = readTask(space))
    return error;
  if (options.onlyTasks)
    return Error::success();
  if (Error error = checkDefault())
    return error;
  if (Error error = search())
    return error;
  reportRefusals();
  return Error::success();
}

mlir::LogicalResult tuneScript(const TuneOptions &options, StringRef space,
                               StringRef program, const compiler::Sink &sink,
                               TuneObserver &observer) {
  Error error = useFolder(options.folder, [&](StringRef folder) {
    return ScriptTuning(options, program, folder, sink, observer).run(space);
  });
  if (!error)
    return mlir::success();
  sink(compiler::Severity::Error, toString(std::move(error)));
  return mlir::failure();
}

} // namespace tvm::tvmc
