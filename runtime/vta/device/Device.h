// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device that executes programs: a simulator, or hardware.
#ifndef RUNTIME_VTA_DEVICE_DEVICE_H
#define RUNTIME_VTA_DEVICE_DEVICE_H

#include "runtime/vta/core/Counters.h"
#include "runtime/vta/core/Dram.h"
#include "runtime/vta/device/Timing.h"
#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Word.h"

#include <memory>
#include <vector>

namespace tvm::runtime::vta {

/// A VTA, whose configuration and memory are fixed at its creation.
class Device {
public:
  virtual ~Device() = default;

  /// Creates the memory; must have succeeded before all other calls. Fails with
  /// TVM_OUT_OF_MEMORY.
  virtual Status create() = 0;

  /// Sets the seed of all random choices in the following runs.
  virtual void seed(uint64_t value) = 0;

  /// Runs a program. Fails with TVM_INVALID_ARGUMENT if the stream is
  /// malformed, in which case nothing runs, and with TVM_RUN_FAILED if it
  /// deadlocks, leaves tokens, accesses elements outside of a memory, or needs
  /// more than `maxCycles`.
  virtual Status run(const std::vector<Word> &stream, uint64_t maxCycles,
                     Counters &counters) = 0;

  /// Returns the timing of the last run, or its timeline as JSON. Fails with
  /// TVM_UNSUPPORTED if the device does not record it.
  virtual Status getTiming(const Timing *&timing) const;
  virtual Status getTrace(std::string &json) const;
};

/// The name of the device, and a function that creates one. Each device library
/// defines both.
const char *nameOfDevice();
std::unique_ptr<Device> makeDevice(const Configuration &configuration,
                                   Dram &dram);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_DEVICE_DEVICE_H
