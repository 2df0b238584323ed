#ifndef TVM_COMPILER_RUNTIMELIBRARY_H
#define TVM_COMPILER_RUNTIMELIBRARY_H

namespace tvm::compiler {

/// Lets code that is run while compiling call the runtime's functions.
void provideRuntimeLibrary();

} // namespace tvm::compiler

#endif // TVM_COMPILER_RUNTIMELIBRARY_H
