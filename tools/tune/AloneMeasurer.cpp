// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/AloneMeasurer.h"

#include "tools/tvmc/TurnTimes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ThreadPool.h"

#include <chrono>

using namespace llvm;

namespace tvm::tvmc {

void addModelOptions(std::vector<std::string> &arguments,
                     const MeasureOptions &options,
                     std::optional<unsigned> milliseconds) {
  arguments.push_back("--threads=" + std::to_string(options.threads));
  if (milliseconds)
    arguments.push_back("--time=" + std::to_string(*milliseconds));
  if (!options.inputs.empty())
    arguments.push_back("--inputs=" + options.inputs);
  append_range(arguments, options.runOptions);
}

Expected<tuner::Outcome> parseOutcome(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  const json::Object *first = object ? object->getObject("first") : nullptr;
  const json::Object *second = object ? object->getObject("second") : nullptr;
  if (!first || !second)
    return createStringError("expected times in '" + text + "'");
  if (object->getBoolean("is_noisy").value_or(false))
    return tuner::Outcome{std::nullopt, "", /*isNoisy=*/true};
  tuner::Times times;
  times.median = second->getNumber("median").value_or(0);
  times.lower = second->getNumber("lower").value_or(0);
  times.upper = second->getNumber("upper").value_or(0);
  times.reference = first->getNumber("median").value_or(0);
  times.share = object->getNumber("share").value_or(0);
  times.runs = object->getInteger("rounds").value_or(0);
  return tuner::Outcome{times, ""};
}

/// The failure that a command has printed.
static std::optional<std::string> parseFault(StringRef text) {
  Expected<json::Value> value = json::parse(text);
  if (!value) {
    consumeError(value.takeError());
    return std::nullopt;
  }
  const json::Object *object = value->getAsObject();
  if (!object)
    return std::nullopt;
  auto cause = object->getString("cause"), fault = object->getString("fault");
  if (!cause || !fault)
    return std::nullopt;
  return (*cause + ": " + *fault).str();
}

std::string describeRun(const ChildResult &result) {
  using End = ChildResult::End;
  switch (result.end) {
  case End::Success:
    return "";
  case End::Signal:
    return tuner::describeFailure(tuner::Cause::Crash, result.failure);
  case End::TimeLimit:
    return tuner::describeFailure(tuner::Cause::Hang, result.failure);
  case End::Error:
  case End::MemoryLimit:
    break;
  }
  if (auto fault = parseFault(result.output))
    return *fault;
  return tuner::describeFailure(tuner::Cause::RunError, result.failure);
}

std::string AloneMeasurer::getCandidate(size_t number,
                                        StringRef extension) const {
  return (folder + "/candidate" + Twine(number) + extension).str();
}

void AloneMeasurer::record(std::string program) {
  std::vector<std::string> runOptions;
  addModelOptions(runOptions, options);
  samples.record({std::move(program), options.compileOptions,
                  std::move(runOptions), options.runModel});
}

Error AloneMeasurer::write(const tuner::Candidate &candidate, size_t number) {
  return kernels[candidate.task->name].write(candidate.strategy,
                                             getCandidate(number, ".mlir"));
}

Expected<std::string> AloneMeasurer::compileBoth(const tuner::Task &task,
                                                 size_t number) {
  Kernel &kernel = kernels[task.name];
  if (kernel.artefact.empty()) {
    std::string artefact = folder + "/" + task.name + ".so";
    Expected<std::string> failure =
        compiler.compile(kernel.program, artefact, options.compile);
    if (!failure || !failure->empty())
      return failure;
    kernel.artefact = artefact;
  }
  return compiler.compile(getCandidate(number, ".mlir"),
                          getCandidate(number, ".so"), options.compile);
}

Expected<ChildResult> AloneMeasurer::compare(const tuner::Task &task,
                                             size_t number,
                                             const Sample &sample, Mode mode) {
  std::vector<std::string> arguments{
      "compare", kernels[task.name].artefact, getCandidate(number, ".so"),
      "--json", "--threads=" + std::to_string(options.threads)};
  Limits limits = options.run;
  if (mode == Mode::Check) {
    append_range(arguments,
                 std::vector<std::string>{"--guard", "--only-results"});
  } else {
    arguments.push_back("--time=" + std::to_string(options.milliseconds));
    arguments.push_back(
        formatv("--max-spread={0}", json::Value(options.maxSpread)));
    limits.seconds += divideCeil(getLongestTime(options.milliseconds), 1000);
  }
  if (!sample.inputs.empty())
    arguments.push_back("--inputs=" + sample.inputs);
  if (!sample.exact.empty())
    arguments.push_back("--exact=" + sample.exact);
  if (options.coldCaches)
    arguments.push_back("--cold-caches");
  append_range(arguments, options.runOptions);
  return mode == Mode::Check ? runner.runCopy(arguments, limits)
                             : runner.run(arguments, limits);
}

Expected<std::string> AloneMeasurer::checkSample(const tuner::Task &task,
                                                 size_t number,
                                                 const Sample &sample) {
  auto run = [&]() -> Expected<std::string> {
    Expected<ChildResult> result = compare(task, number, sample, Mode::Check);
    if (!result)
      return result.takeError();
    std::lock_guard<std::mutex> lock(mutex);
    checking += result->seconds;
    return describeRun(*result);
  };
  Expected<std::string> failure = run();
  bool isWrong = failure && tuner::getCauseName(*failure) ==
                                tuner::getName(tuner::Cause::WrongResult);
  if (!isWrong || !sample.exact.empty())
    return failure;
  // The default's error may be as large as the difference.
  if (Error error = samples.addExact(task.name))
    return std::move(error);
  return sample.exact.empty() ? std::move(failure) : run();
}

Expected<std::string> AloneMeasurer::checkWritten(const tuner::Task &task,
                                                  size_t number) {
  Expected<std::string> failure = compileBoth(task, number);
  if (!failure || !failure->empty())
    return failure;
  auto ofTask = samples.get(task.name);
  if (!ofTask)
    return ofTask.takeError();
  for (const Sample &sample : *ofTask) {
    failure = checkSample(task, number, sample);
    if (!failure || !failure->empty())
      return failure;
  }
  return "";
}

Expected<std::vector<std::string>>
AloneMeasurer::check(ArrayRef<tuner::Candidate> candidates) {
  // Programs are written by one thread, because they share a context.
  for (auto [i, candidate] : enumerate(candidates))
    if (Error error = write(candidate, i))
      return std::move(error);
  std::vector<std::string> failures(candidates.size());
  Error errors = Error::success();
  auto check = [&](size_t i) {
    auto start = std::chrono::steady_clock::now();
    Expected<std::string> failure = checkWritten(*candidates[i].task, i);
    std::chrono::duration<double> taken =
        std::chrono::steady_clock::now() - start;
    kernels[candidates[i].task->name].seconds = taken.count();
    std::lock_guard<std::mutex> lock(mutex);
    if (failure)
      failures[i] = std::move(*failure);
    else
      errors = joinErrors(std::move(errors), failure.takeError());
  };
  auto order = to_vector(llvm::seq<size_t>(0, candidates.size()));
  auto getRank = [&](size_t i) {
    return std::pair(-kernels[candidates[i].task->name].seconds, i);
  };
  llvm::sort(order,
             [&](size_t a, size_t b) { return getRank(a) < getRank(b); });
  DefaultThreadPool pool(hardware_concurrency());
  for (size_t i : order)
    pool.async([&check, i] { check(i); });
  pool.wait();
  if (errors)
    return std::move(errors);
  return failures;
}

tuner::StepSeconds AloneMeasurer::getSteps() const {
  tuner::StepSeconds steps = compiler.getSteps();
  std::lock_guard<std::mutex> lock(mutex);
  steps.checking += checking;
  return steps;
}

Expected<tuner::Outcome> AloneMeasurer::measure(const tuner::Task &task,
                                                StringRef strategy) {
  if (Error error = write({&task, strategy}, 0))
    return std::move(error);
  Expected<std::string> failure = checkWritten(task, 0);
  if (!failure)
    return failure.takeError();
  if (!failure->empty())
    return tuner::Outcome{std::nullopt, *failure};
  auto ofTask = samples.get(task.name);
  if (!ofTask)
    return ofTask.takeError();
  Expected<ChildResult> result =
      compare(task, 0, ofTask->back(), Mode::Measure);
  if (!result)
    return result.takeError();
  if (!result->failure.empty())
    return tuner::Outcome{std::nullopt, describeRun(*result)};
  return parseOutcome(result->output);
}

} // namespace tvm::tvmc
