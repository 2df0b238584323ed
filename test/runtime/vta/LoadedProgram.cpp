// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/LoadedProgram.h"

#include "runtime/vta/program/Relocation.h"

#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

static void check(vta_status status) {
  ASSERT_EQ(status, VTA_OK) << vta_last_error();
}

/// Bytes of a device that has room for `program`, and for little else: tests
/// overwrite all memory that they allocate (.bazelrc).
static uint64_t getMemory(const Program &program) {
  constexpr uint64_t kMaxAlignment = 4096;
  uint64_t memory = program.sizeOf(Program::microOpBuffer) +
                    program.instructions.size() * sizeof(Word);
  for (const Program::Buffer &buffer : program.buffers)
    memory += buffer.size;
  // The buffers, micro-ops and instructions, and what precedes the first one.
  return memory + (program.buffers.size() + 3) * kMaxAlignment;
}

LoadedProgram::LoadedProgram(const Program &program) : program(program) {
  EXPECT_EQ(program.check(), TVM_OK) << lastError();
  std::string json = program.configuration.isaJson();
  check(vta_device_create(json.c_str(), getMemory(program), &device));
  for (const Program::Buffer &buffer : program.buffers)
    addresses.push_back(allocate(
        buffer.data.empty() ? nullptr : buffer.data.data(), buffer.size));
  addresses.push_back(allocate(program.microOps.data(),
                               program.sizeOf(Program::microOpBuffer)));
  std::vector<Word> words;
  EXPECT_EQ(relocate(program, addresses, words), TVM_OK) << lastError();
  stream = allocate(words.data(), words.size() * sizeof(Word));
}

uint64_t LoadedProgram::allocate(const void *bytes, uint64_t size) {
  uint64_t address = 0;
  check(vta_memory_allocate(device, size, &address));
  if (bytes)
    check(vta_memory_write(device, address, bytes, size));
  return address;
}

size_t LoadedProgram::find(const std::string &name) const {
  for (size_t i = 0; i < program.buffers.size(); ++i)
    if (program.buffers[i].name == name)
      return i;
  ADD_FAILURE() << "no buffer " << name;
  return 0;
}

uint64_t LoadedProgram::sizeOf(const std::string &name) const {
  return program.buffers[find(name)].size;
}

void LoadedProgram::write(const std::string &name,
                          const std::vector<int8_t> &bytes) {
  check(vta_memory_write(device, addresses[find(name)], bytes.data(),
                         bytes.size()));
}

std::vector<int8_t> LoadedProgram::read(const std::string &name) const {
  std::vector<int8_t> bytes(sizeOf(name));
  check(vta_memory_read(device, addresses[find(name)], bytes.data(),
                        bytes.size()));
  return bytes;
}

vta_status LoadedProgram::run(uint64_t seed, uint64_t maxCycles) {
  check(vta_device_seed(device, seed));
  return vta_device_run(device, stream, program.instructions.size(), maxCycles,
                        &counters);
}
