// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_ACCESSPAIRS_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_ACCESSPAIRS_H

// Pairs of accesses of a run that depend on each other.

#include "test/transforms/Schedule/fuzz/Steps.h"

namespace tvm::fuzz {

using schedule::Loop;

/// Two accesses to one element, in the order of the serial run.
struct Pair {
  const TracedAccess &first, &second;

  static std::optional<int64_t> variable(const TracedAccess &access,
                                         mlir::Operation *loop);
  bool isInside(mlir::Operation *loop) const {
    return variable(first, loop) && variable(second, loop);
  }
  /// In one iteration of all loops around `loop`.
  bool sharesLoopsAround(mlir::Operation *loop) const;
  bool isReduction() const;
};

/// Returns the buffer that the block captures for an access, or null.
mlir::Value getBuffer(const TracedAccess &access);

/// Whether the step lets threads exchange values other than in shared memory.
bool isRace(const Step &step, const Pair &pair);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_ACCESSPAIRS_H
