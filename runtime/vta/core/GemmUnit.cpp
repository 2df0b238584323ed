// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/GemmUnit.h"

#include "runtime/vta/isa/LoopNest.h"

#include <cstring>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status GemmUnit::check(const Gemm &gemm) const {
  const Configuration &c = configuration;
  TVM_RETURN_IF_FAILED(checkUops(gemm, c.depth(MemoryType::Uop)));
  for (uint32_t u = gemm.uopBegin; u < gemm.uopEnd; ++u) {
    const MicroOp &uop = scratchpads.uops[u];
    TVM_RETURN_IF_FAILED(checkIndex(gemm, {gemm.dstFactorOut, gemm.dstFactorIn},
                                    u, "dst", uop.dst,
                                    c.depth(MemoryType::Acc)));
    if (gemm.reset)
      continue;
    TVM_RETURN_IF_FAILED(checkIndex(gemm, {gemm.srcFactorOut, gemm.srcFactorIn},
                                    u, "src", uop.src,
                                    c.depth(MemoryType::Inp)));
    TVM_RETURN_IF_FAILED(checkIndex(gemm, {gemm.wgtFactorOut, gemm.wgtFactorIn},
                                    u, "wgt", uop.wgt,
                                    c.depth(MemoryType::Wgt)));
  }
  return TVM_OK;
}

void GemmUnit::reset(const Gemm &gemm) {
  size_t numbers = size_t(configuration.batch()) * configuration.block();
  for (uint32_t i = 0; i < gemm.iterOut; ++i)
    for (uint32_t j = 0; j < gemm.iterIn; ++j)
      for (uint32_t u = gemm.uopBegin; u < gemm.uopEnd; ++u) {
        size_t dst = scratchpads.uops[u].dst + i * gemm.dstFactorOut +
                     j * gemm.dstFactorIn;
        std::memset(scratchpads.acc() + dst * numbers, 0,
                    numbers * sizeof(int32_t));
      }
}

Status GemmUnit::execute(const Gemm &gemm) {
  if (iterationsOf(gemm) == 0)
    return TVM_OK;
  TVM_RETURN_IF_FAILED(check(gemm));
  if (gemm.reset) {
    reset(gemm);
    return TVM_OK;
  }
  kernel({gemm, scratchpads.uops.data(), scratchpads.inp(), scratchpads.wgt(),
          scratchpads.acc(), configuration.batch(), configuration.block()});
  counters.gemmIterations += iterationsOf(gemm);
  return TVM_OK;
}
