// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/Convolution.h"

using namespace tvm::test;

const std::vector<NamedConvolution> &tvm::test::resNetConvolutions() {
  static const std::vector<NamedConvolution> all = {
      {"C2", {56, 64, 64, 3, 1, 1}, {8, 2, 2, 1}, {4, 4, 1, 4}},
      {"C3", {56, 64, 64, 1, 1, 0}, {4, 4, 2, 2}, {4, 4, 1, 4}},
      {"C4", {56, 64, 128, 3, 2, 1}, {4, 8, 2, 1}, {7, 8, 1, 2}},
      {"C5", {56, 64, 128, 1, 2, 0}, {4, 8, 2, 2}, {4, 8, 1, 4}},
      {"C6", {28, 128, 128, 3, 1, 1}, {14, 2, 2, 1}, {14, 4, 1, 4}},
      {"C7", {28, 128, 256, 3, 2, 1}, {14, 4, 2, 1}, {14, 8, 1, 2}},
      {"C8", {28, 128, 256, 1, 2, 0}, {7, 8, 2, 2}, {7, 16, 1, 8}},
      {"C9", {14, 256, 256, 3, 1, 1}, {14, 4, 2, 1}, {14, 8, 1, 8}},
      {"C10", {14, 256, 512, 3, 2, 1}, {7, 4, 2, 1}, {7, 32, 1, 2}},
      {"C11", {14, 256, 512, 1, 2, 0}, {7, 16, 2, 2}, {7, 32, 1, 8}},
      {"C12", {7, 512, 512, 3, 1, 1}, {7, 4, 2, 1}, {7, 32, 1, 2}}};
  return all;
}

static Convolution grouped(unsigned size, unsigned channels, unsigned stride) {
  Convolution convolution{size, channels, channels, 3, stride, 1};
  convolution.groups = channels / 16;
  return convolution;
}

std::vector<std::pair<const char *, Convolution>>
tvm::test::mobileNetConvolutions() {
  return {{"D1", grouped(112, 32, 1)}, {"D2", grouped(112, 64, 2)},
          {"D3", grouped(56, 128, 1)}, {"D4", grouped(56, 128, 2)},
          {"D5", grouped(28, 256, 1)}, {"D6", grouped(28, 256, 2)},
          {"D7", grouped(14, 512, 1)}, {"D8", grouped(14, 512, 2)},
          {"D9", grouped(7, 1024, 1)}};
}

static Convolution transposed(unsigned size, unsigned inputs,
                              unsigned outputs) {
  Convolution convolution{size, inputs, outputs, 4, 2, 1};
  convolution.transposed = true;
  return convolution;
}

std::vector<std::pair<const char *, Convolution>>
tvm::test::generatorConvolutions() {
  return {{"CT1", transposed(4, 1024, 512)},
          {"CT2", transposed(8, 512, 256)},
          {"CT3", transposed(16, 256, 128)}};
}
