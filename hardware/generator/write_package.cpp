// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the SystemVerilog package of a configuration:
//   write_package CONFIGURATION.json > vta_config.sv
#include "runtime/vta/isa/Configuration.h"

#include <algorithm>
#include <cstdio>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static unsigned log2Of(uint64_t value) { return __builtin_ctzll(value); }

/// log2 of the number of elements of `bytes` bytes in a word of the bus.
static unsigned logLanes(unsigned busBytes, uint64_t bytes) {
  return bytes < busBytes ? log2Of(busBytes / bytes) : 0;
}

static void writeNumber(const char *name, uint64_t value) {
  std::printf("  localparam %s = %llu;\n", name, (unsigned long long)value);
}

/// Checks that each bank has at least two elements. Elements that are moved in
/// one cycle are in different banks.
static Status checkBanks(const Configuration &c, MemoryType type,
                         unsigned logBanks) {
  if (logBanks < c.logDepth(type))
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT,
               "%s: expected more than %u elements, for a bus that moves as "
               "many in a cycle, got %u",
               nameOf(type), 1u << logBanks, c.depth(type));
}

static void writeSizes(const Configuration &c) {
  writeNumber("BATCH", c.batch());
  writeNumber("BLOCK", c.block());
  writeNumber("INP_BITS", c.inpBits());
  writeNumber("WGT_BITS", c.wgtBits());
  writeNumber("LOG_UOPS", c.logDepth(MemoryType::Uop));
  writeNumber("LOG_INPS", c.logDepth(MemoryType::Inp));
  writeNumber("LOG_WGTS", c.logDepth(MemoryType::Wgt));
  writeNumber("LOG_ACCS", c.logDepth(MemoryType::Acc));
  writeNumber("INP_BYTES", c.elementBytes(MemoryType::Inp));
  writeNumber("WGT_BYTES", c.elementBytes(MemoryType::Wgt));
  writeNumber("ACC_BYTES", c.elementBytes(MemoryType::Acc));
  writeNumber("OUT_BYTES", c.elementBytes(MemoryType::Out));
}

static void writeHardware(const Configuration &c) {
  writeNumber("READ_BYTES", c.memReadBytesPerCycle);
  writeNumber("WRITE_BYTES", c.memWriteBytesPerCycle);
  writeNumber("OUTSTANDING_BURSTS", c.memOutstandingBursts);
  writeNumber("COMMAND_QUEUE_DEPTH", c.commandQueueDepth);
  writeNumber("TOKEN_QUEUE_DEPTH", c.tokenQueueDepth);
  writeNumber("ACC_WRITE_LATENCY", c.accWriteLatency);
}

static Status writeBanks(const Configuration &c) {
  unsigned read = c.memReadBytesPerCycle, write = c.memWriteBytesPerCycle;
  unsigned accs = logLanes(read, c.elementBytes(MemoryType::Acc8));
  unsigned outs =
      std::max(accs, logLanes(write, c.elementBytes(MemoryType::Out)));
  const std::pair<MemoryType, unsigned> banks[] = {
      {MemoryType::Uop, logLanes(read, c.elementBytes(MemoryType::Uop))},
      {MemoryType::Inp, logLanes(read, c.elementBytes(MemoryType::Inp))},
      {MemoryType::Wgt, logLanes(read, c.elementBytes(MemoryType::Wgt))},
      {MemoryType::Acc, accs},
      {MemoryType::Out, outs}};
  for (auto [type, logBanks] : banks) {
    TVM_RETURN_IF_FAILED(checkBanks(c, type, logBanks));
    std::string name = std::string("LOG_") + nameOf(type) + "_BANKS";
    writeNumber(name.c_str(), logBanks);
  }
  writeNumber("OUT_LANES", 1u << outs);
  return TVM_OK;
}

static Status write(const char *path) {
  Configuration configuration;
  TVM_RETURN_IF_FAILED(Configuration::read(path, configuration));
  std::printf("// %s\npackage vta_config;\n", configuration.key().c_str());
  writeSizes(configuration);
  writeHardware(configuration);
  TVM_RETURN_IF_FAILED(writeBanks(configuration));
  std::printf("endpackage\n");
  return TVM_OK;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CONFIGURATION.json\n", argv[0]);
    return 2;
  }
  if (!write(argv[1]).failed())
    return 0;
  std::fprintf(stderr, "%s: %s\n", argv[0], lastError().c_str());
  return 1;
}
