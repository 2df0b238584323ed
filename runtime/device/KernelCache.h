// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cache of code that is loaded to devices.
#ifndef RUNTIME_DEVICE_KERNELCACHE_H
#define RUNTIME_DEVICE_KERNELCACHE_H

#include "runtime/device/CudaDevice.h"

#include <memory>
#include <string_view>

namespace tvm::runtime {

/// Finds `text`, loaded to `device`. The most recently used texts stay loaded.
Status getCode(const CudaDevice &device, std::string_view text,
               std::shared_ptr<CudaCode> &code);

} // namespace tvm::runtime

#endif // RUNTIME_DEVICE_KERNELCACHE_H
