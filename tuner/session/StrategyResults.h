// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_STRATEGYRESULTS_H
#define TVM_TUNER_SESSION_STRATEGYRESULTS_H

#include "tuner/database/Record.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

namespace tvm::tuner {

/// The results of one strategy.
struct StrategyResult {
  std::vector<double> shares; // ascending
  double firstShare = 0;
  bool hasFailed = false;
  std::string failure; // the first one

  /// The median share, the upper one of two.
  double getShare() const { return shares[shares.size() / 2]; }
  bool isUsable() const { return !hasFailed && !shares.empty(); }
  /// What a search is told: the default's time divided by the strategy's, of
  /// the first result, so that a session that goes on tells the same; 0 if the
  /// strategy failed.
  double getScore() const { return isUsable() ? 1 / firstShare : 0; }
};

/// The results of all strategies of a task.
class StrategyResults {
public:
  using Entry = llvm::StringMapEntry<StrategyResult>;

  void note(const Record &record);

  bool contains(llvm::StringRef strategy) const {
    return results.contains(strategy);
  }
  /// The result of a strategy; null if it has none.
  const StrategyResult *find(llvm::StringRef strategy) const;
  /// The usable strategy of the lowest share among those that count; null if
  /// there is none.
  const Entry *findBest(llvm::function_ref<bool(const Entry &)> counts) const;
  /// The same among all strategies; those that are faster than the default
  /// count from `leastRecords` results on.
  const Entry *findBest(unsigned leastRecords = 1) const;
  /// The share of that strategy; 1 if none is better than the default.
  double getBestShare(unsigned leastRecords = 1) const;
  /// Seconds of a launch by default; 0: unknown.
  double getDefaultSeconds() const { return defaultSeconds; }

private:
  llvm::StringMap<StrategyResult> results; // by strategy
  double defaultSeconds = 0;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_STRATEGYRESULTS_H
