// What is connected to a core.
#ifndef HARDWARE_HARNESS_PINS_H
#define HARDWARE_HARNESS_PINS_H

#include <array>
#include <cstdint>

namespace tvm::hardware {

constexpr unsigned kMaxBusBytes = 128;
using BusWord = std::array<uint8_t, kMaxBusBytes>;

/// Of AXI: a burst that is offered.
struct AddressChannel {
  bool valid = false, ready = false;
  uint64_t address = 0;
  /// Beats less one.
  uint8_t length = 0;
  /// Whether it is the last of a row, and another row follows.
  bool endsRow = false;
};

/// 0 is OKAY, 3 is DECERR.
struct ReadPort {
  AddressChannel address;
  bool valid = false, last = false;
  uint8_t response = 0;
  BusWord data = {};
};

struct WritePort {
  AddressChannel address;
  bool valid = false, ready = false, last = false;
  BusWord data = {};
  std::array<uint8_t, kMaxBusBytes / 8> strobes = {};
  bool responseValid = false;
  uint8_t response = 0;
};

/// AXI4-Lite; always ready for responses.
struct RegisterPort {
  bool writeValid = false, writeReady = false, writeDone = false;
  bool readValid = false, readReady = false, readDone = false;
  uint8_t address = 0;
  uint32_t writeData = 0, readData = 0;
};

struct Pins {
  bool reset = false, interrupt = false;
  RegisterPort registers;
  ReadPort fetch, load, compute;
  WritePort store;
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_PINS_H
