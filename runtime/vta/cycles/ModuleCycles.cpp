// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/cycles/ModuleCycles.h"

#include "runtime/vta/isa/LoopNest.h"

using namespace tvm::runtime::vta;

/// The cycles of loops. Micro-ops start every `interval` cycles; the first one
/// is fetched in the cycle before, and the last one's result can be read
/// `latency` cycles later.
static uint64_t cyclesOf(const Loops &loops, unsigned interval,
                         unsigned latency) {
  uint64_t iterations = iterationsOf(loops);
  return iterations == 0 ? 0 : iterations * interval + latency;
}

static uint64_t cyclesOf(const Configuration &c, const Gemm &gemm) {
  return cyclesOf(gemm, 1, c.accWriteLatency);
}

static uint64_t cyclesOf(const Configuration &c, const Alu &alu) {
  return cyclesOf(alu, alu.useImmediate ? 1 : 2, c.accWriteLatency);
}

static uint64_t cyclesOf(const Configuration &, const Finish &) { return 0; }

static uint64_t cyclesOf(const Configuration &, const Transfer &t) {
  if (t.xSize == 0)
    return 0;
  uint64_t all = uint64_t(t.padTop + t.ySize + t.padBottom) *
                 (t.padLeft + t.xSize + t.padRight);
  return all - uint64_t(t.ySize) * t.xSize;
}

uint64_t tvm::runtime::vta::moduleCycles(const Configuration &configuration,
                                         const Instruction &instruction) {
  return 1 +
         std::visit(
             [&](const auto &body) { return cyclesOf(configuration, body); },
             instruction.body);
}
