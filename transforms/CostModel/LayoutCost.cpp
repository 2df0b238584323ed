// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/LayoutCost.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace tvm::graph {

/// Largest number of elements of a row that are not worth loading every other
/// element of the data.
static constexpr int64_t kShortRow = 3;
/// Largest parts of one vector, and of several, that outputs leave too empty.
static constexpr double kEmptyVector = 0.75, kEmptyVectors = 0.63;
/// Least part of a vector that a row has to fill instead.
static constexpr double kFullRow = 0.85;
/// Least number of points of an image.
static constexpr int64_t kImagePoints = 196;
/// Number of elements of f32 in the widest vector of any machine.
static constexpr int64_t kPointsOfVectors = 16;
/// Least number of points per element of a vector that they leave empty.
static constexpr int64_t kPointsPerEmpty = 20;
/// Least number of points at which an element of a weight is used.
static constexpr int64_t kPointsPerMove = 16;

bool isDepthwiseFastChannelSecond(int64_t stride,
                                  std::optional<int64_t> width) {
  return stride == 1 || (stride == 2 && (!width || *width > kShortRow));
}

bool isNarrowFasterChannelSecond(int64_t stride, llvm::ArrayRef<int64_t> image,
                                 int64_t outputs, int64_t lanes) {
  double vectors = static_cast<double>(outputs) / static_cast<double>(lanes);
  double row = static_cast<double>(image.back()) / static_cast<double>(lanes);
  int64_t points = llvm::product_of(image);
  double greatest = vectors <= 1 ? kEmptyVector : kEmptyVectors;
  return stride == 1 && row >= kFullRow && points >= kImagePoints &&
         vectors <= greatest * std::ceil(vectors);
}

bool fillsVectorsOfPlanes(int64_t points) {
  int64_t rest = points % kPointsOfVectors;
  int64_t empty = rest == 0 ? 0 : kPointsOfVectors - rest;
  return empty * kPointsPerEmpty <= points;
}

bool isWeightWorthMoving(int64_t points) { return points >= kPointsPerMove; }

} // namespace tvm::graph
