// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A whole program on a device.
#ifndef TEST_HARDWARE_PROGRAMRUN_H
#define TEST_HARDWARE_PROGRAMRUN_H

#include "runtime/vta/device/Device.h"
#include "runtime/vta/program/Program.h"

#include <functional>

namespace tvm::test {

struct ProgramResult {
  /// Final contents of all buffers.
  std::vector<uint8_t> bytes;
  runtime::vta::Counters counters;
  /// Processor time of the run.
  double seconds = 0;
};

/// `Simulator` is a runtime::vta::Device; buffers without data hold the same
/// random bytes on each. Throws std::runtime_error.
ProgramResult
runProgram(const runtime::vta::Program &program,
           const std::function<std::unique_ptr<runtime::vta::Device>(
               const runtime::vta::Configuration &, runtime::vta::Dram &)>
               &makeDevice);

} // namespace tvm::test

#endif // TEST_HARDWARE_PROGRAMRUN_H
