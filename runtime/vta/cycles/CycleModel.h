// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device that executes a program and measures its cycles.
#ifndef RUNTIME_VTA_CYCLES_CYCLEMODEL_H
#define RUNTIME_VTA_CYCLES_CYCLEMODEL_H

#include "runtime/vta/core/Core.h"
#include "runtime/vta/device/Device.h"

namespace tvm::runtime::vta {

/// The cycle model. Of all orders that tokens and queues permit, it uses the
/// order that README.md's rules of timing determine. The seed determines the
/// contents of the chip when a run begins.
class CycleModel : public Device {
public:
  CycleModel(const Configuration &configuration, Dram &dram)
      : configuration(configuration), encoding(configuration),
        core(configuration, dram) {}

  Status create() override { return core.create(); }
  void seed(uint64_t value) override { seedOfRun = value; }
  Status run(const std::vector<Word> &stream, uint64_t maxCycles,
             Counters &counters) override;
  Status getTiming(const Timing *&timing) const override;
  Status getTrace(std::string &json) const override;

  /// The timing of the last run, also if it failed.
  const Timing &timing() const { return timingOfRun; }

private:
  Configuration configuration;
  Encoding encoding;
  Core core;
  uint64_t seedOfRun = 0;
  Timing timingOfRun;
  std::vector<Instruction> instructionsOfRun;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CYCLES_CYCLEMODEL_H
