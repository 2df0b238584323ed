#ifndef TVM_CODEGEN_ARTEFACTS_OUTPUTFILE_H
#define TVM_CODEGEN_ARTEFACTS_OUTPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tvm::codegen {

/// How writeOutputFile creates and fills a file.
struct OutputOptions {
  /// Whether a new file is a program or a library.
  bool isExecutable = false;
  /// Bytes per write; 0: the size that the file system suggests.
  size_t bufferSize = 0;
};

/// Writes what `write` prints to the file at `path`: to a temporary name beside
/// it, which is then renamed. Symbolic links are followed and stay; what is no
/// regular file (a device, a pipe) is written into.
///
/// Fails, with a message that names the file, where it cannot be written or is
/// full, or with `write`'s own error; then a regular file is as it was.
llvm::Error
writeOutputFile(llvm::StringRef path,
                llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write,
                OutputOptions options = {});

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_OUTPUTFILE_H
