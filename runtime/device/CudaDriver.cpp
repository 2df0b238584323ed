// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device/CudaDriver.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>

namespace tvm::runtime {

static constexpr int kOutOfMemory = 2;      // CUDA_ERROR_OUT_OF_MEMORY
static constexpr int kNoBinaryForGpu = 209; // for a GPU or driver
static constexpr int kUnsupportedPtx = 222; // that is too old

static tvm_status getStatus(int result) {
  switch (result) {
  case kOutOfMemory:
    return TVM_OUT_OF_MEMORY;
  case kNoBinaryForGpu:
  case kUnsupportedPtx:
    return TVM_UNSUPPORTED;
  default:
    return TVM_RUN_FAILED;
  }
}

Status CudaDriver::check(int result, const char *format, ...) const {
  if (result == 0)
    return TVM_OK;
  char call[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(call, sizeof(call), format, arguments);
  va_end(arguments);
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  return error(getStatus(result), "%s: %s (%d): %s", call,
               name ? name : "unknown error", result, text ? text : "no text");
}

namespace {
/// Loads the functions that a library defines.
struct Loader {
  template <typename Function> void find(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function && !missing)
      missing = name;
  }

  void *library;
  const char *missing = nullptr;
};
} // namespace

static const char *findFunctions(void *library, CudaDriver &driver) {
  Loader loader{library};
  loader.find(driver.cuInit, "cuInit");
  loader.find(driver.cuGetErrorName, "cuGetErrorName");
  loader.find(driver.cuGetErrorString, "cuGetErrorString");
  loader.find(driver.cuDeviceGetCount, "cuDeviceGetCount");
  loader.find(driver.cuDeviceGet, "cuDeviceGet");
  loader.find(driver.cuDeviceGetName, "cuDeviceGetName");
  loader.find(driver.cuDeviceGetAttribute, "cuDeviceGetAttribute");
  loader.find(driver.cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  loader.find(driver.cuCtxSetCurrent, "cuCtxSetCurrent");
  loader.find(driver.cuCtxSynchronize, "cuCtxSynchronize");
  loader.find(driver.cuMemAlloc, "cuMemAlloc_v2");
  loader.find(driver.cuMemFree, "cuMemFree_v2");
  loader.find(driver.cuMemcpyHtoD, "cuMemcpyHtoD_v2");
  loader.find(driver.cuMemcpyDtoH, "cuMemcpyDtoH_v2");
  loader.find(driver.cuModuleLoadDataEx, "cuModuleLoadDataEx");
  loader.find(driver.cuModuleUnload, "cuModuleUnload");
  loader.find(driver.cuModuleGetFunction, "cuModuleGetFunction");
  loader.find(driver.cuLaunchKernel, "cuLaunchKernel");
  return loader.missing;
}

static Status load(CudaDriver &driver) {
  const char *given = std::getenv("TVM_MLIR_LIBCUDA");
  const char *name = given && *given ? given : "libcuda.so.1";
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    return error(statusOfLinker(why, TVM_UNSUPPORTED),
                 "no CUDA driver: %s: install NVIDIA's driver, or name its "
                 "libcuda.so.1 in TVM_MLIR_LIBCUDA",
                 why);
  }
  if (const char *missing = findFunctions(library, driver))
    return error(TVM_UNSUPPORTED,
                 "no CUDA driver: '%s' does not define %s: expected the "
                 "driver of CUDA 6.5 or later",
                 name, missing);
  Status status = driver.check(driver.cuInit(0), "no CUDA device: cuInit");
  return status.failed() ? Status(TVM_UNSUPPORTED) : status;
}

Status getCudaDriver(const CudaDriver *&driver) {
  static std::mutex mutex;
  static CudaDriver loaded;
  static bool isLoaded = false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isLoaded)
    TVM_RETURN_IF_FAILED(load(loaded));
  isLoaded = true;
  driver = &loaded;
  return TVM_OK;
}

} // namespace tvm::runtime
