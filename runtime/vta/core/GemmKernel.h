// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner loops of GEMM.
#ifndef RUNTIME_VTA_CORE_GEMMKERNEL_H
#define RUNTIME_VTA_CORE_GEMMKERNEL_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// The arguments of a kernel, with checked indices.
struct GemmCall {
  const Gemm &gemm;
  const MicroOp *uops;
  const uint8_t *inp, *wgt;
  int32_t *acc;
  unsigned batch, block;
};
using GemmKernel = void (*)(const GemmCall &call);

/// The fastest kernel for a configuration on this machine.
GemmKernel selectGemmKernel(const Configuration &configuration);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_GEMMKERNEL_H
