// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A word of 128 bits.
#ifndef RUNTIME_VTA_ISA_WORD_H
#define RUNTIME_VTA_ISA_WORD_H

#include <cstdint>
#include <string>

namespace tvm::runtime::vta {

/// An encoded instruction. In memory `low` comes first, both little-endian.
struct Word {
  uint64_t low = 0, high = 0;

  /// Reads a field of at most 32 bits that is within one half.
  uint64_t extract(unsigned offset, unsigned width) const {
    uint64_t half = offset < 64 ? low : high;
    return half >> (offset % 64) & ((uint64_t(1) << width) - 1);
  }
  void insert(unsigned offset, unsigned width, uint64_t value) {
    uint64_t &half = offset < 64 ? low : high;
    half |= (value & ((uint64_t(1) << width) - 1)) << (offset % 64);
  }

  /// The high and low half as text: "0x0000000200080001_0000000200008229".
  std::string text() const;

  friend bool operator==(const Word &a, const Word &b) {
    return a.low == b.low && a.high == b.high;
  }
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_WORD_H
