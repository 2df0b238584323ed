// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/StartingPoints.h"

#include "tuner/database/Methods.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace llvm;

namespace tvm::tuner {

/// The architecture of a target, with which its triple begins.
static StringRef getArchitecture(StringRef target) {
  return target.split('-').first;
}

/// The parts in which `other` differs from `context`, those first that change
/// times most. Smaller tuples are of closer contexts.
static auto getDistance(const RecordContext &context,
                        const RecordContext &other) {
  return std::tuple(
      other.target != context.target, other.machine != context.machine,
      other.threads != context.threads, other.method != context.method,
      other.optLevel != context.optLevel, other.version != context.version);
}

/// Keeps the contexts of the architecture of `context` that are on kernels, or
/// on decisions, as it is itself, from the closest on.
static void sortByDistance(std::vector<RecordContext> &contexts,
                           const RecordContext &context) {
  auto isOnDecisions = [](const RecordContext &any) {
    return any.method == kConfigurations.name;
  };
  erase_if(contexts, [&](const RecordContext &other) {
    return getArchitecture(other.target) != getArchitecture(context.target) ||
           isOnDecisions(other) != isOnDecisions(context);
  });
  llvm::sort(contexts, [&](const RecordContext &a, const RecordContext &b) {
    return std::tuple(getDistance(context, a), a.tie()) <
           std::tuple(getDistance(context, b), b.tie());
  });
}

/// The gains that `find` has for each of `contexts`, at most `limit`, each
/// once.
static Expected<std::vector<std::string>> collectGains(
    ArrayRef<RecordContext> contexts, unsigned limit,
    function_ref<Expected<std::vector<RankedStrategy>>(const RecordContext &)>
        find) {
  std::vector<std::string> strategies;
  for (const RecordContext &context : contexts) {
    if (strategies.size() == limit)
      break;
    auto ranked = find(context);
    if (!ranked)
      return ranked.takeError();
    for (const RankedStrategy &each : *ranked)
      if (each.share < 1 && strategies.size() < limit &&
          !is_contained(strategies, each.strategy))
        strategies.push_back(each.strategy);
  }
  return strategies;
}

Expected<std::vector<std::string>>
findFromElsewhere(Database &database, StringRef task,
                  const RecordContext &context, unsigned limit) {
  auto contexts = database.getContexts(task);
  if (!contexts)
    return contexts.takeError();
  erase(*contexts, context);
  sortByDistance(*contexts, context);
  return collectGains(*contexts, limit, [&](const RecordContext &other) {
    return database.getBest(task, other, limit);
  });
}

Expected<std::vector<std::string>> findFromOthers(Database &database,
                                                  StringRef task,
                                                  const RecordContext &context,
                                                  unsigned limit) {
  auto contexts = database.getContexts();
  if (!contexts)
    return contexts.takeError();
  sortByDistance(*contexts, context);
  return collectGains(*contexts, limit, [&](const RecordContext &other) {
    return database.getBestOfOthers(task, other, limit);
  });
}

} // namespace tvm::tuner
