// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_FILES_FILES_H
#define TVM_COMPILER_FILES_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tvm {

/// Writes `path`, like codegen::writeOutputFile. Fails, with a message that
/// names the file, and leaves nothing behind, if the folder cannot be written
/// or is full.
llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace tvm

#endif // TVM_COMPILER_FILES_FILES_H
