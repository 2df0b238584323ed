// Runs a program that may be anything, and looks at what it did.
#ifndef TEST_RUNTIME_VTA_FUZZ_EXECUTION_H
#define TEST_RUNTIME_VTA_FUZZ_EXECUTION_H

#include "test/runtime/vta/fuzz/Streams.h"

#include <string>

namespace tvm::test {

struct Outcome {
  /// "" if all went well.
  std::string error;
  std::vector<uint8_t> memory;
  /// Whether a byte beside the memory of the case was written.
  bool isOutside = false;
};

Outcome execute(const FuzzCase &fuzzCase, uint64_t seed);

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_FUZZ_EXECUTION_H
