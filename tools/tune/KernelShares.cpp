// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/KernelShares.h"

#include "tuner/rounds/Noise.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tvmc {

static KernelShares divide(const StringMap<double> &parts, std::string source,
                           bool isMeasured) {
  double sum = 0;
  for (const auto &part : parts)
    sum += part.second;
  KernelShares shares{{}, std::move(source), isMeasured};
  if (sum > 0)
    for (const auto &part : parts)
      shares.byKernel[part.first()] = part.second / sum;
  return shares;
}

static KernelShares estimate(const ConfiguredModel &model,
                             const std::string &failure) {
  StringMap<double> cycles;
  for (const compiler::ModelTasks::Kernel &kernel : model.getKernels())
    cycles[kernel.program->name] =
        kernel.space->estimateDefault() * kernel.program->numLaunches;
  return divide(cycles, "estimated cycles, because of: " + failure,
                /*isMeasured=*/false);
}

static KernelShares measure(const ConfiguredModel &model,
                            const ModelProfile &profile) {
  StringMap<std::string> programs; // by the names of kernels with their text
  for (const compiler::KernelProgram &program : model.getPrograms().kernels)
    for (const std::string &name : model.getNames(program))
      programs[name] = program.name;
  StringMap<double> seconds;
  for (const auto &[name, ofRuns] : profile.kernels) {
    auto program = programs.find(name);
    seconds[program == programs.end() ? name : program->second] +=
        tuner::getQuartiles(ofRuns).median;
  }
  return divide(seconds, "profile of " + std::to_string(profile.runs) + " runs",
                /*isMeasured=*/true);
}

Expected<KernelShares> findShares(ConfiguredModel &model,
                                  const ChildRunner &runner,
                                  const MeasureOptions &options) {
  Expected<InModelMeasurer *> inModel = model.getInModel();
  if (!inModel)
    return inModel.takeError();
  tuner::Choice byDefault;
  for (const tuner::Task &task : model.getTasks())
    byDefault.push_back(task.space->getDefault());
  std::string artefact;
  Expected<std::string> failure = (*inModel)->compile(byDefault, artefact);
  if (!failure)
    return failure.takeError();
  if (!failure->empty())
    return estimate(model, *failure);
  auto profiles = runProfile(runner, {artefact}, options);
  if (!profiles)
    return profiles.takeError();
  if (!profiles->failure.empty())
    return estimate(model, profiles->failure);
  return measure(model, profiles->models.front());
}

} // namespace tvm::tvmc
