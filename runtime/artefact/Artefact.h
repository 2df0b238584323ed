// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contents of an artefact, checked before any of its code is loaded.
#ifndef RUNTIME_ARTEFACT_ARTEFACT_H
#define RUNTIME_ARTEFACT_ARTEFACT_H

#include "runtime/artefact/ElfFile.h"
#include "runtime/artefact/Manifest.h"

namespace tvm::runtime {

/// An artefact's file, checked and divided into its parts.
struct Artefact {
  /// Checks everything that can be checked without loading the code: the ELF
  /// structure, the checksum, the manifest, and that the CPU has the features
  /// of an entry. `data` outlives the result. Fails with TVM_BAD_ARTEFACT or
  /// TVM_UNSUPPORTED.
  static Status parse(const uint8_t *data, uint64_t size, Artefact &artefact);

  std::string_view manifestText;
  Manifest manifest;
  /// The first of the manifest's entries that the CPU can run.
  const Entry *entry = nullptr;
  /// The section of weights; of size 0 if there are none.
  Section weights;
  /// Whether the dynamic linker also maps weights, so that code may read them
  /// at the mapped address. The compiler writes no such artefacts.
  bool areWeightsLoaded = false;
};

} // namespace tvm::runtime

#endif // RUNTIME_ARTEFACT_ARTEFACT_H
