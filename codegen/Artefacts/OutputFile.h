// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ARTEFACTS_OUTPUTFILE_H
#define TVM_CODEGEN_ARTEFACTS_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tvm::codegen {

/// Options for writeOutputFile.
struct OutputOptions {
  /// Whether a new file is a program or a library.
  bool isExecutable = false;
  /// The number of bytes per write; 0: the size that the file system suggests.
  size_t bufferSize = 0;
};

/// Writes the output of `write` to the file at `path`: to a temporary name
/// beside it, which is then renamed. Symbolic links are followed and kept;
/// files that are not regular (a device, a pipe) are written directly.
///
/// Fails, with a message that names the file, if it cannot be written or is
/// full, or with the error of `write`; a regular file then keeps its contents.
llvm::Error
writeOutputFile(llvm::StringRef path,
                llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write,
                OutputOptions options = {});

/// Fails, with the same message, if writeOutputFile cannot write `path`: its
/// folder is missing or cannot be written, or it is a folder. Changes nothing.
llvm::Error checkOutputFile(llvm::StringRef path);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_OUTPUTFILE_H
