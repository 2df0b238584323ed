#include "transforms/CostModel/Nest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace tvm::cost {

/// Bytes of a cache line.
static constexpr double kLineBytes = 64;

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
  for (auto [d, strides] : enumerate(access.strides)) {
    int64_t length = 1;
    for (auto [stride, size] : zip_equal(strides, sizes))
      length += std::abs(stride) * (size - 1);
    length = std::min(length, access.shape[d]);
    if (d + 1 == access.strides.size())
      row = static_cast<double>(length);
    else
      rows *= static_cast<double>(length);
  }
  double bytes = row * static_cast<double>(access.elementBytes);
  bool isWholeRow =
      access.shape.empty() || row == static_cast<double>(access.shape.back());
  return rows * (isWholeRow ? bytes : std::max(bytes, kLineBytes));
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
  for (const TileLoop &loop : reverse(loops)) {
    bool fits = sum_of(touched, 0.0) <= cacheBytes;
    box[loop.axis] =
        std::min(box[loop.axis] * loop.trips, nest.extents[loop.axis]);
    SmallVector<double> grown = touch();
    for (auto [i, access] : enumerate(nest.accesses))
      traffic[i] *=
          fits ? grown[i] / touched[i] : static_cast<double>(loop.trips);
    touched = grown;
  }
  return traffic;
}

} // namespace tvm::cost
