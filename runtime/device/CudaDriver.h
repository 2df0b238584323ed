// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUDA's driver API, from the library of NVIDIA's driver, which is loaded on
// first use. Compilation needs no part of CUDA.
#ifndef RUNTIME_DEVICE_CUDADRIVER_H
#define RUNTIME_DEVICE_CUDADRIVER_H

#include "runtime/core/Error.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tvm::runtime {

/// The used functions of the driver, with its types: results and devices are
/// int, device memory is a number, all others are handles.
struct CudaDriver {
  int (*cuInit)(unsigned flags);
  int (*cuGetErrorName)(int result, const char **text);
  int (*cuGetErrorString)(int result, const char **text);
  int (*cuDeviceGetCount)(int *count);
  int (*cuDeviceGet)(int *device, int ordinal);
  int (*cuDeviceGetName)(char *name, int size, int device);
  int (*cuDeviceGetAttribute)(int *value, int attribute, int device);
  int (*cuDevicePrimaryCtxRetain)(void **context, int device);
  int (*cuCtxSetCurrent)(void *context);
  int (*cuCtxSynchronize)();
  int (*cuMemAlloc)(uint64_t *memory, size_t bytes);
  int (*cuMemFree)(uint64_t memory);
  int (*cuMemcpyHtoD)(uint64_t to, const void *from, size_t bytes);
  int (*cuMemcpyDtoH)(void *to, uint64_t from, size_t bytes);
  int (*cuModuleLoadDataEx)(void **module, const void *image, unsigned count,
                            int *options, void **values);
  int (*cuModuleUnload)(void *module);
  int (*cuModuleGetFunction)(void **function, void *module, const char *name);
  int (*cuLaunchKernel)(void *function, unsigned gridX, unsigned gridY,
                        unsigned gridZ, unsigned blockX, unsigned blockY,
                        unsigned blockZ, unsigned sharedBytes, void *stream,
                        void **parameters, void **extra);

  /// TVM_OK, or the error for `result` of the call that `format` describes
  /// (like printf), with the driver's name and text of the error.
  Status check(int result, const char *format, ...) const
      __attribute__((format(printf, 3, 4)));
};

/// The initialised driver, from the library in TVM_MLIR_LIBCUDA, or from
/// libcuda.so.1. TVM_UNSUPPORTED if there is none.
Status getCudaDriver(const CudaDriver *&driver);

} // namespace tvm::runtime

#endif // RUNTIME_DEVICE_CUDADRIVER_H
