// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The signals between a core and its surroundings.
#ifndef HARDWARE_HARNESS_PINS_H
#define HARDWARE_HARNESS_PINS_H

#include <array>
#include <cstdint>

namespace tvm::hardware {

constexpr unsigned kMaxBusBytes = 128;
using BusWord = std::array<uint8_t, kMaxBusBytes>;

/// An address channel of AXI, with the burst that it offers.
struct AddressChannel {
  bool valid = false, ready = false;
  uint64_t address = 0;
  /// Number of beats less one.
  uint8_t length = 0;
  /// Whether the burst is the last one of its row, and another row follows.
  bool endsRow = false;
};

/// The read channels of AXI: an address, then beats of data, each with a
/// response (0 is OKAY, 3 is DECERR).
struct ReadPort {
  AddressChannel address;
  bool valid = false, last = false;
  uint8_t response = 0;
  BusWord data = {};
};

/// The write channels of AXI: an address, beats of data with a bit per byte
/// that is written, and one response per burst.
struct WritePort {
  AddressChannel address;
  bool valid = false, ready = false, last = false;
  BusWord data = {};
  std::array<uint8_t, kMaxBusBytes / 8> strobes = {};
  bool responseValid = false;
  uint8_t response = 0;
};

/// A port of AXI4-Lite, whose master is always ready for responses.
struct RegisterPort {
  bool writeValid = false, writeReady = false, writeDone = false;
  bool readValid = false, readReady = false, readDone = false;
  uint8_t address = 0;
  uint32_t writeData = 0, readData = 0;
};

/// The inputs and outputs of VTA's core, except the clock.
struct Pins {
  bool reset = false, interrupt = false;
  RegisterPort registers;
  ReadPort fetch, load, compute;
  WritePort store;
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_PINS_H
