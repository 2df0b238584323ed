// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_ANSWERS_H
#define TVM_TUNER_DATABASE_ANSWERS_H

#include "tuner/database/Database.h"

namespace tvm::tuner {

/// The strategies that a compilation takes for a kernel.
struct Answer {
  /// Those that are faster than the default, the fastest first.
  std::vector<RankedStrategy> strategies;
  /// Whether they were measured with another build of the compiler, or on a
  /// processor of another name.
  bool isOfOtherBuild = false, isOfOtherMachine = false;
  /// Whether there are none, but some for other numbers of threads or levels of
  /// optimisation.
  bool isLeftOut = false;
};

/// Returns at most `limit` strategies for a compilation in the context `asked`,
/// whose method is empty. Target, threads and level of optimisation of records
/// have to be equal. Records of this build and machine come first; then those
/// of other machines, and of other builds. Among these, methods that are closer
/// to the use of a kernel come first (kKernelMethods). The first of all these
/// contexts that has strategies answers; strategies that a context before it
/// refutes (Database::isRefuted) are left out.
llvm::Expected<Answer> findAnswer(Database &database, llvm::StringRef task,
                                  const RecordContext &asked, unsigned limit);

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_ANSWERS_H
