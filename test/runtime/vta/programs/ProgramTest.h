// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared parts of tests of programs: data, and the configurations of all.
#ifndef TEST_RUNTIME_VTA_PROGRAMS_PROGRAMTEST_H
#define TEST_RUNTIME_VTA_PROGRAMS_PROGRAMTEST_H

#include "test/runtime/vta/RandomInstructions.h"

#include <gtest/gtest.h>

namespace tvm::test {

inline std::vector<int8_t> randomBytes(uint64_t size, unsigned seed) {
  Random random(seed);
  std::vector<int8_t> bytes(size);
  for (int8_t &byte : bytes)
    byte = int8_t(random());
  return bytes;
}

/// Tests in the configurations with inputs of 8 bits: the default; batch 2;
/// block 8; block 32 with other buffer sizes.
class VtaProgram : public testing::TestWithParam<runtime::vta::Configuration> {
};

inline std::string nameOfConfiguration(
    const testing::TestParamInfo<runtime::vta::Configuration> &info) {
  static const char *const names[] = {"Default", "Batch2", "Block8", "Block32"};
  return names[info.index];
}

INSTANTIATE_TEST_SUITE_P(Configurations, VtaProgram,
                         testing::ValuesIn(testConfigurations().begin(),
                                           testConfigurations().begin() + 4),
                         nameOfConfiguration);

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_PROGRAMS_PROGRAMTEST_H
