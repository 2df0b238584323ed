// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/IdealCycles.h"

#include "runtime/vta/isa/LoopNest.h"

#include <algorithm>

using namespace tvm::runtime::vta;

static uint64_t cyclesOf(const Configuration &, const Gemm &gemm) {
  return iterationsOf(gemm);
}

static uint64_t cyclesOf(const Configuration &, const Alu &alu) {
  return iterationsOf(alu) * (alu.useImmediate ? 1 : 2);
}

static uint64_t cyclesOf(const Configuration &, const Finish &) { return 0; }

static uint64_t bytesOf(const Configuration &c, const Transfer &t) {
  return uint64_t(t.xSize) * t.ySize * c.elementBytes(t.memoryType);
}

static uint64_t cyclesOf(const Configuration &c, const Load &t) {
  if (t.xSize == 0)
    return 0;
  uint64_t all = uint64_t(t.padTop + t.ySize + t.padBottom) *
                 (t.padLeft + t.xSize + t.padRight);
  return bytesOf(c, t) / c.memReadBytesPerCycle + all -
         uint64_t(t.xSize) * t.ySize;
}

static uint64_t cyclesOf(const Configuration &c, const Store &t) {
  return bytesOf(c, t) / c.memWriteBytesPerCycle;
}

uint64_t tvm::runtime::vta::idealCycles(const Configuration &configuration,
                                        const Instruction &instruction) {
  uint64_t cycles = std::visit(
      [&](const auto &body) { return cyclesOf(configuration, body); },
      instruction.body);
  return std::max<uint64_t>(cycles, 1);
}
