// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/WinogradMatrices.h"

#include "dialects/Graph/Networks/WinogradTiles.h"

#include <algorithm>

namespace tvm::graph {

static constexpr double kPoints[] = {0, 1, -1, 2, -2, 0.5, -0.5};

using Row = std::vector<double>;

/// 1, `point`, its square and so on: `size` powers, divided by `divisor`.
static Row getPowers(double point, int64_t size, double divisor = 1) {
  Row powers;
  for (double power = 1; size != 0; --size, power *= point)
    powers.push_back(power == 0 ? 0 : power / divisor); // no negative zero
  return powers;
}

/// The coefficients of the polynomial with these zeros, and the highest power
/// of 1, from the lowest power to the highest.
static Row getCoefficients(const Row &zeros) {
  Row coefficients{1};
  for (double zero : zeros) {
    coefficients.insert(coefficients.begin(), 0);
    for (size_t i = 0; i + 1 < coefficients.size(); ++i)
      coefficients[i] -= zero * coefficients[i + 1];
  }
  return coefficients;
}

WinogradMatrices WinogradMatrices::get(int64_t tile) {
  int64_t size = getWinogradDataTile(tile);
  Row points(kPoints, kPoints + size - 1);
  WinogradMatrices matrices;
  matrices.result.assign(tile, Row(size, 0));
  for (double point : points) {
    Row others = points;
    others.erase(std::find(others.begin(), others.end(), point));
    double divisor = 1;
    for (double other : others)
      divisor *= point - other;
    Row powers = getPowers(point, tile);
    for (int64_t i = 0; i < tile; ++i)
      matrices.result[i][matrices.data.size()] = powers[i];
    matrices.data.push_back(getCoefficients(others));
    matrices.data.back().push_back(0);
    matrices.weight.push_back(getPowers(point, kWinogradWindow, divisor));
  }
  // Infinity has the highest powers.
  matrices.data.push_back(getCoefficients(points));
  matrices.weight.push_back(Row(kWinogradWindow, 0));
  matrices.weight.back().back() = 1;
  matrices.result.back().back() = 1;
  return matrices;
}

} // namespace tvm::graph
