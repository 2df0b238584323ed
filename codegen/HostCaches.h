// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_HOSTCACHES_H
#define TVM_CODEGEN_HOSTCACHES_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>

namespace tvm::codegen {

/// Sizes in bytes of the caches for data of the first, the second and the third
/// level; 0: unknown.
using CacheSizes = std::array<int64_t, 3>;

/// The caches that Linux describes in `folder`: a folder `index<N>` for each,
/// with the files `level`, `type` and `size`.
CacheSizes readCacheSizes(llvm::StringRef folder);

/// The caches of the machine that runs this process: those that Linux
/// describes. The C library is asked for the others only, because on a virtual
/// machine it may report the third level of the whole host.
CacheSizes getHostCacheSizes();

} // namespace tvm::codegen

#endif // TVM_CODEGEN_HOSTCACHES_H
