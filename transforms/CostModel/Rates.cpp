#include "transforms/CostModel/Rates.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace tvm::cost {

/// Number of bits of a vector register of AVX-512.
static constexpr int64_t kWideBits = 512;
/// Number of bits of a vector register of NEON and SSE.
static constexpr int64_t kNarrowBits = 128;

Rates Rates::get(const target::CPU &cpu) {
  Rates rates;
  if (cpu.vectors.bits >= kWideBits)
    rates.l2Bytes = 48;
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

} // namespace tvm::cost
