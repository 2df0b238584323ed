// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Configuration.h"

#include <algorithm>

using namespace tvm::runtime::vta;

using C = Configuration;

const std::vector<C::Parameter> &C::parameters() {
  static const std::vector<Parameter> all = {
      {"LOG_INP_WIDTH", &C::logInpWidth, 3, 4, true},
      {"LOG_WGT_WIDTH", &C::logWgtWidth, 3, 4, true},
      {"LOG_ACC_WIDTH", &C::logAccWidth, 5, 5, true},
      {"LOG_BATCH", &C::logBatch, 0, 6, true},
      {"LOG_BLOCK", &C::logBlock, 0, 6, true},
      {"LOG_UOP_BUFF_SIZE", &C::logUopBuffSize, 3, 26, true},
      {"LOG_INP_BUFF_SIZE", &C::logInpBuffSize, 0, 26, true},
      {"LOG_WGT_BUFF_SIZE", &C::logWgtBuffSize, 0, 26, true},
      {"LOG_ACC_BUFF_SIZE", &C::logAccBuffSize, 0, 26, true},
      {"MEM_READ_BYTES_PER_CYCLE", &C::memReadBytesPerCycle, 1, 128, false},
      {"MEM_WRITE_BYTES_PER_CYCLE", &C::memWriteBytesPerCycle, 1, 128, false},
      {"MEM_SHARED_CHANNEL", &C::memSharedChannel, 0, 1, false},
      {"MEM_LATENCY", &C::memLatency, 0, 65535, false},
      {"MEM_OUTSTANDING_BURSTS", &C::memOutstandingBursts, 1, 256, false},
      {"MEM_ROW_GAP", &C::memRowGap, 0, 65535, false},
      {"COMMAND_QUEUE_DEPTH", &C::commandQueueDepth, 1, 65536, false},
      {"TOKEN_QUEUE_DEPTH", &C::tokenQueueDepth, 1, 65536, false},
      {"ACC_WRITE_LATENCY", &C::accWriteLatency, 1, 64, false}};
  return all;
}

std::string C::key() const {
  auto text = [](unsigned value) { return std::to_string(value); };
  return text(batch()) + "x" + text(block()) + "_i" + text(inpBits()) + "w" +
         text(wgtBits()) + "a" + text(accBits()) + "_" + text(logUopBuffSize) +
         "_" + text(logInpBuffSize) + "_" + text(logWgtBuffSize) + "_" +
         text(logAccBuffSize);
}

bool C::hasSameIsa(const C &other) const { return key() == other.key(); }

static unsigned logElementBytes(const C &c, MemoryType type) {
  switch (type) {
  case MemoryType::Uop:
    return 2;
  case MemoryType::Wgt:
    return 2 * c.logBlock + c.logWgtWidth - 3;
  case MemoryType::Inp:
  case MemoryType::Out:
    return c.logBatch + c.logBlock + c.logInpWidth - 3;
  case MemoryType::Acc:
    return c.logBatch + c.logBlock + c.logAccWidth - 3;
  case MemoryType::Acc8:
    return c.logBatch + c.logBlock;
  }
  __builtin_unreachable();
}

uint64_t C::elementBytes(MemoryType type) const {
  return uint64_t(1) << logElementBytes(*this, type);
}

unsigned C::logDepth(MemoryType type) const {
  switch (type) {
  case MemoryType::Uop:
    return logUopBuffSize - logElementBytes(*this, type);
  case MemoryType::Wgt:
    return logWgtBuffSize - logElementBytes(*this, type);
  case MemoryType::Inp:
    return logInpBuffSize - logElementBytes(*this, type);
  case MemoryType::Acc:
  case MemoryType::Out:
  case MemoryType::Acc8:
    return logAccBuffSize - logElementBytes(*this, MemoryType::Acc);
  }
  __builtin_unreachable();
}

uint64_t C::largestElementBytes() const {
  return std::max({elementBytes(MemoryType::Uop), elementBytes(MemoryType::Wgt),
                   elementBytes(MemoryType::Acc)});
}
