// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface to devices: checks handles and calls the classes behind them.
#include "runtime/include/tvm_device.h"

#include "runtime/core/ApiCall.h"
#include "runtime/device/CudaDevice.h"

using namespace tvm::runtime;

static CudaDevice *unwrap(const tvm_device *device) {
  return reinterpret_cast<CudaDevice *>(const_cast<tvm_device *>(device));
}

static uint64_t address(const void *memory) {
  return reinterpret_cast<uint64_t>(memory);
}

tvm_status tvm_device_get(DLDevice which, tvm_device **device) {
  return call(
      [&]() -> Status {
        if (which.device_type != kDLCUDA)
          return error(TVM_INVALID_ARGUMENT,
                       "expected a device of CUDA (kind %d), got kind %d",
                       kDLCUDA, which.device_type);
        CudaDevice *found;
        TVM_RETURN_IF_FAILED(CudaDevice::get(which.device_id, found));
        *device = reinterpret_cast<tvm_device *>(found);
        return TVM_OK;
      },
      device);
}

const char *tvm_device_name(const tvm_device *device) {
  return device ? unwrap(device)->getName().c_str() : nullptr;
}

const char *tvm_device_architecture(const tvm_device *device) {
  return device ? unwrap(device)->getArchitecture().c_str() : nullptr;
}

tvm_status tvm_device_allocate(tvm_device *device, size_t bytes,
                               void **memory) {
  return call(
      [&]() -> Status {
        uint64_t allocated;
        TVM_RETURN_IF_FAILED(unwrap(device)->allocate(bytes, allocated));
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        *memory = reinterpret_cast<void *>(allocated);
        return TVM_OK;
      },
      device, memory);
}

tvm_status tvm_device_free(tvm_device *device, void *memory) {
  return call([&] { return unwrap(device)->free(address(memory)); }, device,
              static_cast<char *>(memory));
}

tvm_status tvm_device_upload(tvm_device *device, void *to, const void *from,
                             size_t bytes) {
  return call([&] { return unwrap(device)->upload(address(to), from, bytes); },
              device, static_cast<char *>(to), static_cast<const char *>(from));
}

tvm_status tvm_device_download(tvm_device *device, void *to, const void *from,
                               size_t bytes) {
  return call(
      [&] { return unwrap(device)->download(to, address(from), bytes); },
      device, static_cast<char *>(to), static_cast<const char *>(from));
}

tvm_status tvm_device_synchronize(tvm_device *device) {
  return call([&] { return unwrap(device)->synchronize(); }, device);
}

tvm_status tvm_device_load(tvm_device *device, const char *ptx,
                           tvm_device_code **code) {
  return call(
      [&]() -> Status {
        CudaCode *loaded;
        TVM_RETURN_IF_FAILED(CudaCode::load(*unwrap(device), ptx, loaded));
        *code = reinterpret_cast<tvm_device_code *>(loaded);
        return TVM_OK;
      },
      device, ptx, code);
}

void tvm_device_unload(tvm_device_code *code) {
  delete reinterpret_cast<CudaCode *>(code);
}

tvm_status tvm_device_launch(const tvm_device_code *code, const char *kernel,
                             const int64_t sizes[6], void *const *parameters) {
  return call(
      [&] {
        return reinterpret_cast<const CudaCode *>(code)->launch(
            kernel, sizes, const_cast<void **>(parameters));
      },
      code, kernel, sizes, parameters);
}
