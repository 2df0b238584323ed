// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_BUILDID_H
#define TVM_CODEGEN_KERNELS_BUILDID_H

#include <string>

namespace tvm::codegen {

/// The identity of this build of the compiler: the build id (NT_GNU_BUILD_ID)
/// of the program or library with this code, in hexadecimal. Without one, the
/// file's size and time.
const std::string &getBuildId();

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_BUILDID_H
