// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices as the core's elements.
#ifndef TEST_RUNTIME_VTA_PROGRAMS_PACKING_H
#define TEST_RUNTIME_VTA_PROGRAMS_PACKING_H

#include <cstddef>
#include <vector>

namespace tvm::test {

/// [rows][columns] <-> [rows / height][columns / width][height][width].
struct Packing {
  size_t rows, columns, height, width;

  template <typename Number>
  std::vector<Number> pack(const std::vector<Number> &matrix) const {
    std::vector<Number> packed(matrix.size());
    forEach([&](size_t i, size_t at) { packed[at] = matrix[i]; });
    return packed;
  }

  template <typename Number>
  std::vector<Number> unpack(const std::vector<Number> &packed) const {
    std::vector<Number> matrix(packed.size());
    forEach([&](size_t i, size_t at) { matrix[i] = packed[at]; });
    return matrix;
  }

private:
  template <typename Visit> void forEach(Visit visit) const {
    for (size_t i = 0; i < rows * columns; ++i) {
      size_t row = i / columns, column = i % columns;
      size_t element = row / height * (columns / width) + column / width;
      visit(i, (element * height + row % height) * width + column % width);
    }
  }
};

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_PROGRAMS_PACKING_H
