// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access to the registers of a core.
#ifndef HARDWARE_HARNESS_REGISTERDRIVER_H
#define HARDWARE_HARNESS_REGISTERDRIVER_H

#include "hardware/harness/AxiMemory.h"
#include "hardware/harness/RtlCore.h"

namespace tvm::hardware {

/// The core's registers, by address in bytes. hardware/README.md describes
/// them.
enum class Register : uint8_t {
  Control = 0x00,
  Status = 0x04,
  Stream = 0x08,
  NumInstructions = 0x10,
  CommandLimit = 0x14,
  TokenLimit = 0x18,
  BurstLimit = 0x1c,
  Error = 0x20,
  ErrorUop = 0x24,
  Cycles = 0x28,
  GemmCount = 0x30,
  AluCount = 0x38,
  NumFetched = 0x40,
  /// Numbers of started and of finished instructions, in the order of modules.
  ModuleCounts = 0x44,
  /// Numbers of tokens, in the order of token queues.
  TokenCounts = 0x60
};

/// Masks of the bits of Register::Status.
struct StatusBits {
  static constexpr uint32_t running = 1, done = 2, failed = 4, deadlock = 8;
};

/// A master of the register port of a core that is connected to a memory. Each
/// access takes cycles, in which the core continues.
class RegisterDriver {
public:
  RegisterDriver(RtlCore &core, AxiMemory &memory)
      : core(core), memory(memory) {}

  void reset();
  void write(Register address, uint32_t value);
  void writeLong(Register address, uint64_t value);
  uint32_t read(Register address, unsigned index = 0);
  uint64_t readLong(Register address);
  /// Waits for the interrupt. Returns false if it does not come within
  /// `maxCycles`.
  bool wait(uint64_t maxCycles);

private:
  void tick() {
    memory.step(pins);
    core.tick(pins);
  }

  RtlCore &core;
  AxiMemory &memory;
  Pins pins;
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_REGISTERDRIVER_H
