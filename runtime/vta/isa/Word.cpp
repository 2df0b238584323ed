// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Word.h"

#include <cstdio>

std::string tvm::runtime::vta::Word::text() const {
  char text[40];
  std::snprintf(text, sizeof(text), "0x%016llx_%016llx",
                (unsigned long long)high, (unsigned long long)low);
  return text;
}
