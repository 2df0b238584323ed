// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/Nest.h"

#include "transforms/CostModel/Rates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace llvm;

namespace tvm::cost {

bool Access::dependsOn(unsigned axis) const {
  return any_of(strides, [&](const auto &dim) { return dim[axis] != 0; });
}

bool Access::isContiguousAlong(unsigned axis) const {
  return getStrideAlong(axis) == 1;
}

int64_t Access::getStrideAlong(unsigned axis) const {
  bool isOfLast = !strides.empty() &&
                  none_of(ArrayRef(strides).drop_back(),
                          [&](const auto &dim) { return dim[axis] != 0; });
  return isOfLast ? std::abs(strides.back()[axis]) : 0;
}

int64_t Access::getLength(unsigned dim, ArrayRef<int64_t> sizes) const {
  int64_t length = 1;
  for (auto [axis, stride] : enumerate(strides[dim])) {
    bool isGrouped = static_cast<int>(axis) == groupAxis;
    int64_t points = isGrouped ? divideCeil(sizes[axis], group) : sizes[axis];
    length += std::abs(stride) * (points - 1);
  }
  return length;
}

unsigned Nest::getLastSpatialAxis() const {
  return count(isReduction, false) - 1;
}

double Nest::getNumPoints() const {
  double points = 1;
  for (int64_t extent : extents)
    points *= static_cast<double>(extent);
  return points;
}

int64_t Nest::getNumSteps() const {
  int64_t steps = 1;
  for (auto [extent, isSum] : zip_equal(extents, isReduction))
    steps *= isSum ? extent : 1;
  return steps;
}

int64_t Nest::getInnermostSteps() const {
  int64_t steps = 1;
  for (auto [extent, isSum] : zip_equal(extents, isReduction))
    if (isSum && extent != 1)
      steps = extent;
  return steps;
}

double getTouchedBytes(const Access &access, ArrayRef<int64_t> sizes) {
  double rows = 1, row = 1;
  for (unsigned d = 0; d < access.strides.size(); ++d) {
    int64_t length = access.getLength(d, sizes);
    length = std::min(length, access.shape[d]);
    if (d + 1 == access.strides.size())
      row = static_cast<double>(length);
    else
      rows *= static_cast<double>(length);
  }
  double bytes = row * static_cast<double>(access.elementBytes);
  bool isWholeRow =
      access.shape.empty() || row == static_cast<double>(access.shape.back());
  return rows * (isWholeRow ? bytes : std::max<double>(bytes, kLineBytes));
}

int64_t getRowDistance(const Access &access, ArrayRef<int64_t> sizes) {
  if (access.isPacked || access.strides.size() < 2)
    return 0;
  unsigned last = access.strides.size() - 1;
  if (access.getLength(last, sizes) >= access.shape[last])
    return 0;
  int64_t distance = access.elementBytes * access.shape[last];
  for (unsigned d = last; d > 0 && access.getLength(d - 1, sizes) == 1; --d)
    distance *= access.shape[d - 1];
  return distance;
}

/// Whether the rows that `access` touches share so few sets of a cache that
/// they replace each other.
static bool replacesItself(const Access &access, ArrayRef<int64_t> sizes,
                           double cacheBytes) {
  int64_t distance = getRowDistance(access, sizes);
  if (distance == 0 || distance % kLineBytes != 0 ||
      cacheBytes >= static_cast<double>(kHashedBytes))
    return false;
  int64_t sets = static_cast<int64_t>(cacheBytes) / (kWays * kLineBytes);
  int64_t row =
      access.getLength(access.strides.size() - 1, sizes) * access.elementBytes;
  int64_t used = sets / std::gcd(sets, distance / kLineBytes) *
                 divideCeil(row, kLineBytes);
  return getTouchedBytes(access, sizes) >
         static_cast<double>(std::min(used, sets) * kWays * kLineBytes);
}

SmallVector<double> estimateTraffic(const Nest &nest, ArrayRef<TileLoop> loops,
                                    ArrayRef<int64_t> sizes,
                                    double cacheBytes) {
  SmallVector<int64_t> box(sizes);
  auto touch = [&] {
    return map_to_vector(nest.accesses, [&](const Access &access) {
      return getTouchedBytes(access, box);
    });
  };
  SmallVector<double> touched = touch(), traffic = touched;
  // Rows that replace each other from one step of the sum to the next load a
  // line per step.
  SmallVector<int64_t> step(sizes);
  for (auto [size, isSum] : zip_equal(step, nest.isReduction))
    size = isSum ? 1 : size;
  for (auto [i, access] : enumerate(nest.accesses))
    if (!access.isWritten && replacesItself(access, step, cacheBytes))
      traffic[i] = getTouchedBytes(access, step) *
                   static_cast<double>(nest.getNumSteps());
  for (const TileLoop &loop : reverse(loops)) {
    bool fits = sum_of(touched, 0.0) <= cacheBytes;
    SmallVector<int64_t> before = box;
    box[loop.axis] =
        std::min(box[loop.axis] * loop.trips, nest.extents[loop.axis]);
    SmallVector<double> grown = touch();
    for (auto [i, access] : enumerate(nest.accesses)) {
      bool stays = fits && !replacesItself(access, before, cacheBytes);
      traffic[i] *=
          stays ? grown[i] / touched[i] : static_cast<double>(loop.trips);
    }
    touched = grown;
  }
  return traffic;
}

} // namespace tvm::cost
