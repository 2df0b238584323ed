// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_MANIFEST_H
#define TVM_COMPILER_MANIFEST_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinAttributes.h"

#include <string>
#include <vector>

namespace tvm::compiler {

/// The code for one CPU in an artefact.
struct Entry {
  std::string symbol;
  codegen::Target target;
};

/// The JSON text of an artefact's manifest: `host` is the description from
/// convert-host-to-llvm, `entries` are sorted with the best one first,
/// `externs` are the functions that it calls but does not contain, and a run
/// needs `stackBytes` of each thread's stack.
std::string writeManifest(mlir::DictionaryAttr host,
                          llvm::ArrayRef<Entry> entries,
                          llvm::ArrayRef<std::string> externs,
                          uint64_t weightsSize, uint64_t stackBytes);

} // namespace tvm::compiler

#endif // TVM_COMPILER_MANIFEST_H
