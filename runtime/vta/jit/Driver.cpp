// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/Driver.h"

#include <dlfcn.h>
#include <memory>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

namespace {

struct LoadedDriver {
  ~LoadedDriver() {
    if (library)
      dlclose(library);
  }

  template <typename Function> void find(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function && !missing)
      missing = name;
  }

  void findAll() {
    find(functions.last_error, "vta_last_error");
    find(functions.device_name, "vta_device_name");
    find(functions.device_create, "vta_device_create");
    find(functions.device_free, "vta_device_free");
    find(functions.memory_allocate, "vta_memory_allocate");
    find(functions.memory_free, "vta_memory_free");
    find(functions.memory_write, "vta_memory_write");
    find(functions.memory_read, "vta_memory_read");
    find(functions.device_seed, "vta_device_seed");
    find(functions.device_run, "vta_device_run");
    find(functions.device_unit_cycles, "vta_device_unit_cycles");
    find(functions.device_write_trace, "vta_device_write_trace");
  }

  /// The functions come first, so that a driver's address is the address of the
  /// loaded object.
  vta_driver functions = {};
  void *library = nullptr;
  const char *missing = nullptr;
};

} // namespace

Status tvm::runtime::vta::loadDriver(const char *path,
                                     const vta_driver *&driver) {
  auto loaded = std::make_unique<LoadedDriver>();
  // The symbols are local, because all devices have the same names.
  loaded->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!loaded->library)
    return error(TVM_INVALID_ARGUMENT, "cannot load a device: %s", dlerror());
  loaded->findAll();
  if (loaded->missing)
    return error(TVM_INVALID_ARGUMENT, "%s: expected a device, got no %s", path,
                 loaded->missing);
  driver = &loaded.release()->functions;
  return TVM_OK;
}

void tvm::runtime::vta::unloadDriver(const vta_driver *driver) {
  delete reinterpret_cast<const LoadedDriver *>(driver);
}

Status tvm::runtime::vta::statusOf(const vta_driver &driver,
                                   vta_status status) {
  if (status == VTA_OK)
    return TVM_OK;
  return error(tvm_status(status), "%s", driver.last_error());
}
