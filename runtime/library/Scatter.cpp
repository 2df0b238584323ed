// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/Library.h"
#include "runtime/library/LibraryCall.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace tvm::runtime {

namespace {

/// The values of graph.scatter's `reduction`.
enum Reduction { Replace, Add, Mul, Max, Min };

/// A number that is only copied.
struct Complex {
  double real, imaginary;
};

/// Indices of 32 or 64 bits; negative ones count from the end.
struct Indices {
  const void *data;
  int64_t bytes;

  /// Index number `i` in a dimension of `size`; -1 if it is outside.
  int64_t get(int64_t i, int64_t size) const {
    int64_t index = bytes == 4 ? static_cast<const int32_t *>(data)[i]
                               : static_cast<const int64_t *>(data)[i];
    index += index < 0 ? size : 0;
    return index >= 0 && index < size ? index : -1;
  }
};

/// Consecutive slices of `size` elements with their destinations; -1: none.
struct Slices {
  int64_t size = 1;
  std::vector<int64_t> targets;
};

} // namespace

/// The number of elements between neighbours along each dimension.
static std::vector<int64_t> getStrides(const int64_t *sizes, int64_t rank) {
  std::vector<int64_t> strides(rank, 1);
  for (int64_t i = rank - 1; i > 0; --i)
    strides[i - 1] = strides[i] * sizes[i];
  return strides;
}

/// The destination of each slice from coordinates of the first `depth`
/// dimensions of x.
static Slices locateSlices(const Indices &indices, int64_t count, int64_t depth,
                           const int64_t *sizes, int64_t rank) {
  Slices slices;
  for (int64_t i = depth; i < rank; ++i)
    slices.size *= sizes[i];
  std::vector<int64_t> strides = getStrides(sizes, rank);
  slices.targets.assign(count, 0);
  for (int64_t slice = 0; slice < count; ++slice) {
    int64_t &target = slices.targets[slice];
    for (int64_t i = 0; i < depth && target >= 0; ++i) {
      int64_t index = indices.get(slice * depth + i, sizes[i]);
      target = index < 0 ? -1 : target + index * strides[i];
    }
  }
  return slices;
}

/// The destination of each element of `updates`: its own position, except along
/// `axis`.
static Slices locateElements(const Indices &indices, const int64_t *updates,
                             int64_t axis, const int64_t *sizes, int64_t rank) {
  Slices slices;
  int64_t count = 1, base = 0; // position without the axis
  for (int64_t i = 0; i < rank; ++i)
    count *= updates[i];
  std::vector<int64_t> strides = getStrides(sizes, rank), place(rank, 0);
  slices.targets.resize(count);
  for (int64_t element = 0; element < count; ++element) {
    int64_t index = indices.get(element, sizes[axis]);
    slices.targets[element] = index < 0 ? -1 : base + index * strides[axis];
    for (int64_t i = rank; i-- > 0;) {
      int64_t stride = i == axis ? 0 : strides[i];
      base += stride;
      if (++place[i] < updates[i])
        break;
      base -= stride * updates[i];
      place[i] = 0;
    }
  }
  return slices;
}

template <typename T, typename Combine>
static void combineSlices(const Slices &slices, const T *updates, T *y,
                          Combine combine) {
  for (size_t slice = 0; slice < slices.targets.size(); ++slice) {
    if (slices.targets[slice] < 0)
      continue;
    T *to = y + slices.targets[slice];
    const T *from = updates + slice * slices.size;
    for (int64_t i = 0; i < slices.size; ++i)
      to[i] = combine(to[i], from[i]);
  }
}

template <typename T> static bool isNan(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(value);
  return false;
}

/// Combines slices. Integers wrap; NaN is propagated.
template <typename T>
static void combineSlices(const Slices &slices, int64_t reduction,
                          const T *updates, T *y) {
  if constexpr (std::is_arithmetic_v<T>) {
    // Narrow integers would be promoted to int, which must not overflow.
    using Wide = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
    switch (reduction) {
    case Add:
      return combineSlices(slices, updates, y,
                           [](T a, T b) { return T(Wide(a) + Wide(b)); });
    case Mul:
      return combineSlices(slices, updates, y,
                           [](T a, T b) { return T(Wide(a) * Wide(b)); });
    case Max:
      return combineSlices(slices, updates, y,
                           [](T a, T b) { return a > b || isNan(a) ? a : b; });
    case Min:
      return combineSlices(slices, updates, y,
                           [](T a, T b) { return a < b || isNan(a) ? a : b; });
    default:
      break;
    }
  }
  combineSlices(slices, updates, y, [](const T &, const T &b) { return b; });
}

/// Calls `use` with an element of NumPy's type `dtype`; false if there is no
/// such type.
template <typename Use>
static bool withElement(std::string_view dtype, Use use) {
  auto call = [&](auto element) {
    use(element);
    return true;
  };
  if (dtype == "int8")
    return call(int8_t());
  if (dtype == "uint8")
    return call(uint8_t());
  if (dtype == "int16")
    return call(int16_t());
  if (dtype == "uint16")
    return call(uint16_t());
  if (dtype == "int32")
    return call(int32_t());
  if (dtype == "uint32")
    return call(uint32_t());
  if (dtype == "int64")
    return call(int64_t());
  if (dtype == "uint64")
    return call(uint64_t());
  if (dtype == "float32")
    return call(float());
  if (dtype == "float64")
    return call(double());
  return dtype == "complex128" && call(Complex());
}

Status scatter(const tvm_args *args) {
  ArgumentReader reader(args);
  std::string_view dtype = reader.text();
  int64_t count, numIndices, numUpdates;
  const int64_t *sizes, *ofIndices, *ofUpdates;
  const auto *options = reader.list<int64_t>(count);
  int64_t reduction = options[0], axis = options[1], rank = options[2];
  int64_t rankOfIndices = options[3], rankOfUpdates = options[4];
  const void *x = reader.next(rank, count, sizes);
  Indices indices{reader.next(rankOfIndices, numIndices, ofIndices),
                  options[5]};
  const void *updates = reader.next(rankOfUpdates, numUpdates, ofUpdates);
  auto *y = reader.next<void>(rank);
  bool isKnown = withElement(dtype, [&](auto element) {
    using T = decltype(element);
    std::copy_n(static_cast<const T *>(x), count, static_cast<T *>(y));
    Slices slices;
    if (axis >= 0) {
      slices = locateElements(indices, ofUpdates, axis, sizes, rank);
    } else {
      int64_t depth = ofIndices[rankOfIndices - 1], number = 1;
      for (int64_t i = 0; i + 1 < rankOfIndices; ++i)
        number *= ofIndices[i];
      slices = locateSlices(indices, number, depth, sizes, rank);
    }
    combineSlices(slices, reduction, static_cast<const T *>(updates),
                  static_cast<T *>(y));
  });
  return isKnown ? Status(TVM_OK) : unknownType(dtype);
}

} // namespace tvm::runtime
