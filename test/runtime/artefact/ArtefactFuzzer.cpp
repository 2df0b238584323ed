// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer target for what is read before code is loaded:
//   bazel run //test/runtime/artefact:artefact_fuzzer -- CORPUS
#include "runtime/artefact/Artefact.h"

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tvm::runtime::Artefact artefact;
  (void)static_cast<tvm_status>(
      tvm::runtime::Artefact::parse(data, size, artefact));
  return 0;
}
