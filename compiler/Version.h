// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_VERSION_H
#define TVM_COMPILER_VERSION_H

#include "runtime/include/tvm_mlir.h"

namespace tvm::compiler {

/// The version of the compiler. The runtime has the same one.
inline constexpr const char *kVersion = TVM_MLIR_VERSION;

/// The version, a plus sign, and 12 hexadecimal digits that tell builds of the
/// compiler apart: "0.1.0+5d41402abc4b". The digits are a hash of the code that
/// turns a model into machine code. Equal sources, built with equal options,
/// have equal digits in every program and library; plug-ins and LLVM's
/// libraries do not count.
const char *getBuildVersion();

} // namespace tvm::compiler

#endif // TVM_COMPILER_VERSION_H
