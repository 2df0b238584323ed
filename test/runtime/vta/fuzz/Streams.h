// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that may be anything.
#ifndef TEST_RUNTIME_VTA_FUZZ_STREAMS_H
#define TEST_RUNTIME_VTA_FUZZ_STREAMS_H

#include "runtime/vta/program/Program.h"
#include "test/runtime/vta/RandomInstructions.h"

namespace tvm::test {

/// A stream of words, and bytes that all kinds of elements are loaded from.
struct FuzzCase {
  runtime::vta::Configuration configuration;
  std::vector<runtime::vta::Word> stream;
  std::vector<uint8_t> memory;
};

/// The address at which the memory of a case begins.
constexpr uint64_t kMemoryBegin = 1 << 16;

/// A random case: random words, random instructions whose fields are mostly
/// small, or a correct program, mutated or not.
FuzzCase randomCase(Random &random);

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_FUZZ_STREAMS_H
