// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_STATISTICS_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_STATISTICS_H

#include "test/transforms/Schedule/fuzz/Steps.h"

namespace tvm::fuzz {

/// Counts of one primitive.
struct Count {
  uint64_t tried = 0, accepted = 0;
  /// Refused for a dependence; of these, looked for in a run; not found there.
  uint64_t dependence = 0, checked = 0, legal = 0;
};

struct Statistics {
  Count &operator[](Primitive primitive) {
    return counts[static_cast<int>(primitive)];
  }
  /// Prints a table and the sums below it.
  void report(double seconds) const;
  uint64_t countLegal() const;
  /// Whether the sample says that more than 5 % of the refusals were legal, by
  /// two standard deviations.
  bool isTooCautious() const;

  Count counts[kNumPrimitives];
  uint64_t cases = 0, skipped = 0, compiled = 0, failures = 0, checked = 0;
  uint64_t bound = 0, launched = 0, barriers = 0, onDevice = 0;
};

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_STATISTICS_H
