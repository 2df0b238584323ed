// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report of a core on a run that has ended.
#ifndef HARDWARE_HARNESS_RUNREPORT_H
#define HARDWARE_HARNESS_RUNREPORT_H

#include "hardware/harness/RegisterDriver.h"
#include "runtime/vta/core/Counters.h"
#include "runtime/vta/core/Dram.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::hardware {

/// The outcome of a run according to the core's registers: counters, and the
/// error.
class RunReport {
public:
  RunReport(RegisterDriver &driver,
            const runtime::vta::Configuration &configuration,
            const std::vector<runtime::vta::Instruction> &instructions);

  /// The counts of the run. Bytes count all transfers that have started.
  runtime::vta::Counters counters() const;

  /// TVM_OK, or TVM_RUN_FAILED with the text of the simulators where the
  /// registers have all that it needs.
  runtime::Status status(runtime::vta::Dram &dram) const;

private:
  struct ModuleCount {
    uint32_t started, finished;
  };

  runtime::Status statusOfTokens() const;
  runtime::Status statusOfError(runtime::vta::Dram &dram) const;
  runtime::Status explain(const runtime::vta::Instruction &instruction,
                          runtime::vta::Dram &dram) const;
  size_t indexOfError() const;

  const runtime::vta::Configuration &configuration;
  const std::vector<runtime::vta::Instruction> &instructions;
  uint32_t flags, error, errorUop, numFetched;
  uint64_t cycles, gemmCount, aluCount;
  ModuleCount modules[runtime::vta::kNumModules];
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_RUNREPORT_H
