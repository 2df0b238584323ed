// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution of ALU instructions.
#ifndef RUNTIME_VTA_CORE_ALUUNIT_H
#define RUNTIME_VTA_CORE_ALUUNIT_H

#include "runtime/vta/core/Counters.h"
#include "runtime/vta/core/Scratchpads.h"

namespace tvm::runtime::vta {

/// A unit that executes ALU instructions on the accumulator.
class AluUnit {
public:
  AluUnit(const Configuration &configuration, Scratchpads &scratchpads,
          Counters &counters)
      : configuration(configuration), scratchpads(scratchpads),
        counters(counters) {}

  Status execute(const Alu &alu);

private:
  Status check(const Alu &alu) const;
  template <typename Operation> void run(const Alu &alu, Operation operation);

  Configuration configuration;
  Scratchpads &scratchpads;
  Counters &counters;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_ALUUNIT_H
