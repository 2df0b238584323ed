// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel loops.
#ifndef RUNTIME_CORE_THREADPOOL_H
#define RUNTIME_CORE_THREADPOOL_H

#include "runtime/include/tvm_abi.h"

#include <cstdint>

namespace tvm::runtime {

constexpr int32_t maxThreads = 1024;

/// The number of ranges of iterations per thread, so that a delayed thread does
/// not delay the others. The compiler's estimates assume the same number, in
/// `transforms/CostModel/Rates.h`.
constexpr int64_t rangesPerThread = 8;

/// The number of threads that OpenMP would use (by OMP_NUM_THREADS and the
/// affinity), limited by the container's quota.
int32_t defaultThreadCount();

/// An implementation of tvm_parallel on OpenMP's threads; without OpenMP if
/// `numThreads` is 1.
tvm_parallel openMPParallel(int32_t numThreads);

} // namespace tvm::runtime

#endif // RUNTIME_CORE_THREADPOOL_H
