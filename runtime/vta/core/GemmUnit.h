// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution of GEMM instructions.
#ifndef RUNTIME_VTA_CORE_GEMMUNIT_H
#define RUNTIME_VTA_CORE_GEMMUNIT_H

#include "runtime/vta/core/Counters.h"
#include "runtime/vta/core/GemmKernel.h"
#include "runtime/vta/core/Scratchpads.h"

namespace tvm::runtime::vta {

/// A unit that executes GEMM instructions.
class GemmUnit {
public:
  GemmUnit(const Configuration &configuration, Scratchpads &scratchpads,
           Counters &counters)
      : configuration(configuration), scratchpads(scratchpads),
        counters(counters), kernel(selectGemmKernel(configuration)) {}

  Status execute(const Gemm &gemm);

private:
  Status check(const Gemm &gemm) const;
  void reset(const Gemm &gemm);

  Configuration configuration;
  Scratchpads &scratchpads;
  Counters &counters;
  GemmKernel kernel;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_GEMMUNIT_H
