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
        block(configuration.block()), data(data), weights(weights) {}

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
    for (unsigned blocks = 0; blocks < c.inputs / block; ++blocks)
      for (unsigned ky = 0; ky < c.kernel; ++ky)
        for (unsigned kx = 0; kx < c.kernel; ++kx)
          sum += product(
              dataAt(image, blocks, y * c.stride + ky, x * c.stride + kx),
              weightsAt(output, blocks, ky, kx));
    return int8_t(std::clamp(sum >> c.shift, 0, 127));
  }

  /// Over the inputs of a block; `data` is null in the padding.
  int32_t product(const int8_t *data, const int8_t *weights) const {
    return data ? std::inner_product(data, data + block, weights, 0) : 0;
  }

  /// `y` and `x` count from the padding.
  const int8_t *dataAt(unsigned image, unsigned blocks, unsigned y,
                       unsigned x) const {
    y -= c.padding;
    x -= c.padding;
    if (y >= c.size || x >= c.size)
      return nullptr;
    size_t element = (size_t(blocks) * c.size + y) * c.size + x;
    return &data[(element * batch + image) * block];
  }

  const int8_t *weightsAt(unsigned output, unsigned blocks, unsigned y,
                          unsigned x) const {
    size_t kernel = size_t(output / block) * (c.inputs / block) + blocks;
    size_t element = (kernel * c.kernel + y) * c.kernel + x;
    return &weights[(element * block + output % block) * block];
  }

  Convolution c;
  unsigned batch, block;
  const std::vector<int8_t> &data, &weights;
};

} // namespace

std::vector<int8_t> tvm::test::convolve(const Configuration &configuration,
                                        const Convolution &convolution,
                                        const std::vector<int8_t> &data,
                                        const std::vector<int8_t> &weights) {
  return Reference(configuration, convolution, data, weights).result();
}
