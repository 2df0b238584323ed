#include "tools/tune/AloneMeasurer.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tvm::tvmc {

Expected<tuner::Times> parseTimes(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  const json::Object *first = object ? object->getObject("first") : nullptr;
  const json::Object *second = object ? object->getObject("second") : nullptr;
  if (!first || !second)
    return createStringError("expected times in '" + text + "'");
  tuner::Times times;
  times.median = second->getNumber("median").value_or(0);
  times.lower = second->getNumber("lower").value_or(0);
  times.upper = second->getNumber("upper").value_or(0);
  times.reference = first->getNumber("median").value_or(0);
  times.share = object->getNumber("share").value_or(0);
  times.runs = object->getInteger("rounds").value_or(0);
  return times;
}

Expected<std::string> AloneMeasurer::compile(StringRef program,
                                             StringRef artefact) {
  std::vector<std::string> arguments{
      "compile", program.str(), "-o", artefact.str(), "-q", "--no-cache"};
  append_range(arguments, options.compileOptions);
  Expected<ChildResult> result = runner.run(arguments, options.compile);
  if (!result)
    return result.takeError();
  return result->failure.empty() ? "" : "compile: " + result->failure;
}

Expected<tuner::Outcome> AloneMeasurer::compare(StringRef reference,
                                                StringRef artefact) {
  Expected<ChildResult> result =
      runner.run({"compare", reference.str(), artefact.str(), "--json",
                  "--threads=" + std::to_string(options.threads),
                  "--time=" + std::to_string(options.milliseconds)},
                 options.run);
  if (!result)
    return result.takeError();
  if (!result->failure.empty())
    return tuner::Outcome{std::nullopt, "run: " + result->failure};
  Expected<tuner::Times> times = parseTimes(result->output);
  if (!times)
    return times.takeError();
  return tuner::Outcome{*times, ""};
}

Expected<tuner::Outcome> AloneMeasurer::measure(const tuner::Task &task,
                                                StringRef strategy) {
  Kernel &kernel = kernels[task.name];
  if (kernel.artefact.empty()) {
    std::string artefact = folder + "/" + task.name + ".so";
    Expected<std::string> failure = compile(kernel.program, artefact);
    if (!failure)
      return failure.takeError();
    if (!failure->empty())
      return tuner::Outcome{std::nullopt, *failure};
    kernel.artefact = artefact;
  }
  std::string program = folder + "/candidate.mlir",
              artefact = folder + "/candidate.so";
  if (Error error = kernel.write(strategy, program))
    return std::move(error);
  Expected<std::string> failure = compile(program, artefact);
  if (!failure)
    return failure.takeError();
  if (!failure->empty())
    return tuner::Outcome{std::nullopt, *failure};
  return compare(kernel.artefact, artefact);
}

} // namespace tvm::tvmc
