// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/Convolution.h"

#include <algorithm>
#include <numeric>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

class Reference {
public:
  Reference(const Configuration &configuration, const Convolution &convolution,
            const std::vector<int8_t> &data, const std::vector<int8_t> &weights)
      : c(convolution), batch(configuration.batch()),
        block(configuration.block()),
        inputBlocks(convolution.inputBlocks(configuration)), data(data),
        weights(weights) {}

  std::vector<int8_t> result() const {
    std::vector<int8_t> result;
    unsigned size = c.outputSize();
    for (unsigned blocks = 0; blocks < c.outputs / block; ++blocks)
      for (unsigned y = 0; y < size; ++y)
        for (unsigned x = 0; x < size; ++x)
          for (unsigned image = 0; image < batch; ++image)
            for (unsigned o = 0; o < block; ++o)
              result.push_back(at(image, blocks * block + o, y, x));
    return result;
  }

private:
  int8_t at(unsigned image, unsigned output, unsigned y, unsigned x) const {
    int32_t sum = 0;
    for (unsigned ky = 0; ky < c.kernel; ++ky)
      for (unsigned kx = 0; kx < c.kernel; ++kx)
        if (isInput(y, ky) && isInput(x, kx))
          sum += product(image, output, inputOf(y, ky), inputOf(x, kx),
                         ky * c.kernel + kx);
    return int8_t(std::clamp(sum >> c.shift, 0, 127));
  }

  /// In one dimension, of an output and a weight, times `divisor`.
  int position(unsigned output, unsigned k) const {
    return c.transposed ? int(output + c.padding) - int(k)
                        : int(output * c.stride + k) - int(c.padding);
  }
  int divisor() const { return c.transposed ? int(c.stride) : 1; }
  bool isInput(unsigned output, unsigned k) const {
    int p = position(output, k);
    return p >= 0 && p % divisor() == 0 && unsigned(p / divisor()) < c.size;
  }
  unsigned inputOf(unsigned output, unsigned k) const {
    return position(output, k) / divisor();
  }

  /// Over the inputs of the output's group.
  int32_t product(unsigned image, unsigned output, unsigned y, unsigned x,
                  unsigned weight) const {
    unsigned group = c.inputs / c.groups, count = std::min(group, block);
    unsigned first = output / (c.outputs / c.groups) * group;
    int32_t sum = 0;
    for (unsigned input = first; input < first + group; input += count) {
      size_t element = (size_t(input / block) * c.size + y) * c.size + x;
      const int8_t *a =
          &data[(element * batch + image) * block + input % block];
      sum += std::inner_product(a, a + count,
                                weightsAt(output, input, first, weight), 0);
    }
    return sum;
  }

  const int8_t *weightsAt(unsigned output, unsigned input, unsigned first,
                          unsigned weight) const {
    size_t kernel =
        size_t(output / block) * inputBlocks + input / block - first / block;
    size_t element = kernel * c.kernel * c.kernel + weight;
    return &weights[(element * block + output % block) * block + input % block];
  }

  Convolution c;
  unsigned batch, block, inputBlocks;
  const std::vector<int8_t> &data, &weights;
};

} // namespace

std::vector<int8_t> tvm::test::convolve(const Configuration &configuration,
                                        const Convolution &convolution,
                                        const std::vector<int8_t> &data,
                                        const std::vector<int8_t> &weights) {
  return Reference(configuration, convolution, data, weights).result();
}

std::vector<int8_t> tvm::test::maskGroups(const Configuration &configuration,
                                          const Convolution &c,
                                          std::vector<int8_t> weights) {
  unsigned block = configuration.block();
  unsigned inputs = c.inputs / c.groups, outputs = c.outputs / c.groups;
  // Else a block is of one group.
  if (inputs < block)
    for (size_t i = 0; i < weights.size(); ++i)
      if (i / block % block / outputs != i % block / inputs)
        weights[i] = 0;
  return weights;
}
