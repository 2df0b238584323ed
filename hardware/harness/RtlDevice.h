// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The core in SystemVerilog as a device.
#ifndef HARDWARE_HARNESS_RTLDEVICE_H
#define HARDWARE_HARNESS_RTLDEVICE_H

#include "hardware/harness/RegisterDriver.h"
#include "runtime/vta/device/Device.h"
#include "runtime/vta/isa/Encoding.h"

namespace tvm::hardware {

/// The cores that were built, in the order in which they are tried.
const std::vector<RtlCoreEntry> &rtlCores();

/// A device that simulates the core. The seed determines the contents of the
/// chip when a run begins.
class RtlDevice : public runtime::vta::Device {
public:
  RtlDevice(const runtime::vta::Configuration &configuration,
            runtime::vta::Dram &dram)
      : configuration(configuration), encoding(configuration), dram(dram),
        memory(configuration, dram) {}

  /// Fails with TVM_INVALID_ARGUMENT if no core was built for the
  /// configuration.
  runtime::Status create() override;
  void seed(uint64_t value) override { seedOfChip = value; }
  runtime::Status run(const std::vector<runtime::vta::Word> &stream,
                      uint64_t maxCycles,
                      runtime::vta::Counters &counters) override;

  /// Makes the memory stall (AxiMemory::stall).
  void stall(unsigned percent, uint64_t seed) { memory.stall(percent, seed); }

private:
  using Instructions = std::vector<runtime::vta::Instruction>;

  runtime::Status checkDram(const Instructions &instructions);
  void launch(RegisterDriver &driver,
              const std::vector<runtime::vta::Word> &stream);

  runtime::vta::Configuration configuration;
  runtime::vta::Encoding encoding;
  runtime::vta::Dram &dram;
  AxiMemory memory;
  std::unique_ptr<RtlCore> core;
  uint64_t seedOfChip = 0;
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_RTLDEVICE_H
