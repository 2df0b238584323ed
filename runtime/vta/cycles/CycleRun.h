// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One run of the cycle model.
#ifndef RUNTIME_VTA_CYCLES_CYCLERUN_H
#define RUNTIME_VTA_CYCLES_CYCLERUN_H

#include "runtime/vta/core/Core.h"
#include "runtime/vta/core/ModuleStates.h"
#include "runtime/vta/cycles/ActivityLog.h"
#include "runtime/vta/cycles/InstructionFetch.h"

namespace tvm::runtime::vta {

/// A run that advances from event to event. An instruction's data is computed
/// when it starts.
class CycleRun {
public:
  CycleRun(Core &core, const Configuration &configuration,
           const std::vector<Instruction> &instructions, uint64_t maxCycles,
           Timing &timing);

  /// Executes all instructions. Fails with TVM_RUN_FAILED.
  Status run();

private:
  Status simulate();
  void handle(const Event &event);
  /// Takes all steps that are possible in this cycle.
  Status settle();
  Status settle(Module module, bool &isChanged);

  Status start(Module module);
  void finish(Module module);
  /// Begins a transfer, whose addresses are sent from `time` on.
  void begin(Module module, const Transfer &transfer, uint64_t time);
  Status checkLimit(size_t index, uint64_t cycles) const;

  Activity activityOf(Module module) const;
  Activity activityOfFetch() const;
  void logActivities();

  struct Execution {
    size_t instruction = 0;
    bool isDone = false;
  };

  Core &core;
  Configuration configuration;
  const std::vector<Instruction> &instructions;
  uint64_t maxCycles;
  EventQueue events;
  MemoryModel memory;
  InstructionFetch fetch;
  ModuleStates states;
  ActivityLog log;
  std::array<Execution, kNumModules> executions;
  uint64_t now = 0;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_CYCLERUN_H
