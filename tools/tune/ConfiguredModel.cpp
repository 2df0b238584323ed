// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/ConfiguredModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tvm::tvmc {

/// The program of the model, for measurements of all its kernels.
class ConfiguredModel::Program : public TunedModel {
public:
  Program(compiler::ModelProgram program, ArrayRef<tuner::Task> tasks)
      : program(std::move(program)), tasks(tasks) {}

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

  compiler::ModelProgram program;

private:
  ArrayRef<tuner::Task> tasks;
};

ConfiguredModel::ConfiguredModel(const TuneOptions &options,
                                 tuner::Configuration configuration,
                                 std::string folder, const ChildRunner &runner)
    : options(options), runner(runner), configuration(std::move(configuration)),
      folder(std::move(folder)), applier(runner, options.measure),
      alone(runner, this->folder, options.measure) {}

ConfiguredModel::~ConfiguredModel() = default;

//===-- kernels -----------------------------------------------------------===//

/// Writes the decisions of a configuration to a file in `folder`, and returns
/// its path; empty without decisions.
static Expected<std::string>
writeConfiguration(const tuner::Configuration &configuration,
                   const std::string &folder, mlir::MLIRContext *context) {
  if (configuration.empty())
    return "";
  std::vector<compiler::GivenDecision> decisions;
  for (const tuner::OperatorDecision &each : configuration)
    decisions.push_back({each.op, each.name, each.value});
  std::string path = folder + "/" + compiler::kOperatorsFileName.str();
  if (Error error = compiler::writeDecisions(decisions, path, context))
    return std::move(error);
  return path;
}

static Error createFolder(const std::string &folder) {
  if (std::error_code code = sys::fs::create_directories(folder))
    return createStringError("cannot create folder '" + folder +
                             "': " + code.message());
  return Error::success();
}

/// Writes the default strategies of kernels into the program that returns their
/// inputs. Its kernels then equal those of the default model, which were
/// compiled before.
static Error nameDefaults(const compiler::ModelTasks &model) {
  const std::string &path = model.programs.inputsPath;
  if (path.empty())
    return Error::success();
  auto program = compiler::ModelProgram::read(path, model.context.get());
  if (!program)
    return program.takeError();
  for (const tuner::Task &task : model.tasks)
    if (Error error = program->setStrategy(task.text, task.space->getDefault()))
      return error;
  return program->write(path);
}

Error ConfiguredModel::addKernels() {
  if (Error error = nameDefaults(model))
    return error;
  alone.record(model.programs.inputsPath);
  for (const compiler::ModelTasks::Kernel &kernel : model.kernels) {
    auto write = [space = kernel.space](StringRef strategy, StringRef path) {
      return space->writeProgram(strategy, path);
    };
    // The strategy is written down, so that the kernel is the same as that of
    // the default model, and is compiled once for both.
    std::string byDefault = folder + "/" + kernel.program->name;
    byDefault += ".default.mlir";
    if (Error error = write(kernel.space->getDefault(), byDefault))
      return error;
    alone.add(kernel.program->name, byDefault, write,
              kernel.program->exactPath);
    kernel.space->setApplier(&applier);
  }
  return Error::success();
}

mlir::FailureOr<std::unique_ptr<ConfiguredModel>>
ConfiguredModel::make(const TuneOptions &options,
                      tuner::Configuration configuration, std::string folder,
                      const ChildRunner &runner, const compiler::Sink &sink) {
  std::unique_ptr<ConfiguredModel> made(new ConfiguredModel(
      options, std::move(configuration), std::move(folder), runner));
  auto fail = [&](Error error) {
    sink(compiler::Severity::Error, toString(std::move(error)));
    return mlir::failure();
  };
  compiler::Options compile = options.compile;
  if (!made->configuration.empty()) {
    if (Error error = createFolder(made->folder))
      return fail(std::move(error));
    auto context = compiler::makeContext(options.compile, sink);
    if (!context)
      return mlir::failure();
    Expected<std::string> path =
        writeConfiguration(made->configuration, made->folder, context.get());
    if (!path)
      return fail(path.takeError());
    compile.strategies.push_back(*path);
  }
  auto read =
      compiler::readModelTasks(options.model, compile, made->folder, sink);
  if (failed(read))
    return mlir::failure();
  made->model = std::move(*read);
  if (Error error = made->addKernels())
    return fail(std::move(error));
  return made;
}

//===-- the whole model ---------------------------------------------------===//

Expected<InModelMeasurer *> ConfiguredModel::getInModel() {
  if (inModel)
    return inModel.get();
  auto read = compiler::ModelProgram::read(model.programs.modelPath,
                                           model.context.get());
  if (!read)
    return read.takeError();
  program = std::make_unique<Program>(std::move(*read), model.tasks);
  inModel = std::make_unique<InModelMeasurer>(runner, alone, folder,
                                              options.measure, *program);
  return inModel.get();
}

Expected<StringMap<std::string>>
ConfiguredModel::describeKernels(const tuner::Choice &choice) {
  if (auto made = getInModel(); !made)
    return made.takeError();
  StringMap<StringRef> strategies; // by text
  for (auto [task, strategy] : zip_equal(model.tasks, choice))
    strategies[task.text] = strategy;
  StringMap<std::string> texts;
  program->program.forEachKernel(
      [&](StringRef name, StringRef text, unsigned numLaunches) {
        texts[name] =
            (text + "\n" + strategies.lookup(text) + "\n" + Twine(numLaunches))
                .str();
      });
  return texts;
}

std::vector<std::string>
ConfiguredModel::getNames(const compiler::KernelProgram &of) const {
  std::vector<std::string> names;
  if (program)
    names = program->program.getNames(of.text);
  return names.empty() ? std::vector{of.name} : names;
}

bool ConfiguredModel::isDefault(const tuner::Choice &choice) const {
  return configuration.empty() &&
         all_of(zip_equal(model.tasks, choice), [](const auto &each) {
           const auto &[task, strategy] = each;
           return strategy == task.space->getDefault();
         });
}

std::string ConfiguredModel::describe(const tuner::Choice &choice) const {
  std::string text;
  for (const tuner::OperatorDecision &each : configuration)
    text += each.op + " " + each.name + " " + each.value + "\n";
  for (auto [task, strategy] : zip_equal(model.tasks, choice))
    text += task.text + " " + strategy + "\n";
  return text;
}

Expected<std::vector<std::string>>
ConfiguredModel::writeStrategies(const tuner::Choice &choice) {
  std::string place = folder + "/best";
  if (Error error = createFolder(place))
    return std::move(error);
  std::vector<std::string> arguments;
  Expected<std::string> decisions =
      writeConfiguration(configuration, place, model.context.get());
  if (!decisions)
    return decisions.takeError();
  if (!decisions->empty())
    arguments.push_back("--strategies=" + *decisions);
  for (auto [kernel, strategy] : zip_equal(model.kernels, choice)) {
    if (strategy == kernel.space->getDefault())
      continue;
    std::string path = place + "/" + kernel.program->name + ".mlir";
    if (Error error = kernel.space->writeProgram(strategy, path))
      return std::move(error);
    arguments.push_back("--strategies=" + path);
  }
  return arguments;
}

} // namespace tvm::tvmc
