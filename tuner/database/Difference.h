// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_DIFFERENCE_H
#define TVM_TUNER_DATABASE_DIFFERENCE_H

#include "tuner/database/Database.h"

namespace tvm::tuner {

/// A kernel whose best strategies in two databases differ, or have other
/// shares.
struct KernelDifference {
  std::string task;
  /// The context of both. Machine and version are empty: the databases may be
  /// of different machines, and of different builds.
  RecordContext context;
  /// The best strategies; none if the database has none.
  std::optional<RankedStrategy> first, second;
};

/// The differences of two databases, sorted by kernel, then by context.
struct DatabaseDifference {
  std::vector<KernelDifference> kernels;
  /// The number of kernels with equal strategies and shares in both.
  uint64_t numEqual = 0;
};

/// Compares the best strategies (Database::getBest) of all kernels in all
/// contexts. A database with several machines or builds has the strategy of the
/// lowest share among theirs.
llvm::Expected<DatabaseDifference> compareBest(Database &first,
                                               Database &second);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_DIFFERENCE_H
