// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_VTA_DEVICES_H
#define TVM_TOOLS_VTA_DEVICES_H

#include "runtime/vta/include/vta_driver.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tvm::vta {

/// The names of the project's devices: "fsim", "cycle", "rtl".
llvm::ArrayRef<llvm::StringRef> getDeviceNames();

/// Loads libvta_<name>.so permanently. `name` is one of getDeviceNames().
llvm::Expected<const vta_driver *> loadDevice(llvm::StringRef name);

/// An error with the text of the device's library, unless `status` is VTA_OK.
llvm::Error check(const vta_driver &driver, vta_status status);

} // namespace tvm::vta

#endif // TVM_TOOLS_VTA_DEVICES_H
