// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ARTEFACTS_ARTEFACTWRITER_H
#define TVM_CODEGEN_ARTEFACTS_ARTEFACTWRITER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tvm::codegen {

/// The parts of an artefact.
struct Artefact {
  /// The bytes of a shared object from linkSharedObject.
  llvm::StringRef sharedObject;
  /// JSON text of `.tvm.manifest`.
  llvm::StringRef manifest;
  /// The size of `.tvm.weights` in bytes; with 0 there is no such section.
  uint64_t weightsSize = 0;
  /// Writes exactly `weightsSize` bytes, such as `store.write(os)`.
  llvm::function_ref<void(llvm::raw_ostream &)> writeWeights = nullptr;
};

/// Writes `artefact` to `path`, like writeOutputFile. Leaves nothing behind on
/// failure (unwritable folder, full disk).
llvm::Error writeArtefact(llvm::StringRef path, const Artefact &artefact);

/// Copies the artefact at `from` to `to`, in pieces of the same size as
/// writeArtefact, so that its weights have huge pages there, too.
llvm::Error copyArtefact(llvm::StringRef from, llvm::StringRef to);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_ARTEFACTWRITER_H
