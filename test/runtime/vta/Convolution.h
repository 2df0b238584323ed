// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that convolve, and what they compute.
#ifndef TEST_RUNTIME_VTA_CONVOLUTION_H
#define TEST_RUNTIME_VTA_CONVOLUTION_H

#include "runtime/vta/program/Program.h"

#include <algorithm>

namespace tvm::test {

/// A square convolution of int8, then `>> shift`, then clipped to [0, 127].
/// A matrix product is one of size 1.
struct Convolution {
  using Configuration = runtime::vta::Configuration;

  unsigned size = 1, inputs = 1, outputs = 1;
  unsigned kernel = 1, stride = 1, padding = 0;
  unsigned shift = 8;
  /// Groups of as many inputs as outputs, if there are fewer than in a block.
  unsigned groups = 1;
  /// Each input is multiplied by the kernel, `stride` outputs apart. Then
  /// kernel - 2 * padding is stride.
  bool transposed = false;

  unsigned outputSize() const {
    return transposed ? size * stride
                      : (size + 2 * padding - kernel) / stride + 1;
  }
  /// Places of the kernel, in one dimension.
  unsigned positions() const { return transposed ? size : outputSize(); }

  /// Blocks of inputs that a block of outputs depends on; and blocks of outputs
  /// that depend on the same ones.
  unsigned inputBlocks(const Configuration &configuration) const {
    return std::max(inputs / groups / configuration.block(), 1u);
  }
  unsigned sharingBlocks(const Configuration &configuration) const {
    return std::max(outputs / groups / configuration.block(), 1u);
  }

  /// Micro-ops that multiply; for a configuration with one image.
  uint64_t gemmCycles(const Configuration &configuration) const {
    return uint64_t(positions()) * positions() * kernel * kernel *
           inputBlocks(configuration) * (outputs / configuration.block());
  }
  uint64_t macs() const {
    return uint64_t(positions()) * positions() * kernel * kernel * inputs /
           groups * outputs;
  }
  /// The cycles of the GEMMs and of four operations on each element of the
  /// result: it is cleared, shifted, and clipped twice. The compute module
  /// cannot be faster.
  uint64_t computeCycles(const Configuration &configuration) const {
    return gemmCycles(configuration) + 4 * uint64_t(outputSize()) *
                                           outputSize() * outputs /
                                           configuration.block();
  }
};

/// A program's division of the work. `rows` divides the kernel's positions,
/// `blocks` the blocks of outputs that depend on the same inputs, and `inputs`
/// the blocks of the input that are loaded at once. Two threads use buffers in
/// turns. `columns` of the positions have micro-ops of their own. The
/// accumulator is written again after as many micro-ops as there are blocks and
/// columns, and outputs of a position.
struct Tiling {
  unsigned rows = 1, blocks = 1, threads = 1, inputs = 1, columns = 1;

  /// Whether they divide the work, and their parts fit into the buffers.
  bool fits(const runtime::vta::Configuration &configuration,
            const Convolution &convolution) const;
};

/// A tiling that fits, with few large parts. It has fewer threads if the
/// buffers do not hold a row for each.
Tiling findTiling(const runtime::vta::Configuration &configuration,
                  const Convolution &convolution, unsigned threads);

/// A program with buffers "data" [inputs / block][size][size][batch][block],
/// "weights" [outputs / block][inputBlocks][kernel][kernel][block][block] and
/// "result" [outputs / block][outputSize][outputSize][batch][block].
runtime::vta::Program
makeConvolution(const runtime::vta::Configuration &configuration,
                const Convolution &convolution, const Tiling &tiling);

/// Weights in the same layout, 0 where input and output are of different
/// groups.
std::vector<int8_t> maskGroups(const runtime::vta::Configuration &configuration,
                               const Convolution &convolution,
                               std::vector<int8_t> weights);

/// The same from the definition, on buffers in the same layout. It does not
/// look at weights between groups.
std::vector<int8_t> convolve(const runtime::vta::Configuration &configuration,
                             const Convolution &convolution,
                             const std::vector<int8_t> &data,
                             const std::vector<int8_t> &weights);

/// "D1" to "D9" of MobileNet, in groups of 16 (OSDI 2018, table 2), and "CT1"
/// to "CT3", the transposed convolutions of DCGAN's generator that have more
/// than three outputs.
std::vector<std::pair<const char *, Convolution>> mobileNetConvolutions();
std::vector<std::pair<const char *, Convolution>> generatorConvolutions();

/// Convolutions 2 to 12 of ResNet-18 (OSDI 2018, table 2), and the tilings for
/// two threads and one that take the fewest cycles in the default
/// configuration (benchmarks/vta finds them).
struct NamedConvolution {
  const char *name;
  Convolution convolution;
  Tiling tiling, singleTiling;
};
const std::vector<NamedConvolution> &resNetConvolutions();

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_CONVOLUTION_H
