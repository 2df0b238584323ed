// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/KernelTask.h"

#include "compiler/tuning/DecisionRecords.h"
#include "compiler/tuning/KernelRecords.h"

using namespace mlir;

namespace tvm::compiler {

StrategyApplier::~StrategyApplier() = default;

llvm::Expected<std::unique_ptr<KernelTask>>
KernelTask::read(const KernelProgram &program, MLIRContext *context) {
  auto kernel = ProgramKernel::read(program.path, context);
  if (!kernel)
    return kernel.takeError();
  std::unique_ptr<KernelTask> task(
      new KernelTask(std::move(*kernel), program.path));
  auto space = tuner::KernelSpace::create(task->kernel.getFunction(),
                                          task->kernel.getMachine());
  if (!space)
    return space.takeError();
  task->space = std::move(*space);
  task->strategies[task->space->getDefault().digest] = task->getDefault();
  return task;
}

std::string KernelTask::getDefault() const {
  return print(space->getDefault().strategies);
}

std::string KernelTask::draft(ArrayRef<int64_t> point) const {
  auto strategies = space->draft(point);
  if (strategies)
    return print(*strategies);
  llvm::consumeError(strategies.takeError()); // `build` says why
  return "";
}

llvm::Expected<PlanText> KernelTask::plan(ArrayRef<int64_t> point) const {
  if (!applier) {
    auto plan = space->build(point);
    if (!plan)
      return plan.takeError();
    return PlanText{print(plan->strategies), std::move(plan->digest)};
  }
  auto drafted = space->draft(point);
  if (!drafted)
    return drafted.takeError();
  return applier->complete(path, print(*drafted));
}

llvm::Expected<std::string> KernelTask::build(ArrayRef<int64_t> point) const {
  auto plan = this->plan(point);
  if (!plan)
    return plan.takeError();
  return strategies.try_emplace(plan->digest, plan->strategies).first->second;
}

bool KernelTask::applies(StringRef strategy) const {
  llvm::Error error =
      applier ? applier->check(path, strategy) : kernel.check(strategy);
  bool isRefused = static_cast<bool>(error);
  llvm::consumeError(std::move(error));
  return !isRefused;
}

double KernelTask::estimateDefault() const {
  return space->estimate(space->getParameters().getDefault());
}

llvm::Error KernelTask::writeProgram(StringRef strategy, StringRef path) const {
  func::FuncOp function = kernel.getFunction();
  tuner::BlocksAttr attribute =
      parseStrategies(strategy, function.getContext());
  if (!attribute)
    return llvm::createStringError("expected a strategy, got '" + strategy +
                                   "'");
  function->setAttr(schedule::kStrategyAttrName, attribute);
  llvm::Error error = writeProgramFile(kernel.getProgram(), path);
  function->removeAttr(schedule::kStrategyAttrName);
  return error;
}

} // namespace tvm::compiler
