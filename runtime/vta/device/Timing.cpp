// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/device/Timing.h"

using namespace tvm::runtime::vta;

const char *tvm::runtime::vta::nameOf(Unit unit) {
  return unit == Unit::Fetch ? "fetch" : nameOf(Module(unit));
}

std::string Activity::name() const {
  if (*this == idle())
    return "idle";
  if (*this == busy())
    return "busy";
  unsigned queue = value - 2;
  if (queue < kNumTokenQueues)
    return std::string("token ") + nameOf(TokenQueue(queue));
  queue -= kNumTokenQueues;
  if (queue < kNumTokenQueues)
    return std::string("room in ") + nameOf(TokenQueue(queue));
  return std::string("room in ") + nameOf(Module(queue - kNumTokenQueues));
}
