// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices are multiplied tile by tile.
#ifndef TEST_RUNTIME_VTA_PROGRAMS_MATRIXPRODUCT_H
#define TEST_RUNTIME_VTA_PROGRAMS_MATRIXPRODUCT_H

#include "test/runtime/vta/jit/Jit.h"

namespace tvm::test {

/// `rows` x `inputs` by the transpose of `outputs` x `inputs`, then >> shift,
/// then clipped to [0, 127]. Sizes are multiples of the core's.
struct MatrixProduct {
  unsigned rows = 1, inputs = 1, outputs = 1;
  unsigned shift = 9;
};

/// Sizes of the result, and of the inputs that are loaded at once, in elements
/// of the core (BATCH rows, BLOCK inputs and outputs), which they divide. With
/// two threads the buffers are used by turns.
struct MatrixTiling {
  unsigned rows = 1, outputs = 1, inputs = 1, threads = 1;
};

/// Returns the product [rows][outputs] of `data` [rows][inputs] and `weights`
/// [outputs][inputs], computed without tiling.
std::vector<int8_t> multiply(const MatrixProduct &product,
                             const std::vector<int8_t> &data,
                             const std::vector<int8_t> &weights);

/// The same on the device, which the counters tell of.
std::vector<int8_t> multiplyOn(Jit &jit, const MatrixProduct &product,
                               const MatrixTiling &tiling,
                               const std::vector<int8_t> &data,
                               const std::vector<int8_t> &weights,
                               uint64_t seed = 0);

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_PROGRAMS_MATRIXPRODUCT_H
