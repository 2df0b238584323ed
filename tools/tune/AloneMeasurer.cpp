#include "tools/tune/AloneMeasurer.h"

#include "llvm/ADT/STLExtras.h"
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
  std::vector<std::string> arguments{"compile", program.str(), "-o",
                                     artefact.str(), "-q"};
  append_range(arguments, options.compileOptions);
  Expected<ChildResult> result = runner.run(arguments, options.compile);
  if (!result)
    return result.takeError();
  return result->failure.empty() ? "" : "compile: " + result->failure;
}

Expected<std::string> AloneMeasurer::compileBoth(const tuner::Task &task,
                                                 StringRef strategy) {
  Kernel &kernel = kernels[task.name];
  if (kernel.artefact.empty()) {
    std::string artefact = folder + "/" + task.name + ".so";
    Expected<std::string> failure = compile(kernel.program, artefact);
    if (!failure || !failure->empty())
      return failure;
    kernel.artefact = artefact;
  }
  std::string program = folder + "/candidate.mlir";
  if (Error error = kernel.write(strategy, program))
    return std::move(error);
  return compile(program, getCandidate());
}

Expected<ChildResult> AloneMeasurer::compare(const tuner::Task &task,
                                             unsigned milliseconds) {
  std::vector<std::string> arguments{
      "compare", kernels[task.name].artefact, getCandidate(), "--guard",
      "--threads=" + std::to_string(options.threads)};
  if (milliseconds == 0)
    arguments.push_back("--only-results");
  else
    append_range(arguments,
                 std::vector<std::string>{
                     "--json", "--time=" + std::to_string(milliseconds)});
  if (options.coldCaches)
    arguments.push_back("--cold-caches");
  append_range(arguments, options.runOptions);
  return runner.run(arguments, options.run);
}

Expected<std::string> AloneMeasurer::check(const tuner::Task &task,
                                           StringRef strategy) {
  Expected<std::string> failure = compileBoth(task, strategy);
  if (!failure || !failure->empty())
    return failure;
  Expected<ChildResult> result = compare(task, /*milliseconds=*/0);
  if (!result)
    return result.takeError();
  return result->failure.empty() ? "" : "run: " + result->failure;
}

/// Measurements, each twice as long as the one before, until noise is reported.
static constexpr unsigned kMaxMeasurements = 3;

Expected<tuner::Outcome> AloneMeasurer::measure(const tuner::Task &task,
                                                StringRef strategy) {
  Expected<std::string> failure = compileBoth(task, strategy);
  if (!failure)
    return failure.takeError();
  if (!failure->empty())
    return tuner::Outcome{std::nullopt, *failure};
  for (unsigned i = 0; i < kMaxMeasurements; ++i) {
    Expected<ChildResult> result = compare(task, options.milliseconds << i);
    if (!result)
      return result.takeError();
    if (!result->failure.empty())
      return tuner::Outcome{std::nullopt, "run: " + result->failure};
    Expected<tuner::Times> times = parseTimes(result->output);
    if (!times)
      return times.takeError();
    if (times->upper - times->lower <= options.maxSpread * times->median)
      return tuner::Outcome{*times, ""};
  }
  return tuner::Outcome{std::nullopt, "", /*isNoisy=*/true};
}

} // namespace tvm::tvmc
