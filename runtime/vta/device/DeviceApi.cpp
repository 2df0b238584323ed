// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface over a Device.
#include "runtime/vta/include/vta_device.h"

#include "runtime/core/ApiCall.h"
#include "runtime/core/MappedFile.h"
#include "runtime/vta/device/Device.h"

#include <algorithm>
#include <cstring>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static_assert(int(VTA_INVALID_ARGUMENT) == TVM_INVALID_ARGUMENT &&
                  int(VTA_IO_ERROR) == TVM_IO_ERROR &&
                  int(VTA_UNSUPPORTED) == TVM_UNSUPPORTED &&
                  int(VTA_OUT_OF_MEMORY) == TVM_OUT_OF_MEMORY &&
                  int(VTA_RUN_FAILED) == TVM_RUN_FAILED,
              "one is taken for the other");

static constexpr uint64_t page = 4096;

struct vta_device {
  explicit vta_device(const Configuration &configuration)
      : dram(std::max(page, configuration.largestElementBytes())),
        device(makeDevice(configuration, dram)) {}

  Dram dram;
  std::unique_ptr<Device> device;
};

template <typename Function, typename... Arguments>
static vta_status callVta(Function function, const Arguments *...arguments) {
  return vta_status(call(function, arguments...));
}

const char *vta_last_error(void) { return lastErrorText(); }

static Status createDevice(const char *json, uint64_t memory,
                           vta_device **device) {
  Configuration configuration;
  if (json)
    TVM_RETURN_IF_FAILED(Configuration::parse(json, configuration));
  auto result = std::make_unique<vta_device>(configuration);
  TVM_RETURN_IF_FAILED(result->dram.create(memory));
  TVM_RETURN_IF_FAILED(result->device->create());
  *device = result.release();
  return TVM_OK;
}

vta_status vta_device_create(const char *configuration, uint64_t memory,
                             vta_device **device) {
  return callVta([&] { return createDevice(configuration, memory, device); },
                 device);
}

void vta_device_free(vta_device *device) { delete device; }

const char *vta_device_name(void) { return nameOfDevice(); }

vta_status vta_memory_allocate(vta_device *device, uint64_t size,
                               uint64_t *address) {
  return callVta([&] { return device->dram.allocate(size, *address); }, device,
                 address);
}

vta_status vta_memory_free(vta_device *device, uint64_t address) {
  return callVta([&] { return device->dram.free(address); }, device);
}

vta_status vta_memory_write(vta_device *device, uint64_t address,
                            const void *source, size_t size) {
  auto write = [&]() -> Status {
    uint8_t *bytes = nullptr;
    TVM_RETURN_IF_FAILED(device->dram.access(address, size, bytes));
    std::memcpy(bytes, source, size);
    return TVM_OK;
  };
  return callVta(write, device, source);
}

vta_status vta_memory_read(vta_device *device, uint64_t address, void *target,
                           size_t size) {
  auto read = [&]() -> Status {
    uint8_t *bytes = nullptr;
    TVM_RETURN_IF_FAILED(device->dram.access(address, size, bytes));
    std::memcpy(target, bytes, size);
    return TVM_OK;
  };
  return callVta(read, device, target);
}

vta_status vta_device_seed(vta_device *device, uint64_t seed) {
  auto set = [&]() -> Status {
    device->device->seed(seed);
    return TVM_OK;
  };
  return callVta(set, device);
}

static vta_counters convert(const Counters &done) {
  return {done.uopLoadBytes,  done.inpLoadBytes,  done.wgtLoadBytes,
          done.accLoadBytes,  done.outStoreBytes, done.gemmIterations,
          done.aluIterations, done.cycles};
}

static Status runStream(vta_device &device, uint64_t stream, uint32_t count,
                        uint64_t maxCycles, vta_counters *counters) {
  uint8_t *bytes = nullptr;
  uint64_t size = count * sizeof(Word);
  TVM_RETURN_IF_FAILED(
      within("stream", device.dram.access(stream, size, bytes)));
  std::vector<Word> words(count);
  std::copy_n(bytes, size, reinterpret_cast<uint8_t *>(words.data()));
  Counters done;
  Status status = device.device->run(words, maxCycles, done);
  if (counters)
    *counters = convert(done);
  return status;
}

vta_status vta_device_run(vta_device *device, uint64_t stream, uint32_t count,
                          uint64_t max_cycles, vta_counters *counters) {
  return callVta(
      [&] { return runStream(*device, stream, count, max_cycles, counters); },
      device);
}

static vta_unit_cycles convert(const Timing::UnitTiming &timing) {
  vta_unit_cycles cycles = {};
  cycles.busy = timing.busy();
  cycles.idle = timing.cyclesOf(Activity::idle());
  for (unsigned i = 0; i < kNumTokenQueues; ++i) {
    cycles.token[i] = timing.cyclesOf(Activity::waitForToken(TokenQueue(i)));
    cycles.token_room[i] =
        timing.cyclesOf(Activity::waitForRoom(TokenQueue(i)));
  }
  for (unsigned i = 0; i < kNumModules; ++i)
    cycles.command_room[i] = timing.cyclesOf(Activity::waitForRoom(Module(i)));
  cycles.channel = timing.channelWaits;
  return cycles;
}

vta_status vta_device_unit_cycles(vta_device *device, vta_unit unit,
                                  vta_unit_cycles *cycles) {
  auto get = [&]() -> Status {
    if (unsigned(unit) >= kNumUnits)
      return error(TVM_INVALID_ARGUMENT, "unit: expected 0 to %u, got %d",
                   kNumUnits - 1, int(unit));
    const Timing *timing = nullptr;
    TVM_RETURN_IF_FAILED(device->device->getTiming(timing));
    *cycles = convert(timing->of(Unit(unit)));
    return TVM_OK;
  };
  return callVta(get, device, cycles);
}

vta_status vta_device_write_trace(vta_device *device, const char *path) {
  auto write = [&]() -> Status {
    std::string trace;
    TVM_RETURN_IF_FAILED(device->device->getTrace(trace));
    return writeFile(path, trace.data(), trace.size());
  };
  return callVta(write, device, path);
}
