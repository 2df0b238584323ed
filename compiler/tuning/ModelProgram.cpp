// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/ModelProgram.h"

#include "compiler/Dump.h"
#include "compiler/schedules/KernelFiles.h"
#include "compiler/tuning/KernelPrograms.h"
#include "compiler/tuning/KernelRecords.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "transforms/Schedule/Scripts.h"

using namespace mlir;

namespace tvm::compiler {

ModelProgram::ModelProgram(OwningOpRef<ModuleOp> read)
    : model(std::move(read)) {
  for (auto module : model->getOps<ModuleOp>())
    if (func::FuncOp kernel = getKernel(module);
        kernel && !schedule::findScript(module) &&
        !kernel->hasAttr(schedule::kStrategyAttrName))
      kernels[getCanonicalText(kernel)].push_back(kernel);
}

llvm::Expected<ModelProgram> ModelProgram::read(StringRef path,
                                                MLIRContext *context) {
  OwningOpRef<ModuleOp> model = readDump(std::nullopt, path, context);
  if (!model)
    return llvm::createStringError("cannot read '" + path + "'");
  return ModelProgram(std::move(model));
}

std::vector<std::string> ModelProgram::getNames(StringRef text) const {
  std::vector<std::string> names;
  auto found = kernels.find(text);
  if (found == kernels.end())
    return names;
  for (func::FuncOp kernel : found->second)
    names.push_back(cast<ModuleOp>(kernel->getParentOp()).getSymName()->str());
  return names;
}

void ModelProgram::forEachKernel(
    function_ref<void(StringRef, StringRef, unsigned)> visit) const {
  ModuleOp module = model.get();
  llvm::StringMap<unsigned> numLaunches; // by kernel
  module.walk([&](graph::LaunchOp launch) {
    ++numLaunches[launch.getKernel().getRootReference()];
  });
  for (auto nested : module.getOps<ModuleOp>())
    if (func::FuncOp kernel = getKernel(nested))
      visit(*nested.getSymName(), getCanonicalText(kernel),
            numLaunches.lookup(*nested.getSymName()));
}

llvm::Error ModelProgram::setStrategy(StringRef text, StringRef strategy) {
  auto found = kernels.find(text);
  if (found == kernels.end())
    return llvm::createStringError("the model has no such kernel");
  schedule::BlocksAttr blocks =
      parseStrategies(strategy, model.get()->getContext());
  if (!blocks)
    return llvm::createStringError("expected a strategy, got '" + strategy +
                                   "'");
  for (func::FuncOp kernel : found->second)
    kernel->setAttr(schedule::kStrategyAttrName, blocks);
  return llvm::Error::success();
}

llvm::Error ModelProgram::write(StringRef path) const {
  return writeProgramFile(model.get(), path);
}

} // namespace tvm::compiler
