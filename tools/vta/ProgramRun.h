// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_VTA_PROGRAMRUN_H
#define TVM_TOOLS_VTA_PROGRAMRUN_H

#include "runtime/vta/device/Timing.h"
#include "runtime/vta/program/Program.h"
#include "tools/npz/Npz.h"
#include "tools/vta/Devices.h"

namespace tvm::vta {

/// A program with its buffers in the memory of a device.
class ProgramRun {
public:
  ProgramRun(const vta_driver &driver, const runtime::vta::Program &program)
      : driver(driver), program(program) {}
  ProgramRun(const ProgramRun &) = delete;
  ProgramRun &operator=(const ProgramRun &) = delete;
  ~ProgramRun() { driver.device_free(device); }

  /// Loads the program; must have succeeded before all other calls.
  llvm::Error load();

  /// Copies `arrays` to the inputs of their names, each once and with the
  /// input's size.
  llvm::Error setInputs(llvm::ArrayRef<tvmc::Array> arrays);

  llvm::Error run(uint64_t seed, uint64_t maxCycles);
  /// The counters of the run, even if it failed.
  const vta_counters &getCounters() const { return counters; }

  /// The timing of the run, without slices; nothing on a device that does not
  /// model time.
  llvm::Expected<std::optional<runtime::vta::Timing>> getTiming() const;
  /// Writes the run's timeline; see vta_device_write_trace.
  llvm::Error writeTrace(llvm::StringRef path) const;

  /// The outputs as elements of the accelerator's output:
  /// [elements][batch][block].
  llvm::Expected<std::vector<tvmc::Array>> getOutputs() const;

private:
  using Buffer = runtime::vta::Program::Buffer;

  uint64_t getMemorySize() const;
  llvm::Expected<uint64_t> allocate(const void *bytes, uint64_t size);
  llvm::Error write(uint64_t address, const void *bytes, uint64_t size);
  llvm::Error loadStream();
  std::string listInputs() const;
  llvm::Expected<size_t> findInput(const tvmc::Array &array) const;
  tvmc::Array createOutput(const Buffer &buffer) const;

  const vta_driver &driver;
  const runtime::vta::Program &program;
  vta_device *device = nullptr;
  /// The addresses of the buffers, followed by the micro-ops.
  std::vector<uint64_t> addresses;
  uint64_t stream = 0;
  vta_counters counters = {};
};

} // namespace tvm::vta

#endif // TVM_TOOLS_VTA_PROGRAMRUN_H
