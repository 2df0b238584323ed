// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Sampling/Sampling.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

static constexpr int64_t kMaxTripCount = int64_t(1) << 40;

/// Returns the number of lists of `count` factors with the product `extent`. It
/// is the product, over the primes, of the number of ways to distribute the
/// exponent.
static uint64_t countTilings(int64_t extent, uint64_t count) {
  uint64_t ways = 1;
  for (int64_t prime = 2; extent > 1; ++prime) {
    if (prime * prime > extent)
      prime = extent;
    for (uint64_t exponent = 1; extent % prime == 0; ++exponent) {
      extent /= prime;
      ways = ways * (count - 1 + exponent) / exponent;
    }
  }
  return ways;
}

/// Divisors of `extent` up to `limit`.
static SmallVector<int64_t> getDivisors(int64_t extent, int64_t limit) {
  SmallVector<int64_t> divisors;
  for (int64_t d = 1; d <= extent / d; ++d) {
    if (extent % d != 0)
      continue;
    divisors.push_back(d);
    if (d != extent / d)
      divisors.push_back(extent / d);
  }
  llvm::sort(divisors);
  llvm::erase_if(divisors, [&](int64_t d) { return d > limit; });
  return divisors;
}

/// A random divisor of `extent` up to `limit`, with a probability in proportion
/// to the number of tilings of the quotient into `count` factors.
static int64_t sampleFactor(int64_t extent, int64_t limit, unsigned count,
                            Random &random) {
  SmallVector<int64_t> divisors = getDivisors(extent, limit);
  SmallVector<uint64_t> ways;
  for (int64_t divisor : divisors)
    ways.push_back(countTilings(extent / divisor, count));
  uint64_t number =
      random.below(std::accumulate(ways.begin(), ways.end(), uint64_t(0)));
  size_t i = 0;
  for (; number >= ways[i]; ++i)
    number -= ways[i];
  return divisors[i];
}

/// (P1)
static DiagnosedSilenceableFailure getExtent(Loop loop, int64_t &extent) {
  std::optional<int64_t> count = getTripCount(loop);
  if (!count || *count < 1 || *count > kMaxTripCount)
    return emitSilenceableFailure(loop)
           << "cannot sample a tile: expected a constant trip count from 1 to "
           << kMaxTripCount;
  extent = *count;
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure
samplePerfectTile(Loop loop, unsigned count, int64_t maxInnermost,
                  Random &random, SmallVectorImpl<int64_t> &factors) {
  int64_t extent;
  if (auto d = getExtent(loop, extent); !d.succeeded())
    return d;
  if (count == 1 && extent > maxInnermost)
    return emitSilenceableFailure(loop)
           << "cannot sample a tile: no factor up to " << maxInnermost
           << " alone is the trip count " << extent;
  factors.assign(count, 1);
  int64_t limit = maxInnermost;
  for (unsigned i = count - 1; i > 0; --i) {
    factors[i] = sampleFactor(extent, limit, i, random);
    extent /= factors[i];
    limit = extent;
  }
  factors[0] = extent;
  return DiagnosedSilenceableFailure::success();
}

void inferOutermost(Loop loop, MutableArrayRef<int64_t> factors) {
  if (factors.front() != 0)
    return;
  int64_t rest = getTripCount(loop).value_or(0);
  for (int64_t factor : factors.drop_front()) {
    if (factor < 1 || rest % factor != 0)
      return;
    rest /= factor;
  }
  factors.front() = rest;
}

DiagnosedSilenceableFailure
checkPerfectTile(Loop loop, ArrayRef<int64_t> factors, int64_t maxInnermost) {
  int64_t extent, product = 1;
  if (auto d = getExtent(loop, extent); !d.succeeded())
    return d;
  for (int64_t factor : factors)
    if (factor < 1 || llvm::MulOverflow(product, factor, product))
      product = 0; // and stays 0
  if (product != extent)
    return emitSilenceableFailure(loop)
           << "cannot take the decided tile: expected factors whose product is "
           << extent;
  if (factors.back() > maxInnermost)
    return emitSilenceableFailure(loop)
           << "cannot take the decided tile: expected an innermost factor of "
              "at most "
           << maxInnermost << ", got " << factors.back();
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
