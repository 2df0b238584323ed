// Programs that convolve, and what they compute.
#ifndef TEST_RUNTIME_VTA_CONVOLUTION_H
#define TEST_RUNTIME_VTA_CONVOLUTION_H

#include "runtime/vta/Program.h"

namespace tvm::test {

/// A square convolution of int8, then `>> shift`, then clipped to [0, 127].
/// A matrix product is one of size 1.
struct Convolution {
  unsigned size = 1, inputs = 1, outputs = 1;
  unsigned kernel = 1, stride = 1, padding = 0;
  unsigned shift = 8;

  unsigned outputSize() const {
    return (size + 2 * padding - kernel) / stride + 1;
  }
  uint64_t macs() const {
    return uint64_t(outputSize()) * outputSize() * inputs * outputs * kernel *
           kernel;
  }

  /// Micro-ops that multiply; for a configuration with one image.
  uint64_t gemmCycles(const runtime::vta::Configuration &configuration) const {
    return macs() / (configuration.block() * configuration.block());
  }
  /// With the four that each element of the result needs besides: cleared,
  /// shifted, clipped twice. The compute module cannot be faster.
  uint64_t
  computeCycles(const runtime::vta::Configuration &configuration) const {
    return gemmCycles(configuration) + 4 * uint64_t(outputSize()) *
                                           outputSize() * outputs /
                                           configuration.block();
  }
};

/// How a program divides the work. `rows` divides the output's rows, `blocks`
/// its blocks of channels, `inputs` those of the input that are loaded at once;
/// with two threads, buffers are used by turns. The accumulator is written
/// again after `blocks` micro-ops.
struct Tiling {
  unsigned rows = 1, blocks = 1, threads = 1, inputs = 1;

  /// Whether they divide the work, and their parts fit into the buffers.
  bool fits(const runtime::vta::Configuration &configuration,
            const Convolution &convolution) const;
};

/// With buffers "data" [inputs / block][size][size][batch][block], "weights"
/// [outputs / block][inputs / block][kernel][kernel][block][block] and
/// "result" [outputs / block][outputSize][outputSize][batch][block].
runtime::vta::Program
makeConvolution(const runtime::vta::Configuration &configuration,
                const Convolution &convolution, const Tiling &tiling);

/// The same from the definition, on buffers in the same layout.
std::vector<int8_t> convolve(const runtime::vta::Configuration &configuration,
                             const Convolution &convolution,
                             const std::vector<int8_t> &data,
                             const std::vector<int8_t> &weights);

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
