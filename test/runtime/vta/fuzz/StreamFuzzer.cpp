// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer target for streams of instructions:
//   bazel run //test/runtime/vta/fuzz:stream_fuzzer -- CORPUS
#include "test/runtime/vta/fuzz/Execution.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace tvm::runtime::vta;
using namespace tvm::test;

/// A byte that chooses the configuration, one with the number of instructions,
/// these, and what is in memory.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  FuzzCase fuzzCase;
  const std::vector<Configuration> &all = testConfigurations();
  fuzzCase.configuration = all[data[0] % all.size()];
  size_t numWords = std::min<size_t>(data[1], (size - 2) / sizeof(Word));
  fuzzCase.stream.resize(numWords);
  if (numWords)
    std::memcpy(fuzzCase.stream.data(), data + 2, numWords * sizeof(Word));
  fuzzCase.stream.push_back(Word{3, 0});
  fuzzCase.memory.assign(data + 2 + numWords * sizeof(Word), data + size);
  if (execute(fuzzCase, 0).isOutside || executeTimed(fuzzCase, 0).isOutside)
    std::abort();
  return 0;
}
