// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/JitDevice.h"

#include <algorithm>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status JitDevice::create(const char *configuration, uint64_t memory) {
  return statusOf(driver, driver.device_create(configuration, memory, &handle));
}

Status JitDevice::seed(uint64_t value) {
  return statusOf(driver, driver.device_seed(handle, value));
}

Status JitDevice::allocate(uint64_t size, uint64_t &address) {
  return statusOf(driver, driver.memory_allocate(handle, size, &address));
}

Status JitDevice::free(uint64_t address) {
  return statusOf(driver, driver.memory_free(handle, address));
}

Status JitDevice::write(uint64_t address, const void *source, size_t size) {
  TVM_RETURN_IF_FAILED(
      statusOf(driver, driver.memory_write(handle, address, source, size)));
  if (caches.flush && !skipFlush)
    caches.flush(caches.context, address, size);
  return TVM_OK;
}

Status JitDevice::read(uint64_t address, void *target, size_t size) {
  if (caches.invalidate && !skipInvalidate)
    caches.invalidate(caches.context, address, size);
  return statusOf(driver, driver.memory_read(handle, address, target, size));
}

Status JitDevice::run(uint64_t stream, uint32_t count, uint64_t maxCycles,
                      vta_counters *counters) {
  return statusOf(
      driver, driver.device_run(handle, stream, count, maxCycles, counters));
}

Status JitDevice::unitCycles(vta_unit unit, vta_unit_cycles &cycles) {
  return statusOf(driver, driver.device_unit_cycles(handle, unit, &cycles));
}

Status JitDevice::writeTrace(const char *path) {
  return statusOf(driver, driver.device_write_trace(handle, path));
}

Status GrowingMemory::reserve(uint64_t size, bool &isNew) {
  isNew = size > capacity;
  if (!isNew)
    return TVM_OK;
  uint64_t larger = std::max(size, 2 * capacity), address = 0;
  TVM_RETURN_IF_FAILED(device.allocate(larger, address));
  if (capacity)
    TVM_RETURN_IF_FAILED(device.free(begin));
  begin = address;
  capacity = larger;
  return TVM_OK;
}
