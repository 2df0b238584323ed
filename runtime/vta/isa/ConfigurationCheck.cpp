// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that a configuration fits into instructions.
#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/FieldWidths.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static Status checkRange(const Configuration &c,
                         const Configuration::Parameter &parameter) {
  unsigned value = c.*parameter.value;
  if (value >= parameter.least && value <= parameter.most)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT, "%s: expected %u to %u, got %u",
               parameter.name, parameter.least, parameter.most, value);
}

/// Checks the width of a bus in bytes.
static Status checkBus(const char *name, unsigned bytes) {
  if ((bytes & (bytes - 1)) == 0)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT, "%s: expected a power of two, got %u",
               name, bytes);
}

/// Checks that a buffer has 2 to 2^16 elements, the range of sram_base.
static Status checkDepth(const Configuration &c, const char *name,
                         unsigned logSize, MemoryType type) {
  unsigned logElement = __builtin_ctzll(c.elementBytes(type));
  if (logSize > logElement && logSize <= logElement + FieldWidths::sramBase)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT,
               "%s: expected %u to %u, for 2 to 2^%u elements of %llu bytes, "
               "got %u",
               name, logElement + 1, logElement + FieldWidths::sramBase,
               FieldWidths::sramBase, (unsigned long long)c.elementBytes(type),
               logSize);
}

static Status checkBits(const char *name, unsigned value, const char *what,
                        unsigned bits, unsigned most) {
  if (bits <= most)
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT,
               "%s is %u: %s: expected at most %u bits, got %u", name, value,
               what, most, bits);
}

/// Checks that words of instructions fit 64 bits each, and a micro-op 32.
static Status checkWords(const Configuration &c) {
  FieldWidths widths(c);
  TVM_RETURN_IF_FAILED(checkBits("LOG_UOP_BUFF_SIZE", c.logUopBuffSize,
                                 "first word of a GEMM", widths.loopBits(),
                                 64));
  TVM_RETURN_IF_FAILED(checkBits("LOG_ACC_BUFF_SIZE", c.logAccBuffSize,
                                 "second word of an ALU", widths.aluBits(),
                                 64));
  std::string what = "indices of a micro-op with LOG_INP_BUFF_SIZE " +
                     std::to_string(c.logInpBuffSize) +
                     " and LOG_WGT_BUFF_SIZE " +
                     std::to_string(c.logWgtBuffSize);
  return checkBits("LOG_ACC_BUFF_SIZE", c.logAccBuffSize, what.c_str(),
                   widths.microOpBits(), 32);
}

Status Configuration::check() const {
  for (const Parameter &parameter : parameters())
    TVM_RETURN_IF_FAILED(checkRange(*this, parameter));
  TVM_RETURN_IF_FAILED(
      checkBus("MEM_READ_BYTES_PER_CYCLE", memReadBytesPerCycle));
  TVM_RETURN_IF_FAILED(
      checkBus("MEM_WRITE_BYTES_PER_CYCLE", memWriteBytesPerCycle));
  TVM_RETURN_IF_FAILED(
      checkDepth(*this, "LOG_UOP_BUFF_SIZE", logUopBuffSize, MemoryType::Uop));
  TVM_RETURN_IF_FAILED(
      checkDepth(*this, "LOG_INP_BUFF_SIZE", logInpBuffSize, MemoryType::Inp));
  TVM_RETURN_IF_FAILED(
      checkDepth(*this, "LOG_WGT_BUFF_SIZE", logWgtBuffSize, MemoryType::Wgt));
  TVM_RETURN_IF_FAILED(
      checkDepth(*this, "LOG_ACC_BUFF_SIZE", logAccBuffSize, MemoryType::Acc));
  return checkWords(*this);
}
