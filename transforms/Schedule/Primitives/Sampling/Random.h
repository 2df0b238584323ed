// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_RANDOM_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_RANDOM_H

#include "llvm/ADT/ArrayRef.h"

#include <random>

namespace tvm::schedule {

/// A source of random numbers that are the same for a seed on all machines,
/// unlike the distributions of the standard library.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  /// A uniformly distributed number in [0, bound).
  uint64_t below(uint64_t bound) {
    uint64_t limit = engine.max() - engine.max() % bound, number;
    while ((number = engine()) >= limit)
      ;
    return number % bound;
  }

  /// A uniformly distributed number in [0, 1).
  double fraction() { return static_cast<double>(engine() >> 11) * 0x1p-53; }

private:
  std::mt19937_64 engine;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SAMPLING_RANDOM_H
