// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that compiled kernels call to launch others.

#include "runtime/core/Error.h"
#include "runtime/device/DeviceCalls.h"

#include <cstdio>

static int32_t callDevice(const char *name, const tvm_args *args) {
  int32_t status = tvm::runtime::findDeviceCall(name)(args);
  if (status)
    std::fprintf(stderr, "%s: %s\n", name, tvm::runtime::lastError().c_str());
  return status;
}

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int32_t tvm_device_begin(const tvm_args *args) {
  return callDevice(TVM_DEVICE_BEGIN, args);
}

EXPORT int32_t tvm_device_launch(const tvm_args *args) {
  return callDevice(TVM_DEVICE_LAUNCH, args);
}

EXPORT int32_t tvm_device_end(const tvm_args *args) {
  return callDevice(TVM_DEVICE_END, args);
}
