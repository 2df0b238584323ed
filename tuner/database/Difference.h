#ifndef TVM_TUNER_DATABASE_DIFFERENCE_H
#define TVM_TUNER_DATABASE_DIFFERENCE_H

#include "tuner/database/Database.h"

namespace tvm::tuner {

/// A kernel on a target whose best strategies in two databases differ, or have
/// other shares.
struct KernelDifference {
  std::string task, target;
  /// The best strategies; none if the database has none.
  std::optional<RankedStrategy> first, second;
};

/// The differences of two databases, sorted by kernel, then by target.
struct DatabaseDifference {
  std::vector<KernelDifference> kernels;
  /// The number of kernels with equal strategies and shares in both.
  uint64_t numEqual = 0;
};

/// Compares the best strategies of all kernels on all targets.
llvm::Expected<DatabaseDifference> compareBest(Database &first,
                                               Database &second);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_DIFFERENCE_H
