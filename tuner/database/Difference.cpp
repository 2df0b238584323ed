#include "tuner/database/Difference.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace tvm::tuner {

namespace {
/// The best strategy of a kernel, and the shares of its records.
struct Best {
  std::string strategy;
  std::vector<double> shares;

  RankedStrategy rank() {
    llvm::sort(shares);
    return {strategy, shares[shares.size() / 2]};
  }
};
} // namespace

/// By kernel and target.
using BestOfAll = std::map<std::pair<std::string, std::string>, Best>;

static Error readBest(Database &database, BestOfAll &best) {
  auto visit = [&](const Record &record) {
    if (!record.times)
      return Error::success(); // only a forged file ranks a failure
    Best &entry = best[{record.task, record.target}];
    entry.strategy = record.strategy;
    entry.shares.push_back(record.times->share);
    return Error::success();
  };
  return database.forEach(visit, /*limit=*/1);
}

Expected<DatabaseDifference> compareBest(Database &first, Database &second) {
  BestOfAll a, b;
  if (Error error = readBest(first, a))
    return std::move(error);
  if (Error error = readBest(second, b))
    return std::move(error);
  std::map<BestOfAll::key_type, KernelDifference> all;
  for (auto &[kernel, best] : a)
    all[kernel].first = best.rank();
  for (auto &[kernel, best] : b)
    all[kernel].second = best.rank();
  DatabaseDifference difference;
  for (auto &[kernel, each] : all) {
    if (each.first && each.second &&
        each.first->strategy == each.second->strategy &&
        each.first->share == each.second->share) {
      ++difference.numEqual;
      continue;
    }
    std::tie(each.task, each.target) = kernel;
    difference.kernels.push_back(std::move(each));
  }
  return difference;
}

} // namespace tvm::tuner
