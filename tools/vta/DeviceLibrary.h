#ifndef TVM_TOOLS_VTA_DEVICELIBRARY_H
#define TVM_TOOLS_VTA_DEVICELIBRARY_H

#include "runtime/vta/include/vta_device.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tvm::vta {

/// The functions of a device's library, see vta_device.h.
struct DeviceLibrary {
  decltype(vta_last_error) *lastError;
  decltype(vta_device_create) *create;
  decltype(vta_device_free) *free;
  decltype(vta_memory_allocate) *allocate;
  decltype(vta_memory_write) *write;
  decltype(vta_memory_read) *read;
  decltype(vta_device_seed) *seed;
  decltype(vta_device_run) *run;
  decltype(vta_device_unit_cycles) *unitCycles;
  decltype(vta_device_write_trace) *writeTrace;

  /// Loads libvta_<name>.so, for good. `name` is one of getDeviceNames().
  static llvm::Expected<DeviceLibrary> load(llvm::StringRef name);

  llvm::Error check(vta_status status) const;
};

llvm::ArrayRef<llvm::StringRef> getDeviceNames();

} // namespace tvm::vta

#endif // TVM_TOOLS_VTA_DEVICELIBRARY_H
