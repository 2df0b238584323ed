// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/session/StrategyResults.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

void StrategyResults::note(const Record &record) {
  StrategyResult &result = results[record.strategy];
  if (!record.times) {
    if (!result.hasFailed)
      result.failure = record.failure;
    result.hasFailed = true;
    return;
  }
  if (result.shares.empty())
    result.firstShare = record.times->share;
  result.shares.insert(llvm::upper_bound(result.shares, record.times->share),
                       record.times->share);
  // Other programs only make runs longer.
  double reference = record.times->reference;
  defaultSeconds =
      defaultSeconds == 0 ? reference : std::min(defaultSeconds, reference);
}

const StrategyResult *StrategyResults::find(StringRef strategy) const {
  auto entry = results.find(strategy);
  return entry == results.end() ? nullptr : &entry->second;
}

const StrategyResults::Entry *
StrategyResults::findBest(function_ref<bool(const Entry &)> counts) const {
  const Entry *best = nullptr;
  for (const Entry &entry : results) {
    const StrategyResult &result = entry.second;
    if (!result.isUsable() || !counts(entry))
      continue;
    // The order of the map is not fixed.
    if (!best || std::pair(result.getShare(), entry.first()) <
                     std::pair(best->second.getShare(), best->first()))
      best = &entry;
  }
  return best;
}

const StrategyResults::Entry *
StrategyResults::findBest(unsigned leastRecords) const {
  return findBest([&](const Entry &entry) {
    const StrategyResult &result = entry.second;
    return result.getShare() >= 1 || result.shares.size() >= leastRecords;
  });
}

double StrategyResults::getBestShare(unsigned leastRecords) const {
  const Entry *best = findBest(leastRecords);
  return best ? std::min(best->second.getShare(), 1.0) : 1;
}

} // namespace tvm::tuner
