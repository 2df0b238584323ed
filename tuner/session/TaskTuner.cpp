#include "tuner/session/TaskTuner.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

TaskSpace::~TaskSpace() = default;
Measurer::~Measurer() = default;

/// Strategies of other kernels that are tried.
static constexpr unsigned kMaxBorrowed = 4;

//===-- records -----------------------------------------------------------===//

void TaskTuner::note(const Record &record) {
  Result &result = results[record.strategy];
  result.hasFailed |= !record.times;
  if (!record.times)
    return;
  result.shares.insert(llvm::upper_bound(result.shares, record.times->share),
                       record.times->share);
  // Other programs only make runs longer.
  double reference = record.times->reference;
  defaultSeconds =
      defaultSeconds == 0 ? reference : std::min(defaultSeconds, reference);
}

Error TaskTuner::readRecords() {
  auto records = database.getRecords(task.text, context.target);
  if (!records)
    return records.takeError();
  for (const Record &record : *records)
    if (record.method == context.method && record.machine == context.machine &&
        record.version == context.version)
      note(record);
  return Error::success();
}

Error TaskTuner::measure(StringRef strategy) {
  Expected<Outcome> outcome = measurer.measure(task, strategy);
  if (!outcome)
    return outcome.takeError();
  Record record;
  record.task = task.text;
  record.target = context.target;
  record.strategy = strategy.str();
  record.method = context.method;
  record.machine = context.machine;
  record.version = context.version;
  record.times = outcome->times;
  record.failure = outcome->failure;
  Expected<uint64_t> added = database.add(record);
  if (!added)
    return added.takeError();
  note(record);
  return Error::success();
}

Error TaskTuner::start(function_ref<std::unique_ptr<Searcher>()> makeSearcher) {
  searcher = makeSearcher();
  if (Error error = readRecords())
    return error;
  std::string byDefault = task.space->getDefault();
  return results.count(byDefault) ? Error::success() : measure(byDefault);
}

//===-- rounds ------------------------------------------------------------===//

const StringMapEntry<TaskTuner::Result> *TaskTuner::findBest() const {
  const StringMapEntry<Result> *best = nullptr;
  for (const StringMapEntry<Result> &entry : results) {
    const Result &result = entry.second;
    if (!result.isUsable())
      continue;
    // The order of the map is not fixed.
    if (!best || std::pair(result.getShare(), entry.first()) <
                     std::pair(best->second.getShare(), best->first()))
      best = &entry;
  }
  return best;
}

double TaskTuner::getBestShare() const {
  const StringMapEntry<Result> *best = findBest();
  return best ? std::min(best->second.getShare(), 1.0) : 1;
}

Expected<unsigned> TaskTuner::tryBorrowed(unsigned count, Listener listener) {
  auto borrowed = database.getBestOfOthers(task.text, context.target,
                                           std::min(count, kMaxBorrowed));
  if (!borrowed)
    return borrowed.takeError();
  unsigned numTried = 0;
  for (const RankedStrategy &each : *borrowed) {
    if (!task.space->applies(each.strategy))
      continue;
    Expected<double> score = tryStrategy(each.strategy);
    if (!score)
      return score.takeError();
    ++numTried;
    ++counts.borrowed;
    if (!listener())
      break;
  }
  return numTried;
}

Expected<double> TaskTuner::tryPoint(const Point &point) {
  Expected<std::string> strategy = task.space->build(point);
  if (strategy)
    return tryStrategy(*strategy);
  consumeError(strategy.takeError());
  ++counts.refused;
  return 0;
}

Expected<double> TaskTuner::tryStrategy(StringRef strategy) {
  ++counts.trials;
  if (results.count(strategy))
    ++counts.replayed;
  else if (Error error = measure(strategy))
    return std::move(error);
  const Result &result = results[strategy];
  counts.failed += result.hasFailed;
  return result.isUsable() ? 1 / result.getShare() : 0;
}

Error TaskTuner::confirmBest(Listener listener) {
  while (const StringMapEntry<Result> *best = findBest()) {
    if (best->second.shares.size() >= kConfirmations)
      break;
    if (Error error = measure(best->first()))
      return error;
    if (!listener())
      break;
  }
  return Error::success();
}

Error TaskTuner::runRound(unsigned count, Listener listener) {
  std::vector<Trial> round;
  bool goesOn = true;
  if (history.empty()) {
    Expected<unsigned> numTried = tryBorrowed(count, [&] {
      goesOn = listener();
      return goesOn;
    });
    if (!numTried)
      return numTried.takeError();
    count = goesOn ? count - *numTried : 0;
  }
  for (const Point &point : searcher->ask(count)) {
    Expected<double> score = tryPoint(point);
    if (!score)
      return score.takeError();
    round.push_back({point, *score});
    goesOn = listener();
    if (!goesOn)
      break;
  }
  exhausted = count != 0 && round.empty();
  searcher->tell(round);
  append_range(trials, round);
  if (goesOn)
    if (Error error = confirmBest(listener))
      return error;
  history.push_back(getBestShare());
  return Error::success();
}

} // namespace tvm::tuner
