#include "compiler/tuning/KernelTask.h"

#include "compiler/Dump.h"
#include "compiler/schedules/KernelFiles.h"
#include "compiler/tuning/KernelRecords.h"

using namespace mlir;

namespace tvm::compiler {

llvm::Expected<std::unique_ptr<KernelTask>>
KernelTask::read(const KernelProgram &program, MLIRContext *context) {
  OwningOpRef<ModuleOp> module = readDump(std::nullopt, program.path, context);
  if (!module)
    return llvm::createStringError("cannot read '" + program.path + "'");
  std::unique_ptr<KernelTask> task(new KernelTask(std::move(module)));
  func::FuncOp function = task->getFunction();
  auto cpu = target::CPU::get(function);
  if (failed(cpu))
    return llvm::createStringError("'" + program.path +
                                   "' describes its CPU incorrectly");
  task->machine.emplace(*cpu);
  auto space = tuner::KernelSpace::create(function, *task->machine);
  if (!space)
    return space.takeError();
  task->space = std::move(*space);
  return task;
}

func::FuncOp KernelTask::getFunction() const {
  ModuleOp module = program.get();
  return getKernel(*module.getOps<ModuleOp>().begin());
}

static std::string print(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os);
  return text;
}

std::string KernelTask::getDefault() const {
  return print(space->getDefault());
}

llvm::Expected<std::string> KernelTask::build(ArrayRef<int64_t> point) const {
  auto strategies = space->build(point);
  if (!strategies)
    return strategies.takeError();
  return print(*strategies);
}

bool KernelTask::applies(StringRef strategy) const {
  func::FuncOp function = getFunction();
  tuner::BlocksAttr blocks = parseStrategies(strategy, function.getContext());
  if (!blocks)
    return false;
  llvm::Error error = tuner::checkStrategies(function, blocks, *machine);
  bool isRefused = static_cast<bool>(error);
  llvm::consumeError(std::move(error));
  return !isRefused;
}

double KernelTask::estimateDefault() const {
  return space->estimate(space->getParameters().getDefault());
}

llvm::Error KernelTask::writeProgram(StringRef strategy, StringRef path) const {
  func::FuncOp function = getFunction();
  tuner::BlocksAttr attribute =
      parseStrategies(strategy, function.getContext());
  if (!attribute)
    return llvm::createStringError("expected a strategy, got '" + strategy +
                                   "'");
  function->setAttr(schedule::kStrategyAttrName, attribute);
  llvm::Error error = writeProgramFile(*program, path);
  function->removeAttr(schedule::kStrategyAttrName);
  return error;
}

} // namespace tvm::compiler
