// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/session/TaskTuner.h"

#include "tuner/database/Failure.h"
#include "tuner/database/StartingPoints.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

char ApplyFault::ID = 0;
char ApplyError::ID = 0;

TaskSpace::~TaskSpace() = default;

uint64_t TaskSpace::identify(ArrayRef<int64_t> point) const {
  return hashValues(point);
}

Measurer::~Measurer() = default;

/// Strategies of the task in other contexts that are tried, and as many of
/// other kernels.
static constexpr unsigned kMaxBorrowed = 4;

//===-- counts ------------------------------------------------------------===//

static void add(CountsByText &counts, const CountsByText &others) {
  for (const auto &[text, count] : others)
    counts[text] += count;
}

TrialCounts &TrialCounts::operator+=(const TrialCounts &other) {
  trials += other.trials;
  replayed += other.replayed;
  failed += other.failed;
  borrowed += other.borrowed;
  noisy += other.noisy;
  repeated += other.repeated;
  refused += other.refused;
  add(failures, other.failures);
  add(refusals, other.refusals);
  return *this;
}

void TrialCounts::noteResult(const StrategyResult &result) {
  if (!result.hasFailed)
    return;
  ++failed;
  ++failures[getCauseName(result.failure).str()];
}

void TrialCounts::noteRefusal(Error reason) {
  ++refused;
  ++refusals[toString(std::move(reason))];
}

bool TriedStrategies::add(StringRef strategy) {
  bool isNew = strategies.insert(strategy).second;
  numRepeated = isNew ? 0 : numRepeated + 1;
  return isNew;
}

//===-- records -----------------------------------------------------------===//

Record makeRecord(const RecordContext &context, const Task &task,
                  StringRef strategy, const Outcome &outcome) {
  Record record{context};
  record.task = task.text;
  record.strategy = strategy.str();
  record.times = outcome.times;
  record.failure = outcome.failure;
  return record;
}

Error storeOutcome(Database &database, const RecordContext &context,
                   const Task &task, StringRef strategy, const Outcome &outcome,
                   StrategyResults &results) {
  Record record = makeRecord(context, task, strategy, outcome);
  Expected<uint64_t> added = database.add(record);
  if (!added)
    return added.takeError();
  results.note(record);
  return Error::success();
}

Error forEachRecord(Database &database, const Task &task,
                    const RecordContext &context,
                    function_ref<void(const Record &)> visit) {
  auto records = database.getRecords(task.text, context);
  if (!records)
    return records.takeError();
  for (const Record &record : *records)
    visit(record);
  return Error::success();
}

/// Adds the strategies of `found` that apply to the task and are new, up to
/// `count` of them.
static void addApplicable(ArrayRef<std::string> found, const Task &task,
                          unsigned count,
                          std::vector<std::string> &strategies) {
  size_t limit = strategies.size() + count;
  std::string byDefault = task.space->getDefault();
  for (const std::string &each : found)
    if (strategies.size() < limit && each != byDefault &&
        !is_contained(strategies, each) && task.space->applies(each))
      strategies.push_back(each);
}

Expected<std::vector<std::string>> borrow(Database &database, const Task &task,
                                          const RecordContext &context,
                                          unsigned count) {
  // More than are tried, because some may not apply.
  constexpr unsigned kMaxFound = 4 * kMaxBorrowed;
  auto own = findFromElsewhere(database, task.text, context, kMaxFound);
  if (!own)
    return own.takeError();
  auto others = findFromOthers(database, task.text, context, kMaxFound);
  if (!others)
    return others.takeError();
  std::vector<std::string> strategies;
  addApplicable(*own, task, kMaxBorrowed, strategies);
  addApplicable(*others, task, std::min(count, kMaxBorrowed), strategies);
  return strategies;
}

Expected<std::optional<AppliedPoint>> applyPoint(const TaskSpace &space,
                                                 ArrayRef<int64_t> point,
                                                 const StrategyResults &known,
                                                 TrialCounts &counts) {
  AppliedPoint applied{space.draft(point)};
  if (known.contains(applied.strategy))
    return applied;
  Expected<std::string> strategy = space.build(point);
  if (strategy) {
    applied.strategy = std::move(*strategy);
    return applied;
  }
  Error error =
      handleErrors(strategy.takeError(), [&](const ApplyFault &fault) {
        applied.fault = fault.getFailure();
      });
  if (!error)
    return applied;
  if (error.isA<ApplyError>())
    return std::move(error);
  counts.noteRefusal(std::move(error));
  return std::nullopt;
}

void tellDefault(const Task &task, const StrategyResults &results,
                 Searcher &searcher) {
  std::optional<Point> point = task.space->getDefaultPoint();
  const StrategyResult *result = results.find(task.space->getDefault());
  if (point && result)
    searcher.tell({{*point, result->getScore()}});
}

Error TaskTuner::record(StringRef strategy, const Outcome &outcome) {
  return storeOutcome(database, context, task, strategy, outcome, results);
}

Expected<bool> TaskTuner::measure(StringRef strategy) {
  Expected<Outcome> outcome = measurer.measure(task, strategy);
  if (!outcome)
    return outcome.takeError();
  if (outcome->isNoisy) {
    ++counts.noisy;
    return false;
  }
  if (Error error = record(strategy, *outcome))
    return std::move(error);
  return true;
}

Error TaskTuner::start(function_ref<std::unique_ptr<Searcher>()> makeSearcher) {
  searcher = makeSearcher();
  if (Error error =
          forEachRecord(database, task, context,
                        [&](const Record &record) { results.note(record); }))
    return error;
  std::string byDefault = task.space->getDefault();
  tried.add(byDefault);
  if (!results.contains(byDefault))
    if (Error error = measure(byDefault).takeError())
      return error;
  tellDefault(task, results, *searcher);
  return Error::success();
}

//===-- rounds ------------------------------------------------------------===//

Expected<unsigned> TaskTuner::tryBorrowed(unsigned count, Listener listener) {
  Expected<std::vector<std::string>> borrowed =
      borrow(database, task, context, count);
  if (!borrowed)
    return borrowed.takeError();
  unsigned numTried = 0;
  for (const std::string &strategy : ArrayRef(*borrowed).take_front(count)) {
    tried.add(strategy);
    Expected<std::optional<double>> score = tryStrategy(strategy);
    if (!score)
      return score.takeError();
    ++numTried;
    ++counts.borrowed;
    if (!listener())
      break;
  }
  return numTried;
}

Expected<std::optional<double>> TaskTuner::tryPoint(const Point &point) {
  auto applied = applyPoint(*task.space, point, results, counts);
  if (!applied)
    return applied.takeError();
  if (!*applied)
    return 0;
  const auto &[strategy, fault] = **applied;
  if (!tried.add(strategy)) {
    ++counts.repeated;
    const StrategyResult *result = results.find(strategy);
    return result ? std::optional(result->getScore()) : std::nullopt;
  }
  if (fault.empty())
    return tryStrategy(strategy);
  ++counts.trials;
  if (Error error = record(strategy, {std::nullopt, fault}))
    return std::move(error);
  return noteTrial(strategy);
}

double TaskTuner::noteTrial(StringRef strategy) {
  const StrategyResult &result = *results.find(strategy);
  counts.noteResult(result);
  return result.getScore();
}

Expected<std::optional<double>> TaskTuner::tryStrategy(StringRef strategy) {
  ++counts.trials;
  if (results.contains(strategy)) {
    ++counts.replayed;
  } else {
    Expected<bool> isMeasured = measure(strategy);
    if (!isMeasured)
      return isMeasured.takeError();
    if (!*isMeasured)
      return std::nullopt;
  }
  return noteTrial(strategy);
}

Error TaskTuner::confirmBest(Listener listener) {
  while (const StrategyResults::Entry *best = results.findBest()) {
    if (best->second.shares.size() >= kConfirmations)
      break;
    Expected<bool> isMeasured = measure(best->first());
    if (!isMeasured)
      return isMeasured.takeError();
    if (!*isMeasured || !listener())
      break;
  }
  return Error::success();
}

Error TaskTuner::runRound(unsigned count, Listener listener) {
  std::vector<Trial> round;
  size_t numTried = 0; // points
  bool goesOn = true;
  if (history.empty()) {
    Expected<unsigned> numBorrowed = tryBorrowed(count, [&] {
      goesOn = listener();
      return goesOn;
    });
    if (!numBorrowed)
      return numBorrowed.takeError();
    count = goesOn ? count - *numBorrowed : 0;
  }
  for (const Point &point : searcher->ask(count)) {
    Expected<std::optional<double>> score = tryPoint(point);
    if (!score)
      return score.takeError();
    ++numTried;
    if (*score)
      round.push_back({point, **score});
    goesOn = listener();
    if (!goesOn)
      break;
  }
  exhausted = count != 0 && (numTried == 0 || tried.areAll());
  searcher->tell(round);
  append_range(trials, round);
  if (goesOn)
    if (Error error = confirmBest(listener))
      return error;
  history.push_back(results.getBestShare());
  return Error::success();
}

std::string TaskTuner::getBest() const {
  const StrategyResults::Entry *best = results.findBest();
  return best && best->second.getShare() < 1 ? best->first().str()
                                             : task.space->getDefault();
}

TaskResult TaskTuner::getResult() const {
  return {&task, getDefaultSeconds(), results.getBestShare(), counts, trials};
}

} // namespace tvm::tuner
