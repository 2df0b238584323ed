#include "tools/tune/ProgramCompiler.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tvm::tvmc {

tuner::StepSeconds parseStages(StringRef text, double seconds) {
  using Steps = tuner::StepSeconds;
  Steps steps;
  steps.other = seconds;
  Expected<json::Value> value = json::parse(text);
  const json::Object *stages = value ? value->getAsObject() : nullptr;
  if (!stages) {
    consumeError(value.takeError());
    return steps; // a compilation that failed has not written them
  }
  for (const auto &[name, stage] : *stages) {
    double Steps::*step = StringSwitch<double Steps::*>(name)
                              .Cases({"llvm", "compile"}, &Steps::llvm)
                              .Case("pack", &Steps::packing)
                              .Case("link", &Steps::linking)
                              .Case("write", &Steps::writing)
                              .Default(&Steps::applying);
    double taken = stage.getAsNumber().value_or(0);
    steps.*step += taken;
    steps.other -= taken;
  }
  return steps;
}

void ProgramCompiler::add(double seconds, StringRef timesPath) {
  auto file = MemoryBuffer::getFile(timesPath, /*IsText=*/true);
  auto more = parseStages(file ? (*file)->getBuffer() : "", seconds);
  std::lock_guard<std::mutex> lock(mutex);
  steps += more;
}

Expected<std::string> ProgramCompiler::compile(StringRef program,
                                               StringRef artefact,
                                               const Limits &limits) {
  std::string times = (artefact + ".json").str();
  (void)sys::fs::remove(times);
  // A file system writes a file that replaces another one to the disk at once.
  (void)sys::fs::remove(artefact);
  std::vector<std::string> arguments{
      "compile", program.str(), "-o", artefact.str(), "-q", "--times=" + times};
  append_range(arguments, options);
  Expected<ChildResult> result = runner.run(arguments, limits);
  if (!result)
    return result.takeError();
  add(result->seconds, times);
  return result->failure.empty() ? "" : "compile: " + result->failure;
}

} // namespace tvm::tvmc
