// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/include/vta_device.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

/// The name of the device that is linked: "fsim", "cycle" or "rtl".
static std::string expectedDevice() {
  const char *name = std::getenv("VTA_DEVICE_NAME");
  return name ? name : "VTA_DEVICE_NAME is not set";
}

static std::string messageOf(vta_status status, vta_status expected) {
  EXPECT_EQ(status, expected);
  return vta_last_error();
}

namespace {

struct Device {
  Device() { EXPECT_EQ(vta_device_create(nullptr, 1 << 20, &handle), VTA_OK); }
  ~Device() { vta_device_free(handle); }
  vta_device *handle = nullptr;
};

} // namespace

TEST(VtaDeviceApi, RunsAStream) {
  EXPECT_EQ(vta_device_name(), expectedDevice());
  Device device;
  uint64_t data = 0, stream = 0;
  ASSERT_EQ(vta_memory_allocate(device.handle, 4096, &data), VTA_OK);
  ASSERT_EQ(vta_memory_allocate(device.handle, 64, &stream), VTA_OK);
  int32_t numbers[16] = {5, -6, 300};
  ASSERT_EQ(vta_memory_write(device.handle, data, numbers, 64), VTA_OK);
  // LOAD ACC 1 element, push_next; STORE OUT to the byte after 128, pop_prev.
  uint64_t words[] = {uint64_t(data / 64) << 26 | 3 << 7 | 1 << 6,
                      uint64_t(1) << 32 | 1 << 16 | 1,
                      uint64_t(data / 16 + 8) << 26 | 4 << 7 | 1 << 3 | 1,
                      uint64_t(1) << 32 | 1 << 16 | 1,
                      3,
                      0};
  ASSERT_EQ(vta_memory_write(device.handle, stream, words, 48), VTA_OK);
  vta_counters counters;
  ASSERT_EQ(vta_device_run(device.handle, stream, 3, 1000, &counters), VTA_OK)
      << vta_last_error();
  EXPECT_EQ(counters.acc_load_bytes, 64u);
  EXPECT_EQ(counters.out_store_bytes, 16u);
  EXPECT_EQ(counters.inp_load_bytes, 0u);
  EXPECT_EQ(counters.cycles > 0, expectedDevice() != "fsim");
  int8_t result[4];
  ASSERT_EQ(vta_memory_read(device.handle, data + 128, result, 4), VTA_OK);
  EXPECT_EQ(result[0], 5);
  EXPECT_EQ(result[1], -6);
  EXPECT_EQ(result[2], 300 - 256);
  EXPECT_EQ(result[3], 0);
  EXPECT_EQ(vta_device_run(device.handle, stream, 3, 1000, nullptr), VTA_OK);
}

TEST(VtaDeviceApi, RefusesConfigurations) {
  vta_device *device = nullptr;
  EXPECT_EQ(messageOf(vta_device_create("{\"LOG_INP_WIDTH\": 2}", 1, &device),
                      VTA_INVALID_ARGUMENT),
            "LOG_INP_WIDTH: expected 3 to 4, got 2");
  EXPECT_EQ(messageOf(vta_device_create(nullptr, UINT64_MAX, &device),
                      VTA_OUT_OF_MEMORY),
            "no memory for 18446744073709551615 bytes of a device");
  EXPECT_EQ(device, nullptr);
}

TEST(VtaDeviceApi, RefusesNull) {
  Device device;
  uint64_t address = 0;
  auto refused = [](vta_status status) {
    EXPECT_EQ(messageOf(status, VTA_INVALID_ARGUMENT), "an argument is null");
  };
  refused(vta_device_create("{}", 1, nullptr));
  refused(vta_memory_allocate(nullptr, 1, &address));
  refused(vta_memory_allocate(device.handle, 1, nullptr));
  refused(vta_memory_free(nullptr, 0));
  refused(vta_memory_write(nullptr, 0, &address, 1));
  refused(vta_memory_write(device.handle, 0, nullptr, 1));
  refused(vta_memory_read(nullptr, 0, &address, 1));
  refused(vta_memory_read(device.handle, 0, nullptr, 1));
  refused(vta_device_seed(nullptr, 0));
  refused(vta_device_run(nullptr, 0, 0, 0, nullptr));
  refused(vta_device_unit_cycles(nullptr, VTA_UNIT_LOAD, nullptr));
  refused(vta_device_unit_cycles(device.handle, VTA_UNIT_LOAD, nullptr));
  refused(vta_device_write_trace(nullptr, "trace"));
  refused(vta_device_write_trace(device.handle, nullptr));
  vta_device_free(nullptr);
}

TEST(VtaDeviceApi, ChecksAddresses) {
  Device device;
  uint64_t address = 0;
  ASSERT_EQ(vta_memory_allocate(device.handle, 100, &address), VTA_OK);
  EXPECT_EQ(address % 4096, 0u);
  char bytes[101] = {};
  EXPECT_EQ(messageOf(vta_memory_write(device.handle, address, bytes, 101),
                      VTA_INVALID_ARGUMENT),
            "expected addresses within one allocation, got 0x1000 to 0x1065");
  EXPECT_EQ(vta_memory_read(device.handle, address + 1, bytes, 100),
            VTA_INVALID_ARGUMENT);
  EXPECT_EQ(messageOf(vta_device_run(device.handle, address, 7, 1000, nullptr),
                      VTA_INVALID_ARGUMENT),
            "stream: expected addresses within one allocation, got 0x1000 to "
            "0x1070");
  EXPECT_EQ(vta_device_run(device.handle, address, UINT32_MAX, 1000, nullptr),
            VTA_INVALID_ARGUMENT);
  EXPECT_EQ(messageOf(vta_device_run(device.handle, address, 0, 1, nullptr),
                      VTA_INVALID_ARGUMENT),
            "expected FINISH at the end, got no instruction");
  EXPECT_EQ(vta_memory_free(device.handle, address), VTA_OK);
  EXPECT_EQ(
      messageOf(vta_memory_free(device.handle, address), VTA_INVALID_ARGUMENT),
      "nothing is allocated at 0x1000");
  EXPECT_EQ(vta_memory_allocate(device.handle, 1 << 20, &address),
            VTA_OUT_OF_MEMORY);
}

namespace {

/// A device that has run FINISH alone.
struct FinishedDevice : Device {
  FinishedDevice() {
    uint64_t stream = 0, finish[] = {3, 0};
    EXPECT_EQ(vta_memory_allocate(handle, 16, &stream), VTA_OK);
    EXPECT_EQ(vta_memory_write(handle, stream, finish, 16), VTA_OK);
    EXPECT_EQ(vta_device_run(handle, stream, 1, 1000, &counters), VTA_OK);
  }
  vta_counters counters;
};

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

static uint64_t sumOf(const vta_unit_cycles &cycles) {
  uint64_t sum = cycles.busy + cycles.idle;
  for (uint64_t waited : cycles.token)
    sum += waited;
  for (uint64_t waited : cycles.token_room)
    sum += waited;
  for (uint64_t waited : cycles.command_room)
    sum += waited;
  return sum;
}

TEST(VtaDeviceApi, SaysWhereTimeWent) {
  FinishedDevice device;
  if (expectedDevice() != "cycle")
    GTEST_SKIP() << "not recorded";
  vta_unit_cycles cycles;
  for (vta_unit unit :
       {VTA_UNIT_LOAD, VTA_UNIT_COMPUTE, VTA_UNIT_STORE, VTA_UNIT_FETCH}) {
    ASSERT_EQ(vta_device_unit_cycles(device.handle, unit, &cycles), VTA_OK);
    EXPECT_EQ(sumOf(cycles), device.counters.cycles);
  }
  ASSERT_EQ(vta_device_unit_cycles(device.handle, VTA_UNIT_COMPUTE, &cycles),
            VTA_OK);
  EXPECT_EQ(cycles.busy, 1u);
  EXPECT_EQ(
      messageOf(vta_device_unit_cycles(device.handle, vta_unit(4), &cycles),
                VTA_INVALID_ARGUMENT),
      "unit: expected 0 to 3, got 4");
}

TEST(VtaDeviceApi, WritesTraces) {
  FinishedDevice device;
  if (expectedDevice() != "cycle")
    GTEST_SKIP() << "not recorded";
  std::string path = testing::TempDir() + "/trace.json";
  ASSERT_EQ(vta_device_write_trace(device.handle, path.c_str()), VTA_OK);
  EXPECT_NE(readFile(path).find("\"name\":\"FINISH\""), std::string::npos);
  EXPECT_EQ(vta_device_write_trace(device.handle, "/no/such/folder/trace"),
            VTA_IO_ERROR);
}

TEST(VtaDeviceApi, OtherDevicesDoNot) {
  FinishedDevice device;
  if (expectedDevice() == "cycle")
    GTEST_SKIP() << "recorded";
  vta_unit_cycles cycles;
  EXPECT_EQ(
      messageOf(vta_device_unit_cycles(device.handle, VTA_UNIT_LOAD, &cycles),
                VTA_UNSUPPORTED),
      "the device does not record where its time goes");
  EXPECT_EQ(messageOf(vta_device_write_trace(device.handle, "trace"),
                      VTA_UNSUPPORTED),
            "the device does not record where its time goes");
}

TEST(VtaDeviceApi, RunsAgainAfterAnError) {
  Device device;
  uint64_t stream = 0;
  ASSERT_EQ(vta_memory_allocate(device.handle, 32, &stream), VTA_OK);
  uint64_t words[] = {1 << 4 | 2 << 7, 0, 3, 0};
  ASSERT_EQ(vta_memory_write(device.handle, stream, words, 32), VTA_OK);
  EXPECT_EQ(messageOf(vta_device_run(device.handle, stream, 2, 1000, nullptr),
                      VTA_RUN_FAILED)
                .rfind("deadlock: load waits at instruction 0: LOAD INP", 0),
            0u);
  EXPECT_EQ(vta_device_run(device.handle, stream + 16, 1, 1000, nullptr),
            VTA_OK);
}
