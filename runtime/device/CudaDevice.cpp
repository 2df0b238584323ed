// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device/CudaDevice.h"

#include <algorithm>
#include <climits>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>

namespace tvm::runtime {

static constexpr int kMajor = 75; // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
static constexpr int kMinor = 76;
static constexpr int kErrorLog = 5; // CU_JIT_ERROR_LOG_BUFFER
static constexpr int kErrorLogSize = 6;

Status CudaDevice::enter() const {
  return driver->check(driver->cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

Status CudaDevice::open(int ordinal) {
  TVM_RETURN_IF_FAILED(getCudaDriver(driver));
  int count = 0, device = 0, major = 0, minor = 0;
  TVM_RETURN_IF_FAILED(
      driver->check(driver->cuDeviceGetCount(&count), "cuDeviceGetCount"));
  if (ordinal < 0 || ordinal >= count)
    return error(TVM_UNSUPPORTED,
                 "no CUDA device %d: this process sees %d of them", ordinal,
                 count);
  TVM_RETURN_IF_FAILED(
      driver->check(driver->cuDeviceGet(&device, ordinal), "cuDeviceGet"));
  char text[256] = "";
  TVM_RETURN_IF_FAILED(driver->check(
      driver->cuDeviceGetName(text, sizeof text, device), "cuDeviceGetName"));
  TVM_RETURN_IF_FAILED(
      driver->check(driver->cuDeviceGetAttribute(&major, kMajor, device),
                    "cuDeviceGetAttribute"));
  TVM_RETURN_IF_FAILED(
      driver->check(driver->cuDeviceGetAttribute(&minor, kMinor, device),
                    "cuDeviceGetAttribute"));
  name = text;
  architecture = "sm_" + std::to_string(major) + std::to_string(minor);
  return driver->check(driver->cuDevicePrimaryCtxRetain(&context, device),
                       "cuDevicePrimaryCtxRetain");
}

Status CudaDevice::get(int ordinal, CudaDevice *&device) {
  // The devices are never destroyed: the driver may end before static objects.
  static auto *devices = new std::map<int, std::unique_ptr<CudaDevice>>;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<CudaDevice> &known = (*devices)[ordinal];
  if (!known) {
    std::unique_ptr<CudaDevice> opened(new CudaDevice);
    TVM_RETURN_IF_FAILED(opened->open(ordinal));
    known = std::move(opened);
  }
  device = known.get();
  return TVM_OK;
}

Status CudaDevice::allocate(int64_t bytes, uint64_t &memory) const {
  TVM_RETURN_IF_FAILED(enter());
  return driver->check(driver->cuMemAlloc(&memory, std::max<int64_t>(bytes, 1)),
                       "cuMemAlloc of %lld bytes", (long long)bytes);
}

Status CudaDevice::free(uint64_t memory) const {
  TVM_RETURN_IF_FAILED(enter());
  return driver->check(driver->cuMemFree(memory), "cuMemFree");
}

Status CudaDevice::upload(uint64_t to, const void *from, int64_t bytes) const {
  if (bytes == 0)
    return TVM_OK;
  TVM_RETURN_IF_FAILED(enter());
  return driver->check(driver->cuMemcpyHtoD(to, from, bytes),
                       "cuMemcpyHtoD of %lld bytes", (long long)bytes);
}

Status CudaDevice::download(void *to, uint64_t from, int64_t bytes) const {
  if (bytes == 0)
    return TVM_OK;
  TVM_RETURN_IF_FAILED(enter());
  return driver->check(driver->cuMemcpyDtoH(to, from, bytes),
                       "cuMemcpyDtoH of %lld bytes", (long long)bytes);
}

Status CudaDevice::synchronize() const {
  TVM_RETURN_IF_FAILED(enter());
  return driver->check(driver->cuCtxSynchronize(), "cuCtxSynchronize");
}

Status CudaCode::load(const CudaDevice &device, const std::string &text,
                      CudaCode *&code) {
  TVM_RETURN_IF_FAILED(device.enter());
  std::unique_ptr<CudaCode> loaded(new CudaCode(device));
  char log[4096] = "";
  int options[] = {kErrorLog, kErrorLogSize};
  // A number, as CUDA takes it. NOLINTNEXTLINE(performance-no-int-to-ptr)
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  int result = device.driver->cuModuleLoadDataEx(&loaded->module, text.c_str(),
                                                 2, options, values);
  Status status = device.driver->check(result, "cuModuleLoadDataEx on %s",
                                       device.architecture.c_str());
  if (status.failed() && log[0])
    return error(status, "%s: %s", lastErrorText(), log);
  TVM_RETURN_IF_FAILED(status);
  code = loaded.release();
  return TVM_OK;
}

CudaCode::~CudaCode() {
  if (module && !device.enter().failed())
    device.driver->cuModuleUnload(module);
}

Status CudaCode::launch(const std::string &kernel, const int64_t *sizes,
                        void **parameters) const {
  unsigned n[6];
  for (int i = 0; i < 6; ++i) {
    if (sizes[i] < 1 || sizes[i] > INT_MAX)
      return error(TVM_INVALID_ARGUMENT,
                   "kernel '%s': expected 1 to %d %s along %c, got %lld",
                   kernel.c_str(), INT_MAX, i < 3 ? "blocks" : "threads",
                   "xyz"[i % 3], static_cast<long long>(sizes[i]));
    n[i] = static_cast<unsigned>(sizes[i]);
  }
  TVM_RETURN_IF_FAILED(device.enter());
  void *function = nullptr;
  const CudaDriver &driver = *device.driver;
  TVM_RETURN_IF_FAILED(driver.check(
      driver.cuModuleGetFunction(&function, module, kernel.c_str()),
      "cuModuleGetFunction '%s'", kernel.c_str()));
  return driver.check(driver.cuLaunchKernel(function, n[0], n[1], n[2], n[3],
                                            n[4], n[5], 0, nullptr, parameters,
                                            nullptr),
                      "cuLaunchKernel '%s'", kernel.c_str());
}

} // namespace tvm::runtime
