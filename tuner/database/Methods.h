// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_DATABASE_METHODS_H
#define TVM_TUNER_DATABASE_METHODS_H

#include "llvm/ADT/StringRef.h"

namespace tvm::tuner {

/// A method of measuring kernels. Shares of different methods do not compare:
/// a kernel that runs alone finds other caches than in a model.
struct Method {
  /// Its name in records.
  llvm::StringLiteral name;
  /// Number of records that a strategy needs to count as faster than the
  /// default.
  unsigned leastRecords;
};

/// Further rounds, in turns with the best strategy so far, that confirm a
/// strategy in the model.
inline constexpr unsigned kConfirmingRounds = 3;

/// The kernel ran in the model, between its neighbours.
inline constexpr Method kInModel{"model", 1 + kConfirmingRounds};
/// The kernel ran alone, with the caches of its last run.
inline constexpr Method kAlone{"alone", 1};
/// The kernel ran alone, with empty caches before each run.
inline constexpr Method kAloneCold{"alone-cold", 1};

/// Two configurations of the model ran in turns. Such records are on decisions
/// on operators, and not on strategies of kernels.
inline constexpr Method kConfigurations{"configuration", 1 + kConfirmingRounds};

/// The methods of this compiler for kernels; those that come closest to the use
/// of a kernel first. Programs that drive the tuner may use others.
inline constexpr Method kKernelMethods[] = {kInModel, kAlone, kAloneCold};
/// All methods of this compiler.
inline constexpr Method kMethods[] = {kInModel, kAlone, kAloneCold,
                                      kConfigurations};

/// Returns the number of records that a strategy needs to count as faster than
/// the default, if it was measured by the method of this name.
inline unsigned getLeastRecords(llvm::StringRef method) {
  for (const Method &each : kMethods)
    if (each.name == method)
      return each.leastRecords;
  return 1;
}

} // namespace tvm::tuner

#endif // TVM_TUNER_DATABASE_METHODS_H
