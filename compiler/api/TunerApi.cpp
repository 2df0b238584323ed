// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/api/TunerHandle.h"

#include <cstring>

using namespace llvm;
using namespace tvm;
using namespace tvm::compiler;

static thread_local std::string lastError;

const char *tvm_tuner_last_error(void) { return lastError.c_str(); }

//===-- errors and structs ------------------------------------------------===//

static tvm_tuner_status fail(tvm_tuner_status status, Error error) {
  lastError = toString(std::move(error));
  return status;
}

static tvm_tuner_status wrongUse(const Twine &text) {
  lastError = text.str();
  return TVM_TUNER_WRONG_USE;
}

/// Whether the caller has set the size of a struct.
template <typename T> static bool isSized(const T *given) {
  return given && given->struct_size >= sizeof(given->struct_size);
}

/// The struct of the caller, whose version may be another one.
template <typename T> static T readStruct(const T &given) {
  T value{};
  std::memcpy(&value, &given, std::min(given.struct_size, sizeof(T)));
  return value;
}

/// Writes the fields of `value` that the caller's version of the struct has.
template <typename T> static void writeStruct(T value, T &result) {
  value.struct_size = result.struct_size;
  std::memcpy(&result, &value, std::min(value.struct_size, sizeof(T)));
}

static constexpr const char *kExpected =
    "expected a tuner and a struct with its size";

/// The number of a task that exists, or wrong use.
static bool isTask(const tvm_tuner &tuner, size_t index) {
  size_t count = tuner.model.tasks.size();
  if (index < count)
    return true;
  wrongUse("expected a task below " + Twine(count) + ", got " + Twine(index));
  return false;
}

/// The candidate of this number; null after wrong use.
static const tuner::AskedCandidate *findCandidate(const tvm_tuner &tuner,
                                                  uint64_t id) {
  const tuner::AskedCandidate *candidate = tuner.session->find(id);
  if (!candidate)
    wrongUse("expected a candidate without a result, got " + Twine(id));
  return candidate;
}

//===-- sessions ----------------------------------------------------------===//

tvm_tuner_status tvm_tuner_open(const char *model_path,
                                const tvm_tuner_options *options,
                                tvm_tuner **tuner) {
  if (!isSized(options) || !tuner)
    return wrongUse("expected options with their size, and a handle");
  tvm_tuner_options given = readStruct(*options);
  auto read = readTunerOptions(model_path, given);
  if (!read)
    return fail(TVM_TUNER_WRONG_USE, read.takeError());
  bool isQuiet = read->compile.quiet;
  auto opened = std::make_unique<tvm_tuner>(std::move(*read));
  Error error = opened->open([&](Severity severity, StringRef text) {
    if (given.handler && (severity != Severity::Progress || !isQuiet))
      given.handler(given.user, static_cast<int>(severity), text.str().c_str());
  });
  if (error)
    return fail(TVM_TUNER_FAILED, std::move(error));
  *tuner = opened.release();
  return TVM_TUNER_OK;
}

void tvm_tuner_close(tvm_tuner *tuner) { delete tuner; }

//===-- tasks -------------------------------------------------------------===//

size_t tvm_tuner_num_tasks(const tvm_tuner *tuner) {
  return tuner ? tuner->model.tasks.size() : 0;
}

tvm_tuner_status tvm_tuner_get_task(tvm_tuner *tuner, size_t index,
                                    tvm_tuner_task *task) {
  if (!tuner || !isSized(task))
    return wrongUse(kExpected);
  if (!isTask(*tuner, index))
    return TVM_TUNER_WRONG_USE;
  const KernelProgram &program = *tuner->model.kernels[index].program;
  tvm_tuner_task value{};
  value.name = program.name.c_str();
  value.text = program.text.c_str();
  value.program = program.path.c_str();
  value.launches = program.numLaunches;
  value.flops = program.flops;
  value.bytes = program.bytes;
  value.points = tuner->model.tasks[index].space->getParameters().countPoints();
  if (!program.exactPath.empty())
    value.exact_program = program.exactPath.c_str();
  const std::string &inputs = tuner->model.programs.inputsPath;
  if (program.isRecorded && !inputs.empty())
    value.inputs_program = inputs.c_str();
  writeStruct(value, *task);
  return TVM_TUNER_OK;
}

tvm_tuner_status tvm_tuner_get_best(tvm_tuner *tuner, size_t index,
                                    tvm_tuner_best *best) {
  if (!tuner || !isSized(best))
    return wrongUse(kExpected);
  std::lock_guard lock(tuner->mutex);
  if (!isTask(*tuner, index))
    return TVM_TUNER_WRONG_USE;
  const tuner::StrategyResults &results =
      tuner->session->getTasks()[index].getResults();
  tvm_tuner_best value{};
  value.default_seconds = results.getDefaultSeconds();
  if (const auto *entry = results.findBest()) {
    tuner->bestStrategy = entry->first().str();
    value.strategy = tuner->bestStrategy.c_str();
    value.share = entry->second.getShare();
    value.results = entry->second.shares.size();
  }
  writeStruct(value, *best);
  return TVM_TUNER_OK;
}

//===-- ask and tell ------------------------------------------------------===//

tvm_tuner_status tvm_tuner_ask(tvm_tuner *tuner, size_t count, uint64_t *ids,
                               size_t *asked) {
  if (!tuner || !asked || (count != 0 && !ids))
    return wrongUse("expected a tuner, and memory for numbers");
  std::lock_guard lock(tuner->mutex);
  auto candidates = tuner->session->ask(count);
  if (!candidates)
    return fail(TVM_TUNER_FAILED, candidates.takeError());
  for (auto [i, candidate] : enumerate(*candidates))
    ids[i] = candidate.id;
  *asked = candidates->size();
  return TVM_TUNER_OK;
}

tvm_tuner_status tvm_tuner_get_candidate(tvm_tuner *tuner, uint64_t id,
                                         tvm_tuner_candidate *candidate) {
  if (!tuner || !isSized(candidate))
    return wrongUse(kExpected);
  std::lock_guard lock(tuner->mutex);
  const tuner::AskedCandidate *found = findCandidate(*tuner, id);
  if (!found)
    return TVM_TUNER_WRONG_USE;
  writeStruct({0, found->task, found->proposal.strategy.c_str()}, *candidate);
  return TVM_TUNER_OK;
}

tvm_tuner_status tvm_tuner_write_program(tvm_tuner *tuner, uint64_t id,
                                         const char *path) {
  if (!tuner || !path)
    return wrongUse("expected a tuner and the name of a file");
  std::lock_guard lock(tuner->mutex);
  const tuner::AskedCandidate *found = findCandidate(*tuner, id);
  if (!found)
    return TVM_TUNER_WRONG_USE;
  const KernelTask *kernel = tuner->model.kernels[found->task].space;
  if (Error error = kernel->writeProgram(found->proposal.strategy, path))
    return fail(TVM_TUNER_FAILED, std::move(error));
  return TVM_TUNER_OK;
}

/// The outcome of a result. Fails if it is impossible.
static Expected<tuner::Outcome> readOutcome(const tvm_tuner_result &result) {
  tuner::Record record;
  bool hasFailed = result.failure && *result.failure;
  if (result.is_noisy && hasFailed)
    return createStringError("expected a failure or noise, got both");
  if (result.is_noisy)
    return tuner::Outcome{std::nullopt, "", /*isNoisy=*/true};
  if (hasFailed)
    record.failure = result.failure;
  else
    record.times = {result.median,    result.lower, result.upper,
                    result.reference, result.share, result.runs};
  if (Error error = record.verify())
    return std::move(error);
  return tuner::Outcome{record.times, record.failure};
}

tvm_tuner_status tvm_tuner_tell(tvm_tuner *tuner, uint64_t id,
                                const tvm_tuner_result *result) {
  if (!tuner || !isSized(result))
    return wrongUse(kExpected);
  Expected<tuner::Outcome> outcome = readOutcome(readStruct(*result));
  if (!outcome)
    return fail(TVM_TUNER_WRONG_USE, outcome.takeError());
  std::lock_guard lock(tuner->mutex);
  if (!findCandidate(*tuner, id))
    return TVM_TUNER_WRONG_USE;
  if (Error error = tuner->session->tell(id, *outcome))
    return fail(TVM_TUNER_FAILED, std::move(error));
  return TVM_TUNER_OK;
}

tvm_tuner_status tvm_tuner_release(tvm_tuner *tuner, uint64_t id) {
  if (!tuner)
    return wrongUse("expected a tuner");
  std::lock_guard lock(tuner->mutex);
  if (Error error = tuner->session->release(id))
    return fail(TVM_TUNER_WRONG_USE, std::move(error));
  return TVM_TUNER_OK;
}

tvm_tuner_status tvm_tuner_get_state(tvm_tuner *tuner, tvm_tuner_state *state) {
  if (!tuner || !isSized(state))
    return wrongUse(kExpected);
  std::lock_guard lock(tuner->mutex);
  tuner::Progress progress = tuner->session->getProgress();
  const tuner::TrialCounts &counts = progress.counts;
  writeStruct({0, counts.trials, counts.replayed, counts.failed,
               counts.borrowed, counts.refused, tuner->session->getNumOpen(),
               progress.speedup, progress.seconds, tuner->session->isDone(),
               tuner->model.programs.target.c_str(), counts.noisy},
              *state);
  return TVM_TUNER_OK;
}
