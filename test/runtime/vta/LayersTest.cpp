// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers of networks: ResNet's C2 to C12, MobileNet's grouped D1 to D9, the
// transposed ones of DCGAN's generator. The simulators are tested always in the
// default configuration; the others, and the core, in long tests.
#include "test/runtime/vta/ConvolutionCheck.h"

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

class VtaLayers : public testing::TestWithParam<Configuration> {};

} // namespace

static std::string
nameOfConfiguration(const testing::TestParamInfo<Configuration> &info) {
  static const char *const names[] = {"Default", "Batch2", "Block8", "Block32"};
  return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(Of, VtaLayers,
                         testing::ValuesIn(testConfigurations().begin(),
                                           testConfigurations().begin() + 4),
                         nameOfConfiguration);

static void check(const Configuration &configuration, const char *name,
                  const Convolution &convolution) {
  SCOPED_TRACE(name);
  for (unsigned threads : {1, 2})
    checkConvolution(configuration, convolution,
                     findTiling(configuration, convolution, threads), 1);
}

TEST_P(VtaLayers, ResNet) {
  for (const NamedConvolution &named : resNetConvolutions())
    check(GetParam(), named.name, named.convolution);
}

TEST_P(VtaLayers, MobileNet) {
  for (const auto &[name, convolution] : mobileNetConvolutions())
    check(GetParam(), name, convolution);
}

TEST_P(VtaLayers, Generator) {
  for (const auto &[name, convolution] : generatorConvolutions())
    check(GetParam(), name, convolution);
}

// As they are tiled for the benchmark.
TEST(VtaTunedLayers, Default) {
  for (const NamedConvolution &named : resNetConvolutions()) {
    SCOPED_TRACE(named.name);
    checkConvolution(Configuration(), named.convolution, named.tiling, 2);
    checkConvolution(Configuration(), named.convolution, named.singleTiling, 1);
  }
}
