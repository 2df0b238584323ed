// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/program/Program.h"

using namespace tvm::runtime::vta;

const char *tvm::runtime::vta::nameOf(Program::BufferKind kind) {
  static const char *const names[] = {"input", "output", "constant",
                                      "temporary"};
  return names[unsigned(kind)];
}
