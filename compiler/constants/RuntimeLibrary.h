// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_CONSTANTS_RUNTIMELIBRARY_H
#define TVM_COMPILER_CONSTANTS_RUNTIMELIBRARY_H

namespace tvm::compiler {

/// Makes the runtime's functions available to code that runs during
/// compilation.
void provideRuntimeLibrary();

} // namespace tvm::compiler

#endif // TVM_COMPILER_CONSTANTS_RUNTIMELIBRARY_H
