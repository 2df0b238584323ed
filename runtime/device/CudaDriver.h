// CUDA's driver API, taken from the library that comes with NVIDIA's driver
// when it is first needed: nothing of CUDA is there when this is compiled.
#ifndef RUNTIME_DEVICE_CUDADRIVER_H
#define RUNTIME_DEVICE_CUDADRIVER_H

#include "runtime/core/Error.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tvm::runtime {

/// The functions of the driver that are used, with its types: results and
/// devices are int, device memory is a number, the rest are handles.
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

  /// TVM_OK, or the error that `result` stands for of the call that `format`
  /// names as printf does, with the driver's name for it and its text.
  Status check(int result, const char *format, ...) const
      __attribute__((format(printf, 3, 4)));
};

/// The driver, initialised. It is the library that TVM_MLIR_LIBCUDA names, or
/// libcuda.so.1. TVM_UNSUPPORTED where there is none.
Status getCudaDriver(const CudaDriver *&driver);

} // namespace tvm::runtime

#endif // RUNTIME_DEVICE_CUDADRIVER_H
