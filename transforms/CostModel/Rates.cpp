// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/Rates.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace tvm::cost {

/// Number of bits of a vector register of NEON and SSE.
static constexpr int64_t kNarrowBits = 128;

Rates Rates::get(const target::CPU &cpu) {
  Rates rates;
  // A core loads as many vectors as it multiplies.
  rates.loads = std::min<double>(2, static_cast<double>(cpu.vectorsPerCycle));
  rates.stores = rates.loads / 2;
  if (cpu.vectors.bits <= kNarrowBits)
    rates.l2Bytes = 16;
  return rates;
}

double getParallelPart(int64_t tasks, int64_t cores) {
  int64_t count = std::max<int64_t>(tasks, 1);
  return static_cast<double>(
             llvm::divideCeil(count, std::max<int64_t>(cores, 1))) /
         static_cast<double>(count);
}

double shareWork(double work, int64_t tasks, const target::CPU &cpu,
                 const Rates &rates) {
  if (cpu.numCores == 1 || tasks <= 1)
    return work;
  int64_t ranges = std::min(tasks, kRangesPerThread * cpu.numCores);
  return (work + rates.task * static_cast<double>(ranges)) *
             getParallelPart(ranges, cpu.numCores) +
         rates.fork;
}

} // namespace tvm::cost
