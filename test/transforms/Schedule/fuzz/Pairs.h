// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_PAIRS_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_PAIRS_H

#include "test/transforms/Schedule/fuzz/Case.h"

namespace tvm::fuzz {

/// Lets every primitive follow every one in a kernel, one of `numTries` at most
/// that accept the rarer of the two, and compares what that computes. Prints
/// which pairs no kernel accepts; returns whether they are few, and results as
/// they were.
bool runPairs(const CaseOptions &options, mlir::MLIRContext *context,
              uint64_t numTries);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_PAIRS_H
