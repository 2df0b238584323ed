// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Difference.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace tvm::tuner {

namespace {
/// A kernel and the part of a context that both databases share.
struct Key {
  std::string task;
  RecordContext context;

  explicit Key(const Record &record) : task(record.task), context(record) {
    context.machine = context.version = "";
  }
  auto tie() const {
    return std::tie(task, context.target, context.method, context.threads,
                    context.optLevel);
  }
  bool operator<(const Key &other) const { return tie() < other.tie(); }
};

/// The shares of the best strategies of a kernel, by machine, version and
/// strategy.
using Shares = std::map<std::tuple<std::string, std::string, std::string>,
                        std::vector<double>>;
} // namespace

using SharesOfAll = std::map<Key, Shares>;
using BestOfAll = std::map<Key, RankedStrategy>;

static RankedStrategy findBest(Shares &shares) {
  std::optional<RankedStrategy> best;
  for (auto &[origin, all] : shares) {
    llvm::sort(all);
    double share = all[all.size() / 2];
    if (!best || share < best->share)
      best = {std::get<2>(origin), share};
  }
  return *best;
}

static Expected<BestOfAll> readBest(Database &database) {
  SharesOfAll shares;
  auto visit = [&](const Record &record) {
    if (record.times) // only a forged file ranks a failure
      shares[Key(record)][{record.machine, record.version, record.strategy}]
          .push_back(record.times->share);
    return Error::success();
  };
  if (Error error = database.forEach(visit, /*limit=*/1))
    return std::move(error);
  BestOfAll best;
  for (auto &[key, ofKernel] : shares)
    best.emplace(key, findBest(ofKernel));
  return best;
}

Expected<DatabaseDifference> compareBest(Database &first, Database &second) {
  Expected<BestOfAll> a = readBest(first);
  if (!a)
    return a.takeError();
  Expected<BestOfAll> b = readBest(second);
  if (!b)
    return b.takeError();
  std::map<Key, KernelDifference> all;
  for (auto &[key, best] : *a)
    all[key].first = std::move(best);
  for (auto &[key, best] : *b)
    all[key].second = std::move(best);
  DatabaseDifference difference;
  for (auto &[key, each] : all) {
    if (each.first && each.second &&
        each.first->strategy == each.second->strategy &&
        each.first->share == each.second->share) {
      ++difference.numEqual;
      continue;
    }
    each.task = key.task;
    each.context = key.context;
    difference.kernels.push_back(std::move(each));
  }
  return difference;
}

} // namespace tvm::tuner
