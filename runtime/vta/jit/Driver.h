// A device's library, loaded while the program runs.
#ifndef RUNTIME_VTA_JIT_DRIVER_H
#define RUNTIME_VTA_JIT_DRIVER_H

#include "runtime/core/Error.h"
#include "runtime/vta/include/vta_driver.h"

namespace tvm::runtime::vta {

/// TVM_INVALID_ARGUMENT.
Status loadDriver(const char *path, const vta_driver *&driver);
void unloadDriver(const vta_driver *driver);

/// The same status here, with the text that the device's library has.
Status statusOf(const vta_driver &driver, vta_status status);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_DRIVER_H
