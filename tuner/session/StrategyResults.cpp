#include "tuner/session/StrategyResults.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

void StrategyResults::note(const Record &record) {
  StrategyResult &result = results[record.strategy];
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

const StrategyResult *StrategyResults::find(StringRef strategy) const {
  auto entry = results.find(strategy);
  return entry == results.end() ? nullptr : &entry->second;
}

const StrategyResults::Entry *StrategyResults::findBest() const {
  const Entry *best = nullptr;
  for (const Entry &entry : results) {
    const StrategyResult &result = entry.second;
    if (!result.isUsable())
      continue;
    // The order of the map is not fixed.
    if (!best || std::pair(result.getShare(), entry.first()) <
                     std::pair(best->second.getShare(), best->first()))
      best = &entry;
  }
  return best;
}

double StrategyResults::getBestShare() const {
  const Entry *best = findBest();
  return best ? std::min(best->second.getShare(), 1.0) : 1;
}

} // namespace tvm::tuner
