// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/ProgramCompiler.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Object/ObjectFile.h"
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

Expected<uint64_t> getCodeSize(StringRef path) {
  auto file = object::ObjectFile::createObjectFile(path);
  if (!file)
    return file.takeError();
  uint64_t bytes = 0;
  for (const object::SectionRef &section : file->getBinary()->sections())
    bytes += section.isText() ? section.getSize() : 0;
  return bytes;
}

static bool isLimit(ChildResult::End end) {
  return end == ChildResult::End::TimeLimit ||
         end == ChildResult::End::MemoryLimit;
}

std::string describeCompilation(const ChildResult &result) {
  if (result.failure.empty())
    return "";
  return tuner::describeFailure(isLimit(result.end)
                                    ? tuner::Cause::CompileLimit
                                    : tuner::Cause::CompileError,
                                result.failure);
}

Expected<std::string> ProgramCompiler::compile(StringRef program,
                                               StringRef artefact,
                                               const CompileLimits &limits) {
  std::string times = (artefact + ".json").str();
  (void)sys::fs::remove(times);
  // A file system writes a file that replaces another one to the disk at once.
  (void)sys::fs::remove(artefact);
  std::vector<std::string> arguments{
      "compile", program.str(), "-o", artefact.str(), "-q", "--times=" + times};
  append_range(arguments, options);
  Expected<ChildResult> result = runner.runCopy(arguments, limits);
  if (!result)
    return result.takeError();
  add(result->seconds, times);
  if (!result->failure.empty())
    return describeCompilation(*result);
  if (limits.kilobytes == 0)
    return "";
  Expected<uint64_t> bytes = getCodeSize(artefact);
  if (!bytes)
    return bytes.takeError();
  if (*bytes <= limits.kilobytes * 1000)
    return "";
  return tuner::describeFailure(tuner::Cause::CompileLimit,
                                "code of " + Twine(*bytes / 1000) +
                                    " kB, expected at most " +
                                    Twine(limits.kilobytes) + " kB");
}

} // namespace tvm::tvmc
