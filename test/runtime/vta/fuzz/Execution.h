// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program that may be anything, and looks at what it did.
#ifndef TEST_RUNTIME_VTA_FUZZ_EXECUTION_H
#define TEST_RUNTIME_VTA_FUZZ_EXECUTION_H

#include "runtime/vta/device/Device.h"
#include "test/runtime/vta/fuzz/Streams.h"

#include <functional>
#include <string>

namespace tvm::test {

struct Outcome {
  /// "" if all went well.
  std::string error;
  std::vector<uint8_t> memory;
  /// Whether a byte beside the memory of the case was written.
  bool isOutside = false;
  runtime::vta::Counters counters;

  bool operator==(const Outcome &other) const {
    return error == other.error && memory == other.memory;
  }
};

using MakeDevice = std::function<std::unique_ptr<runtime::vta::Device>(
    const runtime::vta::Configuration &, runtime::vta::Dram &)>;

/// On any device.
Outcome executeOn(const MakeDevice &makeDevice, const FuzzCase &fuzzCase,
                  uint64_t seed);

/// On the functional simulator.
Outcome execute(const FuzzCase &fuzzCase, uint64_t seed);

/// On the cycle model.
Outcome executeTimed(const FuzzCase &fuzzCase, uint64_t seed);

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_FUZZ_EXECUTION_H
