/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices as libraries that are chosen when a program runs.
 *
 *   const vta_driver *driver;
 *   vta_device *device;
 *   vta_driver_load("libvta_cycle.so", &driver);
 *   driver->device_create(NULL, 1 << 30, &device);
 *   ...
 *   driver->device_free(device);
 *   vta_driver_unload(driver);
 *
 * These functions are in libvta_jit.so, which neither contains nor needs the
 * functions that vta_device.h declares: it uses only the types of that header.
 */
#ifndef VTA_DRIVER_H
#define VTA_DRIVER_H

#include "vta_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of a device's library; `device_create` is its
 * vta_device_create, and so on. Libraries do not mix: a device, its errors and
 * its memory belong to the driver that made it. */
typedef struct {
  const char *(*last_error)(void);
  const char *(*device_name)(void);
  vta_status (*device_create)(const char *configuration, uint64_t memory,
                              vta_device **device);
  void (*device_free)(vta_device *device);
  vta_status (*memory_allocate)(vta_device *device, uint64_t size,
                                uint64_t *address);
  vta_status (*memory_free)(vta_device *device, uint64_t address);
  vta_status (*memory_write)(vta_device *device, uint64_t address,
                             const void *source, size_t size);
  vta_status (*memory_read)(vta_device *device, uint64_t address, void *target,
                            size_t size);
  vta_status (*device_seed)(vta_device *device, uint64_t seed);
  vta_status (*device_run)(vta_device *device, uint64_t stream, uint32_t count,
                           uint64_t max_cycles, vta_counters *counters);
  vta_status (*device_unit_cycles)(vta_device *device, vta_unit unit,
                                   vta_unit_cycles *cycles);
  vta_status (*device_write_trace)(vta_device *device, const char *path);
} vta_driver;

/* Text of the last error on this thread of a function of vta_driver.h or
 * vta_jit.h, "" if none. Valid until the next failing one on this thread. */
VTA_API const char *vta_jit_last_error(void);

/* Loads a device's library. A path without a slash is looked for as dlopen
 * does. VTA_INVALID_ARGUMENT: it cannot be loaded, or lacks a function. */
VTA_API vta_status vta_driver_load(const char *path, const vta_driver **driver);

/* Unloads a device's library, of which no device may be left. NULL: nothing is
 * done. */
VTA_API void vta_driver_unload(const vta_driver *driver);

#ifdef __cplusplus
}
#endif

#endif /* VTA_DRIVER_H */
