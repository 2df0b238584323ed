// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of transfers, and memory, for benches of load and store.
#ifndef TEST_HARDWARE_TRANSFERS_H
#define TEST_HARDWARE_TRANSFERS_H

#include "runtime/vta/isa/Encoding.h"
#include "test/hardware/ModuleBench.h"

#include <gtest/gtest.h>

namespace tvm::test {

inline void setInstruction(VlWide<4> &port,
                           const runtime::vta::Instruction &instruction) {
  runtime::vta::Word word;
  runtime::vta::Encoding encoding{runtime::vta::Configuration()};
  EXPECT_FALSE(encoding.encode(instruction, word).failed())
      << runtime::lastError();
  port[0] = uint32_t(word.low);
  port[1] = uint32_t(word.low >> 32);
  port[2] = uint32_t(word.high);
  port[3] = uint32_t(word.high >> 32);
}

/// Returns the byte at an address.
inline uint8_t byteAt(uint64_t address) {
  return uint8_t((address * 0x9e3779b97f4a7c15u) >> 56);
}

} // namespace tvm::test

#endif // TEST_HARDWARE_TRANSFERS_H
