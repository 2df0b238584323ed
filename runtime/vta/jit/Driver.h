// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device's library, which is loaded at run time.
#ifndef RUNTIME_VTA_JIT_DRIVER_H
#define RUNTIME_VTA_JIT_DRIVER_H

#include "runtime/core/Error.h"
#include "runtime/vta/include/vta_driver.h"

namespace tvm::runtime::vta {

/// Loads a device's library. Fails with TVM_INVALID_ARGUMENT.
Status loadDriver(const char *path, const vta_driver *&driver);
void unloadDriver(const vta_driver *driver);

/// Converts a status of the device's library, with its text.
Status statusOf(const vta_driver &driver, vta_status status);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_DRIVER_H
