// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/program/Relocation.h"

#include "runtime/vta/isa/Encoding.h"
#include "runtime/vta/isa/Stream.h"

#include <algorithm>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static Status move(Transfer &transfer, uint64_t address, uint64_t bytes) {
  if (address % bytes != 0)
    return error(TVM_INVALID_ARGUMENT,
                 "expected an address that is a multiple of %llu, got 0x%llx",
                 (unsigned long long)bytes, (unsigned long long)address);
  uint64_t base = address / bytes + transfer.dramBase;
  if (base > UINT32_MAX)
    return error(TVM_INVALID_ARGUMENT, "dram_base: expected 0 to %u, got %llu",
                 UINT32_MAX, (unsigned long long)base);
  transfer.dramBase = base;
  return TVM_OK;
}

static Status relocateOne(const Program &program, const Encoding &encoding,
                          size_t index, uint64_t address, Word &word) {
  Instruction instruction;
  TVM_RETURN_IF_FAILED(encoding.decode(word, instruction));
  Transfer &transfer = *instruction.transfer();
  Status status = move(transfer, address,
                       program.configuration.elementBytes(transfer.memoryType));
  if (status.failed())
    return within(titleOf(index, instruction), status);
  return encoding.encode(instruction, word);
}

Status tvm::runtime::vta::relocate(const Program &program,
                                   const std::vector<uint64_t> &addresses,
                                   std::vector<Word> &stream) {
  Encoding encoding(program.configuration);
  stream = program.instructions;
  for (const Program::Relocation &relocation : program.relocations) {
    // Micro-ops have the largest index, and the last address.
    size_t buffer = std::min<size_t>(relocation.buffer, program.buffers.size());
    TVM_RETURN_IF_FAILED(relocateOne(program, encoding, relocation.instruction,
                                     addresses[buffer],
                                     stream[relocation.instruction]));
  }
  return TVM_OK;
}
