// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/ProgramKernel.h"

#include "compiler/Dump.h"
#include "compiler/schedules/KernelFiles.h"
#include "compiler/tuning/DecisionRecords.h"
#include "compiler/tuning/KernelRecords.h"

using namespace mlir;

namespace tvm::compiler {

llvm::Expected<ProgramKernel> ProgramKernel::read(StringRef path,
                                                  MLIRContext *context) {
  ProgramKernel kernel;
  kernel.program = readDump(std::nullopt, path, context);
  if (!kernel.program)
    return llvm::createStringError("cannot read '" + path + "'");
  auto cpu = target::CPU::get(kernel.getFunction());
  if (failed(cpu))
    return llvm::createStringError("'" + path +
                                   "' describes its CPU incorrectly");
  kernel.machine = std::make_unique<tuner::MachineModel>(*cpu);
  return kernel;
}

func::FuncOp ProgramKernel::getFunction() const {
  return getKernel(*getProgram().getOps<ModuleOp>().begin());
}

static llvm::Expected<tuner::BlocksAttr> parse(StringRef text,
                                               MLIRContext *context) {
  if (tuner::BlocksAttr strategies = parseStrategies(text, context))
    return strategies;
  return llvm::createStringError("expected strategies, got '" + text + "'");
}

llvm::Expected<PlanText> ProgramKernel::complete(StringRef some) const {
  func::FuncOp function = getFunction();
  auto given = parse(some, function.getContext());
  if (!given)
    return given.takeError();
  auto all = tuner::completeStrategies(function, *given, *machine);
  if (!all)
    return all.takeError();
  return PlanText{print(all->strategies), std::move(all->digest)};
}

llvm::Error ProgramKernel::check(StringRef strategies) const {
  func::FuncOp function = getFunction();
  auto given = parse(strategies, function.getContext());
  if (!given)
    return given.takeError();
  return tuner::checkStrategies(function, *given, *machine);
}

} // namespace tvm::compiler
