// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/WinogradMatrices.h"

#include "dialects/Graph/Networks/WinogradTiles.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace tvm::graph {
namespace {

using Matrix = WinogradMatrices::Matrix;

/// The products of `matrix` with a vector. All numbers are small multiples of
/// a power of two, so that nothing is rounded.
std::vector<double> multiply(const Matrix &matrix,
                             const std::vector<double> &vector) {
  std::vector<double> products;
  for (const std::vector<double> &row : matrix) {
    EXPECT_EQ(row.size(), vector.size());
    products.push_back(0);
    for (size_t i = 0; i < vector.size(); ++i)
      products.back() += row[i] * vector[i];
  }
  return products;
}

/// A number by which all elements of G become multiples of a power of two: the
/// divisors of points differ in factors of 3, 5 and two.
constexpr double kDivisor = 45;

/// G, times `kDivisor`, which is rounded to what it is without errors.
Matrix getExactWeight(const WinogradMatrices &matrices) {
  Matrix exact = matrices.weight;
  for (std::vector<double> &row : exact)
    for (double &element : row) {
      constexpr double kUnit = 1.0 / 64;
      double rounded = std::round(element * kDivisor / kUnit) * kUnit;
      EXPECT_NEAR(element * kDivisor, rounded,
                  4 * kDivisor * std::numeric_limits<double>::epsilon());
      element = rounded;
    }
  return exact;
}

class WinogradMatricesTest : public testing::TestWithParam<int64_t> {};

TEST_P(WinogradMatricesTest, TheyComputeACorrelation) {
  int64_t tile = GetParam(), size = getWinogradDataTile(tile);
  WinogradMatrices matrices = WinogradMatrices::get(tile);
  Matrix weight = getExactWeight(matrices);
  // The algorithm is linear in the data and in the window: that it is right
  // for all unit vectors shows that it always is.
  for (int64_t i = 0; i < size; ++i)
    for (int64_t j = 0; j < kWinogradWindow; ++j) {
      std::vector<double> data(size, 0), window(kWinogradWindow, 0);
      data[i] = window[j] = 1;
      std::vector<double> products = multiply(matrices.data, data);
      std::vector<double> weights = multiply(weight, window);
      ASSERT_EQ(products.size(), weights.size());
      for (int64_t k = 0; k < size; ++k)
        products[k] *= weights[k];
      std::vector<double> result = multiply(matrices.result, products);
      ASSERT_EQ(static_cast<int64_t>(result.size()), tile);
      for (int64_t y = 0; y < tile; ++y)
        EXPECT_EQ(result[y], y + j == i ? kDivisor : 0)
            << "data " << i << ", window " << j << ", result " << y;
    }
}

TEST_P(WinogradMatricesTest, PointsOfBothSignsShareSums) {
  int64_t size = getWinogradDataTile(GetParam());
  WinogradMatrices matrices = WinogradMatrices::get(GetParam());
  for (int64_t row = 1; row + 1 < size; row += 2)
    for (int64_t column = 0; column < size; ++column)
      EXPECT_EQ(matrices.data[row + 1][column],
                (column % 2 == 0 ? 1 : -1) * matrices.data[row][column]);
  for (int64_t row = 0; row < GetParam(); ++row) {
    EXPECT_EQ(matrices.result[row][1], 1); // a bias is added there
    for (int64_t column = 1; column + 1 < size; column += 2)
      EXPECT_EQ(matrices.result[row][column + 1],
                (row % 2 == 0 ? 1 : -1) * matrices.result[row][column]);
  }
}

INSTANTIATE_TEST_SUITE_P(Tiles, WinogradMatricesTest,
                         testing::ValuesIn(kWinogradTiles));

TEST(WinogradTiles, TilesOfTheDataAreLargerByTheWindow) {
  EXPECT_EQ(getWinogradDataTile(4), 6);
  EXPECT_EQ(getWinogradTile(6), 4);
  EXPECT_TRUE(isWinogradTile(2));
  EXPECT_FALSE(isWinogradTile(3));
  EXPECT_FALSE(isWinogradTile(8));
}

} // namespace
} // namespace tvm::graph
