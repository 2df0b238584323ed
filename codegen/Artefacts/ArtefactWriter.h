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
  /// A shared object of linkSharedObject.
  llvm::StringRef sharedObject;
  /// JSON text of `.tvm.manifest`.
  llvm::StringRef manifest;
  /// Size of `.tvm.weights`; without weights there is no such section.
  uint64_t weightsSize = 0;
  /// Writes exactly `weightsSize` bytes: `store.write(os)`.
  llvm::function_ref<void(llvm::raw_ostream &)> writeWeights = nullptr;
};

/// Writes `artefact` to `path`, as writeOutputFile does. On failure (unwritable
/// folder, full disk) nothing is left behind.
llvm::Error writeArtefact(llvm::StringRef path, const Artefact &artefact);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_ARTEFACTWRITER_H
