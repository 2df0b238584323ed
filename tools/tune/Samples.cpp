#include "tools/tune/Samples.h"

#include "llvm/ADT/STLExtras.h"

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
    Expected<ChildResult> result = runner.run(arguments, limits);
    if (!result)
      return result.takeError();
    if (!result->failure.empty())
      return result->failure;
    sample.exact = path;
  }
  return "";
}

Expected<ArrayRef<Sample>> Samples::get(StringRef name) {
  Kernel &kernel = kernels.find(name)->second;
  if (!kernel.samples.empty())
    return kernel.samples;
  kernel.samples.emplace_back();
  if (kernel.exactProgram.empty())
    return kernel.samples;
  Expected<std::string> failure = computeExact(name, kernel);
  if (!failure)
    return failure.takeError();
  if (!failure->empty() && remark) {
    std::lock_guard<std::mutex> lock(mutex);
    remark("kernel '" + name.str() +
           "' has no exact results: " + std::move(*failure));
  }
  return kernel.samples;
}

} // namespace tvm::tvmc
