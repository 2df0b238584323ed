// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/Core.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

void Core::reset(uint64_t seed) {
  scratchpads.fill(seed);
  counters = {};
}

Status Core::execute(const Instruction &instruction) {
  if (const auto *gemm = std::get_if<Gemm>(&instruction.body))
    return gemms.execute(*gemm);
  if (const auto *alu = std::get_if<Alu>(&instruction.body))
    return alus.execute(*alu);
  if (const auto *load = std::get_if<Load>(&instruction.body))
    return transfers.execute(*load);
  if (const auto *store = std::get_if<Store>(&instruction.body))
    return transfers.execute(*store);
  return TVM_OK;
}
