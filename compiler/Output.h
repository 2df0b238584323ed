// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_OUTPUT_H
#define TVM_COMPILER_OUTPUT_H

#include "codegen/Kernels/KernelCompiler.h"
#include "compiler/Manifest.h"

namespace tvm::compiler {

/// The contents of an artefact besides code.
struct OutputContents {
  mlir::DictionaryAttr host; // see writeManifest
  mlir::ArrayAttr weights;
  llvm::ArrayRef<Entry> entries;
};

/// Links `objects` to a shared object for the CPUs of `entries`, and returns
/// its bytes.
llvm::Expected<std::string>
linkObjects(llvm::ArrayRef<codegen::CompiledModule> objects,
            llvm::ArrayRef<Entry> entries);

/// Writes the artefact `path` with the shared object `linked`, which was made
/// of `objects`. Returns a text with its size.
llvm::Expected<std::string>
writeOutput(llvm::StringRef path, llvm::StringRef linked,
            llvm::ArrayRef<codegen::CompiledModule> objects,
            const OutputContents &contents);

} // namespace tvm::compiler

#endif // TVM_COMPILER_OUTPUT_H
