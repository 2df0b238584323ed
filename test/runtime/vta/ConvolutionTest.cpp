// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole programs, with the tokens that they need.
#include "test/runtime/vta/ConvolutionCheck.h"

#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

TEST(VtaConvolution, EqualsTheReferenceInAnyOrder) {
  for (size_t i = 0; i < 4; ++i) {
    const Configuration &configuration = testConfigurations()[i];
    SCOPED_TRACE(configuration.key());
    for (unsigned threads : {1, 2})
      for (unsigned blocks : {1, 2}) {
        Tiling tiling{2, blocks, threads, 1, /*columns=*/2 / blocks};
        checkConvolution(configuration, {8, 64, 64, 3, 1, 1, 7}, tiling, 10);
        checkConvolution(configuration, {8, 64, 64, 3, 2, 1, 7}, tiling, 10);
      }
  }
}

TEST(VtaConvolution, ThreadsMayHaveDifferentNumbersOfTiles) {
  for (unsigned threads : {1, 2, 3})
    checkConvolution(Configuration(), {5, 48, 16, 3, 1, 1, 7},
                     {1, 1, threads, 1, 5}, 20);
}

TEST(VtaConvolution, SeveralBlocksOfInputsAtOnce) {
  for (unsigned threads : {1, 2})
    for (unsigned inputs : {2, 4}) {
      checkConvolution(Configuration(), {8, 64, 32, 3, 2, 1, 7},
                       {2, 2, threads, inputs}, 10);
      checkConvolution(Configuration(), {8, 64, 32, 1, 2, 0, 7},
                       {2, 2, threads, inputs}, 10);
    }
}

TEST(VtaConvolution, MatrixProducts) {
  for (unsigned threads : {1, 2})
    checkConvolution(Configuration(), {1, 128, 128, 1, 1, 0, 6},
                     {1, 2, threads}, 20);
}

/// In the four configurations with inputs of 8 bits, with tilings that fit.
static void checkAll(const Convolution &convolution) {
  for (size_t i = 0; i < 4; ++i) {
    const Configuration &configuration = testConfigurations()[i];
    SCOPED_TRACE(configuration.key());
    for (unsigned threads : {1, 2})
      checkConvolution(configuration, convolution,
                       findTiling(configuration, convolution, threads), 3);
  }
}

// More channels than a block, as many, and fewer.
TEST(VtaConvolution, Groups) {
  for (unsigned size : {6, 7})
    for (unsigned stride : {1, 2}) {
      Convolution convolution{size, 64, 64, 3, stride, 1, 7};
      convolution.groups = 4;
      checkAll(convolution);
    }
  Convolution widening{6, 64, 128, 3, 1, 1, 7};
  widening.groups = 2;
  checkAll(widening);
}

TEST(VtaConvolution, Transposed) {
  Convolution convolution{4, 64, 32, 4, 2, 1, 7};
  convolution.transposed = true;
  checkAll(convolution);
  Convolution withoutOverlap{3, 32, 32, 3, 3, 0, 7};
  withoutOverlap.transposed = true;
  checkAll(withoutOverlap);
}

// Rows that are loaded alone, in parts of a few columns.
TEST(VtaConvolution, SeveralColumns) {
  Convolution convolution{12, 32, 32, 3, 1, 1, 7};
  for (unsigned columns : {2, 3, 12})
    checkConvolution(Configuration(), convolution, {1, 1, 2, 2, columns}, 3);
}
