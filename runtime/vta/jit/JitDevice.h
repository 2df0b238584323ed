// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device of any library, with growing memory.
#ifndef RUNTIME_VTA_JIT_JITDEVICE_H
#define RUNTIME_VTA_JIT_JITDEVICE_H

#include "runtime/vta/include/vta_jit.h"
#include "runtime/vta/jit/Driver.h"

namespace tvm::runtime::vta {

/// A device with the caches between the host and its memory.
class JitDevice {
public:
  explicit JitDevice(const vta_driver &driver) : driver(driver) {}
  JitDevice(const JitDevice &) = delete;
  JitDevice &operator=(const JitDevice &) = delete;
  ~JitDevice() { driver.device_free(handle); }

  Status create(const char *configuration, uint64_t memory);
  Status seed(uint64_t value);
  Status allocate(uint64_t size, uint64_t &address);
  Status free(uint64_t address);
  Status write(uint64_t address, const void *source, size_t size);
  Status read(uint64_t address, void *target, size_t size);
  Status run(uint64_t stream, uint32_t count, uint64_t maxCycles,
             vta_counters *counters);
  Status unitCycles(vta_unit unit, vta_unit_cycles &cycles);
  Status writeTrace(const char *path);

  vta_jit_caches caches = {};
  bool skipFlush = false, skipInvalidate = false;

private:
  const vta_driver &driver;
  vta_device *handle = nullptr;
};

/// An allocation that is replaced when it becomes too small.
class GrowingMemory {
public:
  explicit GrowingMemory(JitDevice &device) : device(device) {}

  /// Reserves memory. `isNew` is set if the previous contents are lost.
  Status reserve(uint64_t size, bool &isNew);
  uint64_t address() const { return begin; }

private:
  JitDevice &device;
  uint64_t begin = 0, capacity = 0;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_JITDEVICE_H
