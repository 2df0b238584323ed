#ifndef TVM_TOOLS_COMPILER_RUNTIMELIBRARY_H
#define TVM_TOOLS_COMPILER_RUNTIMELIBRARY_H

namespace tvm::compiler {

/// Lets code that is run while compiling call the runtime's functions.
void provideRuntimeLibrary();

} // namespace tvm::compiler

#endif // TVM_TOOLS_COMPILER_RUNTIMELIBRARY_H
