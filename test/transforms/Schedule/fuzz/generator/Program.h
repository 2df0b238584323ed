// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_GENERATOR_PROGRAM_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_GENERATOR_PROGRAM_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tvm::fuzz {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  /// In [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine() % (high - low + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[between(0, from.size() - 1)];
  }

private:
  std::mt19937_64 engine;
};

/// A kernel at the level of loops.
struct Program {
  std::string text;
  /// Values of the one symbolic size to run it with; one where there is none.
  std::vector<int64_t> symbols;
};

Program generateProgram(uint64_t seed);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_GENERATOR_PROGRAM_H
