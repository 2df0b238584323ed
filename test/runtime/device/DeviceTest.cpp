// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface to devices, on a driver that only records its calls.
#include "runtime/include/tvm_device.h"
#include "test/runtime/FakeCuda.h"

#include <cstring>
#include <thread>
#include <vector>

using namespace tvm::test;

static tvm_device *getDevice() {
  tvm_device *device = nullptr;
  EXPECT_EQ(tvm_device_get({kDLCUDA, 0}, &device), TVM_OK) << tvm_last_error();
  return device;
}

// The tests of drivers that are not there come first: one that is stays.
TEST(DeviceTest, ANoDriver) {
  setenv("TVM_MLIR_LIBCUDA", "/nowhere/libcuda.so.1", 1);
  tvm_device *device = nullptr;
  EXPECT_EQ(tvm_device_get({kDLCUDA, 0}, &device), TVM_UNSUPPORTED);
  EXPECT_EQ(device, nullptr);
  EXPECT_STREQ(tvm_last_error(),
               "no CUDA driver: /nowhere/libcuda.so.1: cannot open shared "
               "object file: No such file or directory: install NVIDIA's "
               "driver, or name its libcuda.so.1 in TVM_MLIR_LIBCUDA");
}

TEST(DeviceTest, BOtherLibrary) {
  setenv("TVM_MLIR_LIBCUDA", "libm.so.6", 1);
  tvm_device *device;
  EXPECT_EQ(tvm_device_get({kDLCUDA, 0}, &device), TVM_UNSUPPORTED);
  EXPECT_STREQ(tvm_last_error(),
               "no CUDA driver: 'libm.so.6' does not define cuInit: expected "
               "the driver of CUDA 6.5 or later");
}

TEST(DeviceTest, CNoDevice) {
  FakeCuda cuda;
  cuda.fail("cuInit", 100);
  tvm_device *device;
  EXPECT_EQ(tvm_device_get({kDLCUDA, 0}, &device), TVM_UNSUPPORTED);
  EXPECT_STREQ(tvm_last_error(), "no CUDA device: cuInit: CUDA_ERROR_NO_DEVICE "
                                 "(100): text of the error");
}

TEST(DeviceTest, Get) {
  FakeCuda cuda;
  tvm_device *device = getDevice();
  EXPECT_STREQ(tvm_device_name(device), "Fake GPU");
  EXPECT_STREQ(tvm_device_architecture(device), "sm_90");
  EXPECT_EQ(getDevice(), device);
  EXPECT_EQ(tvm_device_name(nullptr), nullptr);
  EXPECT_EQ(tvm_device_get({kDLCUDA, 3}, &device), TVM_UNSUPPORTED);
  EXPECT_STREQ(tvm_last_error(),
               "no CUDA device 3: this process sees 1 of them");
  EXPECT_EQ(tvm_device_get({kDLVulkan, 0}, &device), TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(),
               "expected a device of CUDA (kind 2), got kind 7");
}

TEST(DeviceTest, Memory) {
  tvm_device *device = getDevice();
  FakeCuda cuda;
  void *memory;
  ASSERT_EQ(tvm_device_allocate(device, 8, &memory), TVM_OK);
  int64_t value = 42, copy = 0;
  EXPECT_EQ(tvm_device_upload(device, memory, &value, 8), TVM_OK);
  EXPECT_EQ(tvm_device_download(device, &copy, memory, 8), TVM_OK);
  EXPECT_EQ(copy, 42);
  EXPECT_EQ(tvm_device_free(device, memory), TVM_OK);
  EXPECT_EQ(cuda.countMemory(), 0);
  EXPECT_EQ(cuda.log(), "cuMemAlloc(8)\ncuMemcpyHtoD(m0, 8)\n"
                        "cuMemcpyDtoH(m0, 8)\ncuMemFree(m0)\n");
  cuda.fail("cuMemAlloc", 2);
  EXPECT_EQ(tvm_device_allocate(device, 99, &memory), TVM_OUT_OF_MEMORY);
  EXPECT_STREQ(tvm_last_error(), "cuMemAlloc of 99 bytes: "
                                 "CUDA_ERROR_OUT_OF_MEMORY (2): text of the "
                                 "error");
  EXPECT_EQ(tvm_device_allocate(nullptr, 8, &memory), TVM_INVALID_ARGUMENT);
}

TEST(DeviceTest, Launch) {
  tvm_device *device = getDevice();
  FakeCuda cuda;
  tvm_device_code *code;
  ASSERT_EQ(tvm_device_load(device, ".version 7.0", &code), TVM_OK);
  cuda.setKernel(
      [](const char *, const char *, const unsigned *sizes, void **parameters) {
        *static_cast<int64_t *>(parameters[1]) += sizes[3];
      });
  int64_t sizes[] = {2, 3, 4, 32, 2, 1}, first = 0, second = 10;
  void *parameters[] = {&first, &second};
  EXPECT_EQ(tvm_device_launch(code, "add", sizes, parameters), TVM_OK);
  EXPECT_EQ(tvm_device_synchronize(device), TVM_OK);
  EXPECT_EQ(second, 42);
  tvm_device_unload(code);
  EXPECT_EQ(cuda.log(),
            "cuModuleLoadDataEx(12 bytes)\ncuModuleGetFunction(add)\n"
            "cuLaunchKernel(add, 2, 3, 4, 32, 2, 1, 0, 0, 0)\n"
            "cuCtxSynchronize()\ncuModuleUnload()\n");
}

TEST(DeviceTest, LaunchFails) {
  tvm_device *device = getDevice();
  FakeCuda cuda;
  tvm_device_code *code = nullptr;
  cuda.fail("cuModuleLoadDataEx", 218);
  EXPECT_EQ(tvm_device_load(device, "?", &code), TVM_RUN_FAILED);
  EXPECT_STREQ(tvm_last_error(),
               "cuModuleLoadDataEx on sm_90: CUDA_ERROR_INVALID_PTX (218): "
               "text of the error: line 3: syntax error");
  cuda.fail("cuModuleLoadDataEx", 209);
  EXPECT_EQ(tvm_device_load(device, "?", &code), TVM_UNSUPPORTED);
  ASSERT_EQ(tvm_device_load(device, "?", &code), TVM_OK);
  int64_t none[] = {1, 1, 0, 1, 1, 1}, many[] = {1, 1, 1, 1, 1ll << 40, 1},
          sizes[] = {1, 1, 1, 1, 1, 1};
  void *parameters[] = {nullptr};
  EXPECT_EQ(tvm_device_launch(code, "f", none, parameters),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(), "kernel 'f': expected 1 to 2147483647 blocks "
                                 "along z, got 0");
  EXPECT_EQ(tvm_device_launch(code, "f", many, parameters),
            TVM_INVALID_ARGUMENT);
  EXPECT_STREQ(tvm_last_error(), "kernel 'f': expected 1 to 2147483647 threads "
                                 "along y, got 1099511627776");
  cuda.fail("cuModuleGetFunction", 500);
  EXPECT_EQ(tvm_device_launch(code, "f", sizes, parameters), TVM_RUN_FAILED);
  EXPECT_STREQ(tvm_last_error(), "cuModuleGetFunction 'f': unknown error (500):"
                                 " text of the error");
  cuda.fail("cuCtxSynchronize", 700);
  EXPECT_EQ(tvm_device_launch(code, "f", sizes, parameters), TVM_OK);
  EXPECT_EQ(tvm_device_synchronize(device), TVM_RUN_FAILED);
  EXPECT_STREQ(tvm_last_error(), "cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS "
                                 "(700): text of the error");
  tvm_device_unload(code);
}
