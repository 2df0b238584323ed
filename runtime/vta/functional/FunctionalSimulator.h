// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device that executes a program without modelling time.
#ifndef RUNTIME_VTA_FUNCTIONAL_FUNCTIONALSIMULATOR_H
#define RUNTIME_VTA_FUNCTIONAL_FUNCTIONALSIMULATOR_H

#include "runtime/vta/core/Core.h"
#include "runtime/vta/device/Device.h"

namespace tvm::runtime::vta {

/// The functional simulator. Modules continue in any order that tokens and
/// queues permit: the seed determines the next module, and the contents of the
/// chip when a run begins. A program without races and without reads of
/// unwritten elements has the same results for all seeds.
class FunctionalSimulator : public Device {
public:
  explicit FunctionalSimulator(const Configuration &configuration, Dram &dram)
      : configuration(configuration), encoding(configuration),
        core(configuration, dram) {}

  Status create() override { return core.create(); }
  void seed(uint64_t value) override { seedOfRun = value; }
  Status run(const std::vector<Word> &stream, uint64_t maxCycles,
             Counters &counters) override;

private:
  Status execute(const std::vector<Instruction> &instructions);

  Configuration configuration;
  Encoding encoding;
  Core core;
  uint64_t seedOfRun = 0;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_FUNCTIONAL_FUNCTIONALSIMULATOR_H
