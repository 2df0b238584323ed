// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/constants/RuntimeLibrary.h"

#include "runtime/library/Library.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DynamicLibrary.h"

namespace tvm::compiler {

void provideRuntimeLibrary() {
  runtime::forEachLibraryFunction([](const char *name, tvm_kernel function) {
    llvm::sys::DynamicLibrary::AddSymbol(name,
                                         reinterpret_cast<void *>(function));
  });
}

} // namespace tvm::compiler
