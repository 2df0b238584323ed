// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hardware/harness/RegisterDriver.h"

using namespace tvm::hardware;

void RegisterDriver::reset() {
  pins = {};
  pins.reset = true;
  core.tick(pins);
  core.tick(pins);
  pins.reset = false;
}

void RegisterDriver::write(Register address, uint32_t value) {
  RegisterPort &port = pins.registers;
  port.address = uint8_t(address);
  port.writeData = value;
  port.writeValid = true;
  do
    tick();
  while (!port.writeReady);
  port.writeValid = false;
}

void RegisterDriver::writeLong(Register address, uint64_t value) {
  write(address, uint32_t(value));
  write(Register(unsigned(address) + 4), uint32_t(value >> 32));
}

uint32_t RegisterDriver::read(Register address, unsigned index) {
  RegisterPort &port = pins.registers;
  port.address = uint8_t(unsigned(address) + 4 * index);
  port.readValid = true;
  do
    tick();
  while (!port.readReady);
  port.readValid = false;
  do
    tick();
  while (!port.readDone);
  return port.readData;
}

uint64_t RegisterDriver::readLong(Register address) {
  return read(address) | uint64_t(read(address, 1)) << 32;
}

bool RegisterDriver::wait(uint64_t maxCycles) {
  for (uint64_t cycle = 0; !pins.interrupt; ++cycle) {
    if (cycle > maxCycles)
      return false;
    tick();
  }
  return true;
}
