// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/hardware/ProgramRun.h"

#include "runtime/vta/program/Relocation.h"

#include <cstring>
#include <ctime>
#include <random>
#include <stdexcept>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

static void require(const Status &status) {
  if (status.failed())
    throw std::runtime_error(lastError());
}

static std::vector<uint8_t> bytesOf(const Program::Buffer &buffer,
                                    std::mt19937 &random) {
  std::vector<uint8_t> bytes = buffer.data;
  while (bytes.size() < buffer.size)
    bytes.push_back(uint8_t(random()));
  return bytes;
}

static uint64_t place(Dram &dram, const void *bytes, uint64_t size) {
  uint64_t address = 0;
  require(dram.allocate(size, address));
  std::memcpy(dram.find(address, size), bytes, size);
  return address;
}

static std::vector<uint64_t> placeAll(const Program &program, Dram &dram) {
  std::mt19937 random(1);
  std::vector<uint64_t> addresses;
  for (const Program::Buffer &buffer : program.buffers) {
    std::vector<uint8_t> bytes = bytesOf(buffer, random);
    addresses.push_back(place(dram, bytes.data(), bytes.size()));
  }
  addresses.push_back(place(dram, program.microOps.data(),
                            program.sizeOf(Program::microOpBuffer)));
  return addresses;
}

ProgramResult tvm::test::runProgram(
    const Program &program,
    const std::function<std::unique_ptr<Device>(const Configuration &, Dram &)>
        &makeDevice) {
  Dram dram(4096);
  require(dram.create(uint64_t(1) << 26));
  std::vector<uint64_t> addresses = placeAll(program, dram);
  std::vector<Word> stream;
  require(relocate(program, addresses, stream));
  std::unique_ptr<Device> device = makeDevice(program.configuration, dram);
  require(device->create());
  ProgramResult result;
  std::clock_t begin = std::clock();
  require(device->run(stream, UINT64_MAX, result.counters));
  result.seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    uint64_t size = program.buffers[i].size;
    const uint8_t *bytes = dram.find(addresses[i], size);
    result.bytes.insert(result.bytes.end(), bytes, bytes + size);
  }
  return result;
}
