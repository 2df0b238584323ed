/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C interface to the devices that kernels run on besides the CPU: memory,
 * copies, launches. It is for programs that bring kernels of their own, and for
 * measuring. Models do not need it: their code calls the runtime itself.
 *
 *   tvm_device *device;
 *   tvm_device_code *code;
 *   void *x;
 *   tvm_device_get((DLDevice){kDLCUDA, 0}, &device);
 *   tvm_device_load(device, ptx, &code);
 *   tvm_device_allocate(device, bytes, &x);
 *   tvm_device_upload(device, x, host, bytes);
 *   tvm_device_launch(code, "kernel", sizes, parameters);
 *   tvm_device_download(device, host, x, bytes);
 *
 * Errors as in tvm_mlir.h. An error of CUDA has CUDA's name for it in the
 * text: "cuMemAlloc of 8 bytes: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory".
 * Any number of threads use a device at once. */
#ifndef TVM_DEVICE_H
#define TVM_DEVICE_H

#include "tvm_mlir.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A device; lives as long as the process. */
typedef struct tvm_device tvm_device;

/* The device `which`: a kDLCUDA, by its number among those that the process
 * sees. The driver is libcuda.so.1, or the library in TVM_MLIR_LIBCUDA.
 * TVM_INVALID_ARGUMENT (no such kind), TVM_UNSUPPORTED (there is no driver, or
 * no such device). */
TVM_API tvm_status tvm_device_get(DLDevice which, tvm_device **device);

/* The name of the device, and its architecture in the form for compilers
 * ("sm_90"); NULL for NULL. */
TVM_API const char *tvm_device_name(const tvm_device *device);
TVM_API const char *tvm_device_architecture(const tvm_device *device);

/* Allocates and frees memory of the device. The contents are undefined at
 * first; the host must not read or write it. TVM_OUT_OF_MEMORY. */
TVM_API tvm_status tvm_device_allocate(tvm_device *device, size_t bytes,
                                       void **memory);
TVM_API tvm_status tvm_device_free(tvm_device *device, void *memory);

/* Copies from the host to the device, and back, behind all launches so far.
 * TVM_RUN_FAILED (one of these failed). */
TVM_API tvm_status tvm_device_upload(tvm_device *device, void *to,
                                     const void *from, size_t bytes);
TVM_API tvm_status tvm_device_download(tvm_device *device, void *to,
                                       const void *from, size_t bytes);

/* Waits until all launches so far are done. TVM_RUN_FAILED. */
TVM_API tvm_status tvm_device_synchronize(tvm_device *device);

/* Kernels that are loaded to a device. */
typedef struct tvm_device_code tvm_device_code;

/* Loads PTX, zero-terminated. TVM_UNSUPPORTED (the device or its driver is too
 * old for it), TVM_RUN_FAILED (with the text of the driver's assembler). */
TVM_API tvm_status tvm_device_load(tvm_device *device, const char *ptx,
                                   tvm_device_code **code);
TVM_API void tvm_device_unload(tvm_device_code *code);

/* Starts `kernel` behind all launches so far, without waiting. `sizes` are
 * blocks along x, y, z, then threads of a block along x, y, z. `parameters` has
 * a pointer to the value of each parameter. TVM_INVALID_ARGUMENT,
 * TVM_RUN_FAILED. */
TVM_API tvm_status tvm_device_launch(const tvm_device_code *code,
                                     const char *kernel, const int64_t sizes[6],
                                     void *const *parameters);

#ifdef __cplusplus
}
#endif

#endif /* TVM_DEVICE_H */
