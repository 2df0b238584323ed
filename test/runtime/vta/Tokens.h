// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependency bits by name.
#ifndef TEST_RUNTIME_VTA_TOKENS_H
#define TEST_RUNTIME_VTA_TOKENS_H

#include "runtime/vta/isa/Instruction.h"

namespace tvm::test {

enum Token { PopPrev = 1, PopNext = 2, PushPrev = 4, PushNext = 8 };

inline runtime::vta::Dependencies bits(int tokens) {
  return {bool(tokens & PopPrev), bool(tokens & PopNext),
          bool(tokens & PushPrev), bool(tokens & PushNext)};
}

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_TOKENS_H
