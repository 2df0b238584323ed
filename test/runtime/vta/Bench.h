// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simulator, memory, and a program that grows.
#ifndef TEST_RUNTIME_VTA_BENCH_H
#define TEST_RUNTIME_VTA_BENCH_H

#include "runtime/vta/device/Device.h"
#include "runtime/vta/isa/Encoding.h"
#include "test/runtime/vta/Tokens.h"

#include <cstring>
#include <gtest/gtest.h>

namespace tvm::test {

/// 64 KiB of zeros are allocated at `address`.
template <typename Simulator> class Bench {
public:
  using Configuration = runtime::vta::Configuration;

  explicit Bench(const Configuration &configuration = {})
      : configuration(configuration), dram(4096),
        simulator(configuration, dram) {
    EXPECT_FALSE(dram.create(1 << 20).failed());
    EXPECT_FALSE(dram.allocate(1 << 16, address).failed());
    EXPECT_FALSE(simulator.create().failed());
    std::memset(dram.find(address, 1 << 16), 0, 1 << 16);
  }

  void add(const runtime::vta::Instruction &instruction) {
    runtime::vta::Word word;
    EXPECT_FALSE(runtime::vta::Encoding(configuration)
                     .encode(instruction, word)
                     .failed())
        << runtime::lastError();
    stream.push_back(word);
  }

  /// Runs the stream with FINISH at the end.
  runtime::Status run(uint64_t seed = 0, uint64_t maxCycles = UINT64_MAX) {
    std::vector<runtime::vta::Word> all = stream;
    all.push_back({3, 0});
    simulator.seed(seed);
    return simulator.run(all, maxCycles, counters);
  }

  std::string error() {
    EXPECT_EQ(run(), TVM_RUN_FAILED);
    std::string text = runtime::lastError();
    for (uint64_t seed = 1; seed < 20; ++seed) {
      EXPECT_EQ(run(seed), TVM_RUN_FAILED);
      EXPECT_EQ(runtime::lastError(), text);
    }
    return text;
  }

  uint32_t elementAt(runtime::vta::MemoryType type, uint64_t offset = 0) const {
    return address / configuration.elementBytes(type) + offset;
  }

  Configuration configuration;
  runtime::vta::Dram dram;
  Simulator simulator;
  std::vector<runtime::vta::Word> stream;
  runtime::vta::Counters counters;
  uint64_t address = 0;
};

/// Instructions that only carry tokens.
inline runtime::vta::Instruction idle(runtime::vta::Module module,
                                      runtime::vta::Dependencies bits) {
  runtime::vta::Instruction instruction =
      runtime::vta::Instruction::idle(module);
  instruction.dependencies = bits;
  return instruction;
}

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_BENCH_H
