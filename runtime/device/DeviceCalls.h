// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that the host code of GPU kernels calls: tvm_abi.h, "Kernels on a
// device".
#ifndef RUNTIME_DEVICE_DEVICECALLS_H
#define RUNTIME_DEVICE_DEVICECALLS_H

#include "runtime/include/tvm_abi.h"

#include <string>

namespace tvm::runtime {

/// The runtime's function that artefacts call by `name`, or null. The function
/// returns a tvm_status, whose text it has recorded.
tvm_kernel findDeviceCall(const std::string &name);

} // namespace tvm::runtime

#endif // RUNTIME_DEVICE_DEVICECALLS_H
