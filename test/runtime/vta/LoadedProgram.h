// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program in a device's memory.
#ifndef TEST_RUNTIME_VTA_LOADEDPROGRAM_H
#define TEST_RUNTIME_VTA_LOADEDPROGRAM_H

#include "runtime/vta/include/vta_device.h"
#include "runtime/vta/program/Program.h"

#include <string>

namespace tvm::test {

/// Through the C interface of whatever device is linked.
class LoadedProgram {
public:
  explicit LoadedProgram(const runtime::vta::Program &program);
  LoadedProgram(const LoadedProgram &) = delete;
  LoadedProgram &operator=(const LoadedProgram &) = delete;
  ~LoadedProgram() { vta_device_free(device); }

  void write(const std::string &name, const std::vector<int8_t> &bytes);
  std::vector<int8_t> read(const std::string &name) const;
  uint64_t sizeOf(const std::string &name) const;

  vta_status run(uint64_t seed, uint64_t maxCycles = UINT64_MAX);

  vta_counters counters = {};

private:
  size_t find(const std::string &name) const;
  uint64_t allocate(const void *bytes, uint64_t size);

  const runtime::vta::Program &program;
  vta_device *device = nullptr;
  /// Addresses of the buffers, then of the micro-ops.
  std::vector<uint64_t> addresses;
  uint64_t stream = 0;
};

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_LOADEDPROGRAM_H
