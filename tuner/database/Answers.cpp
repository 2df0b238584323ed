// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Answers.h"

#include "tuner/database/Methods.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace tvm::tuner {

/// The rank of a method: the number of methods that are closer to the use of a
/// kernel.
static size_t getRank(StringRef method) {
  size_t rank = 0;
  for (const Method &each : kKernelMethods) {
    if (each.name == method)
      break;
    ++rank;
  }
  return rank;
}

namespace {
/// The distance of records from a question. The least distance answers.
struct Distance {
  bool isOfOtherBuild, isOfOtherMachine;
  size_t method;

  bool operator<(const Distance &other) const {
    return std::tie(isOfOtherBuild, isOfOtherMachine, method) <
           std::tie(other.isOfOtherBuild, other.isOfOtherMachine, other.method);
  }
};

/// The contexts of a kernel's records that can answer, by their distance.
using Candidates = std::map<Distance, std::vector<RecordContext>>;

/// Finds the answer for one kernel.
class AnswerFinder {
public:
  AnswerFinder(Database &database, StringRef task, unsigned limit)
      : database(database), task(task), limit(limit) {}

  /// The gains in `contexts` that no context before them refutes. Notes these
  /// contexts.
  Expected<std::vector<RankedStrategy>>
  findGains(ArrayRef<RecordContext> contexts);

private:
  Expected<bool> isRefuted(StringRef strategy);

  Database &database;
  StringRef task;
  unsigned limit;
  std::vector<RecordContext> closer;
};
} // namespace

Expected<bool> AnswerFinder::isRefuted(StringRef strategy) {
  for (const RecordContext &context : closer) {
    Expected<bool> refuted = database.isRefuted(task, context, strategy);
    if (!refuted || *refuted)
      return refuted;
  }
  return false;
}

Expected<std::vector<RankedStrategy>>
AnswerFinder::findGains(ArrayRef<RecordContext> contexts) {
  std::vector<RankedStrategy> gains;
  for (const RecordContext &context : contexts) {
    auto best = database.getBest(task, context, limit);
    if (!best)
      return best.takeError();
    for (RankedStrategy &each : *best) {
      if (each.share >= 1)
        break; // as are all others
      Expected<bool> refuted = isRefuted(each.strategy);
      if (!refuted)
        return refuted.takeError();
      if (!*refuted)
        gains.push_back(std::move(each));
    }
  }
  append_range(closer, contexts);
  llvm::sort(gains, [](const RankedStrategy &a, const RankedStrategy &b) {
    return std::tie(a.share, a.strategy) < std::tie(b.share, b.strategy);
  });
  StringSet<> seen; // several contexts may have the same strategy
  erase_if(gains, [&](const RankedStrategy &each) {
    return !seen.insert(each.strategy).second;
  });
  if (gains.size() > limit)
    gains.resize(limit);
  return gains;
}

Expected<Answer> findAnswer(Database &database, StringRef task,
                            const RecordContext &asked, unsigned limit) {
  auto contexts = database.getContexts(task);
  if (!contexts)
    return contexts.takeError();
  Candidates candidates;
  std::vector<RecordContext> others;
  for (RecordContext &context : *contexts) {
    if (context.target != asked.target)
      continue;
    Distance distance{context.version != asked.version,
                      context.machine != asked.machine,
                      getRank(context.method)};
    bool answers =
        context.threads == asked.threads && context.optLevel == asked.optLevel;
    (answers ? candidates[distance] : others).push_back(std::move(context));
  }
  AnswerFinder finder(database, task, limit);
  Answer answer;
  for (const auto &[distance, ofDistance] : candidates) {
    auto gains = finder.findGains(ofDistance);
    if (!gains)
      return gains.takeError();
    if (gains->empty())
      continue;
    answer.strategies = std::move(*gains);
    answer.isOfOtherBuild = distance.isOfOtherBuild;
    answer.isOfOtherMachine = distance.isOfOtherMachine;
    return answer;
  }
  auto gains = finder.findGains(others);
  if (!gains)
    return gains.takeError();
  answer.isLeftOut = !gains->empty();
  return answer;
}

} // namespace tvm::tuner
