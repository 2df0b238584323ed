// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Quantiles.h"

#include <algorithm>
#include <cmath>

namespace tvm::tuner {

double getQuantile(std::vector<double> numbers, double place) {
  if (numbers.empty())
    return 0;
  auto index = std::lround(place * static_cast<double>(numbers.size() - 1));
  std::nth_element(numbers.begin(), numbers.begin() + index, numbers.end());
  return numbers[index];
}

} // namespace tvm::tuner
