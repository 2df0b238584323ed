// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/AluUnit.h"

#include "runtime/vta/isa/LoopNest.h"

#include <algorithm>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status AluUnit::check(const Alu &alu) const {
  uint32_t depth = configuration.depth(MemoryType::Acc);
  TVM_RETURN_IF_FAILED(checkUops(alu, configuration.depth(MemoryType::Uop)));
  for (uint32_t u = alu.uopBegin; u < alu.uopEnd; ++u) {
    const MicroOp &uop = scratchpads.uops[u];
    TVM_RETURN_IF_FAILED(checkIndex(alu, {alu.dstFactorOut, alu.dstFactorIn}, u,
                                    "dst", uop.dst, depth));
    if (!alu.useImmediate)
      TVM_RETURN_IF_FAILED(checkIndex(alu, {alu.srcFactorOut, alu.srcFactorIn},
                                      u, "src", uop.src, depth));
  }
  return TVM_OK;
}

template <typename Operation>
void AluUnit::run(const Alu &alu, Operation operation) {
  size_t numbers = size_t(configuration.batch()) * configuration.block();
  const MicroOp *uops = scratchpads.uops.data();
  int32_t *acc = scratchpads.acc();
  auto apply = [&](int32_t *dst, const int32_t *src) {
    if (alu.useImmediate)
      for (size_t k = 0; k < numbers; ++k)
        dst[k] = operation(dst[k], alu.immediate);
    else
      for (size_t k = 0; k < numbers; ++k)
        dst[k] = operation(dst[k], src[k]);
  };
  for (uint32_t i = 0; i < alu.iterOut; ++i)
    for (uint32_t j = 0; j < alu.iterIn; ++j)
      for (uint32_t u = alu.uopBegin; u < alu.uopEnd; ++u) {
        size_t dst = uops[u].dst + i * alu.dstFactorOut + j * alu.dstFactorIn;
        size_t src = uops[u].src + i * alu.srcFactorOut + j * alu.srcFactorIn;
        apply(acc + dst * numbers, acc + src * numbers);
      }
}

/// Shifts as if there were infinitely many bits: to the left for negative
/// `amount`.
static int32_t shiftRight(int32_t value, int32_t amount) {
  if (amount >= 0)
    return value >> std::min(amount, 31);
  return amount > -32 ? int32_t(uint32_t(value) << -amount) : 0;
}

Status AluUnit::execute(const Alu &alu) {
  if (iterationsOf(alu) == 0)
    return TVM_OK;
  TVM_RETURN_IF_FAILED(check(alu));
  counters.aluIterations += iterationsOf(alu);
  switch (alu.opcode) {
  case AluOpcode::Min:
    run(alu, [](int32_t a, int32_t b) { return std::min(a, b); });
    break;
  case AluOpcode::Max:
    run(alu, [](int32_t a, int32_t b) { return std::max(a, b); });
    break;
  case AluOpcode::Add:
    run(alu, [](int32_t a, int32_t b) {
      return int32_t(uint32_t(a) + uint32_t(b));
    });
    break;
  case AluOpcode::Shr:
    run(alu, shiftRight);
    break;
  case AluOpcode::Mul:
    run(alu, [](int32_t a, int32_t b) {
      return int32_t(uint32_t(a) * uint32_t(b));
    });
    break;
  }
  return TVM_OK;
}
