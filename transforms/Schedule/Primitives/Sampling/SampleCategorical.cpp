// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Sampling/Sampling.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

size_t sampleCategorical(ArrayRef<double> weights, Random &random) {
  double number =
      random.fraction() * std::accumulate(weights.begin(), weights.end(), 0.0);
  size_t chosen = 0;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    if (weight <= 0)
      continue;
    chosen = i; // the last one if rounding leaves a remainder
    if (number < weight)
      break;
    number -= weight;
  }
  return chosen;
}

} // namespace tvm::schedule
