// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/Samples.h"

#include "tools/npz/Npz.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tvm::tvmc {

/// Adds the option that compiles a program without schedules.
static std::vector<std::string> asNaive(std::vector<std::string> options) {
  options.push_back("--level=loops");
  return options;
}

Samples::Samples(const ChildRunner &runner, std::string folder,
                 std::vector<std::string> compileOptions,
                 std::vector<std::string> runOptions, Limits limits)
    : runner(runner), folder(std::move(folder)),
      compiler(runner, asNaive(std::move(compileOptions))),
      runOptions(std::move(runOptions)), limits(limits) {}

void Samples::tell(const std::string &reason) {
  if (warn)
    warn(reason);
}

//===-- recorded inputs ---------------------------------------------------===//

Expected<std::string> Samples::runModel(const std::string &results) {
  std::string artefact = folder + "/inputs.so";
  Expected<std::string> failure =
      ProgramCompiler(runner, recording.compileOptions)
          .compile(recording.program, artefact,
                   CompileLimits{{/*seconds=*/600}});
  if (!failure || !failure->empty())
    return failure;
  std::vector<std::string> arguments{"run", artefact, "--fill=random",
                                     "--outputs=" + results};
  append_range(arguments, recording.runOptions);
  Expected<ChildResult> result = runner.runCopy(arguments, recording.limits);
  (void)sys::fs::remove(artefact);
  if (!result)
    return result.takeError();
  return result->failure;
}

Error Samples::split(StringRef results) {
  auto arrays = readArrays(results);
  if (!arrays)
    return arrays.takeError();
  StringMap<std::vector<Array>> inputs; // by kernel
  for (Array &array : *arrays) {
    auto [kernel, name] = StringRef(array.name).split(':');
    std::vector<Array> &ofKernel = inputs[kernel];
    array.name = name.str();
    ofKernel.push_back(std::move(array));
  }
  for (auto &[name, ofKernel] : inputs) {
    auto kernel = kernels.find(name);
    if (kernel == kernels.end())
      continue; // one that is not tuned
    std::string path = folder + "/" + name.str() + ".recorded.npz";
    if (Error error = writeArrays(path, std::move(ofKernel)))
      return error;
    kernel->second.samples.push_back({path, ""});
  }
  return Error::success();
}

Error Samples::addRecorded() {
  std::lock_guard<std::mutex> lock(mutex);
  if (recording.program.empty())
    return Error::success();
  if (begin)
    begin("recording the inputs of kernels");
  std::string results = folder + "/inputs.npz";
  Expected<std::string> failure = runModel(results);
  recording.program.clear();
  if (!failure)
    return failure.takeError();
  if (!failure->empty()) {
    tell("strategies are compared with random inputs only: " + *failure);
    return Error::success();
  }
  Error error = split(results);
  (void)sys::fs::remove(results);
  return error;
}

//===-- exact results -----------------------------------------------------===//

Expected<std::string> Samples::computeExact(StringRef name, Kernel &kernel) {
  std::string base = folder + "/" + name.str() + ".exact",
              artefact = base + ".so";
  Expected<std::string> failure = compiler.compile(
      kernel.exactProgram, artefact, CompileLimits{{/*seconds=*/60}});
  if (!failure || !failure->empty())
    return failure;
  for (auto [i, sample] : enumerate(kernel.samples)) {
    std::string path = base + std::to_string(i) + ".npz";
    std::vector<std::string> arguments{"run", artefact, "--fill=random",
                                       "--outputs=" + path};
    if (!sample.inputs.empty())
      arguments.push_back("--inputs=" + sample.inputs);
    append_range(arguments, runOptions);
    Expected<ChildResult> result = runner.runCopy(arguments, limits);
    if (!result)
      return result.takeError();
    if (!result->failure.empty())
      return result->failure;
    sample.exact = path;
  }
  return "";
}

Error Samples::addExact(StringRef name) {
  Kernel &kernel = kernels.find(name)->second;
  if (kernel.exactProgram.empty())
    return Error::success();
  Expected<std::string> failure = computeExact(name, kernel);
  kernel.exactProgram.clear();
  if (!failure)
    return failure.takeError();
  if (!failure->empty()) {
    std::lock_guard<std::mutex> lock(mutex);
    tell("kernel '" + name.str() + "' has no exact results: " + *failure);
  }
  return Error::success();
}

Expected<ArrayRef<Sample>> Samples::get(StringRef name) {
  Kernel &kernel = kernels.find(name)->second;
  if (kernel.isMade)
    return kernel.samples;
  if (Error error = addRecorded())
    return std::move(error);
  kernel.samples.emplace_back();
  kernel.isMade = true;
  return kernel.samples;
}

} // namespace tvm::tvmc
