// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hardware/harness/RtlDevice.h"

#include "hardware/harness/RunReport.h"
#include "runtime/vta/isa/DramSpan.h"
#include "runtime/vta/isa/Stream.h"

using namespace tvm::hardware;
using namespace tvm::runtime;
using namespace tvm::runtime::vta;

/// Whether a core that was built for one configuration serves the other: limits
/// of queues can be lowered, and other parameters of DRAM do not concern the
/// core.
static bool serves(const Configuration &built, const Configuration &wanted) {
  return built.hasSameIsa(wanted) &&
         built.memReadBytesPerCycle == wanted.memReadBytesPerCycle &&
         built.memWriteBytesPerCycle == wanted.memWriteBytesPerCycle &&
         built.accWriteLatency == wanted.accWriteLatency &&
         built.commandQueueDepth >= wanted.commandQueueDepth &&
         built.tokenQueueDepth >= wanted.tokenQueueDepth;
}

static std::string describe(const Configuration &c) {
  auto text = [](unsigned value) { return std::to_string(value); };
  return c.key() + " (" + text(c.memReadBytesPerCycle) + " bytes read, " +
         text(c.memWriteBytesPerCycle) + " written per cycle, write latency " +
         text(c.accWriteLatency) + ", queues of " + text(c.commandQueueDepth) +
         " and " + text(c.tokenQueueDepth) + ")";
}

Status RtlDevice::create() {
  std::string all;
  for (const RtlCoreEntry &entry : rtlCores()) {
    Configuration built;
    TVM_RETURN_IF_FAILED(Configuration::parse(entry.configuration, built));
    if (serves(built, configuration)) {
      core = entry.make(seedOfChip);
      return TVM_OK;
    }
    all += (all.empty() ? "" : "; ") + describe(built);
  }
  return error(TVM_INVALID_ARGUMENT,
               "expected a configuration that a core was built for (%s), got "
               "%s",
               all.c_str(), describe(configuration).c_str());
}

/// Checks the bytes of all transfers, as a driver does: hardware sees whole
/// words of the bus only.
Status RtlDevice::checkDram(const Instructions &instructions) {
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Transfer *transfer = instructions[i].transfer();
    if (!transfer || transfer->xSize == 0)
      continue;
    DramSpan span(*transfer);
    uint64_t size = configuration.elementBytes(transfer->memoryType);
    uint8_t *bytes = nullptr;
    if (dram.access(span.begin * size, (span.end - span.begin) * size, bytes)
            .failed())
      return error(TVM_RUN_FAILED, "%s: DRAM: %s",
                   titleOf(i, instructions[i]).c_str(),
                   std::string(lastError()).c_str());
  }
  return TVM_OK;
}

void RtlDevice::launch(RegisterDriver &driver,
                       const std::vector<Word> &stream) {
  memory.reset(stream);
  driver.reset();
  driver.writeLong(Register::Stream, 0);
  driver.write(Register::NumInstructions, uint32_t(stream.size()));
  driver.write(Register::CommandLimit, configuration.commandQueueDepth);
  driver.write(Register::TokenLimit, configuration.tokenQueueDepth);
  driver.write(Register::BurstLimit, configuration.memOutstandingBursts);
  driver.write(Register::Control, 1);
}

Status RtlDevice::run(const std::vector<Word> &stream, uint64_t maxCycles,
                      Counters &counters) {
  // Cycles between the write of a register and the first cycle of the run, and
  // between its last cycle and the interrupt.
  constexpr uint64_t slack = 16;
  Instructions instructions;
  TVM_RETURN_IF_FAILED(decodeStream(encoding, stream, instructions));
  counters = {};
  TVM_RETURN_IF_FAILED(checkDram(instructions));
  RegisterDriver driver(*core, memory);
  launch(driver, stream);
  bool hasEnded = driver.wait(
      maxCycles > UINT64_MAX - slack ? maxCycles : maxCycles + slack);
  RunReport report(driver, configuration, instructions);
  counters = report.counters();
  if (!hasEnded || counters.cycles > maxCycles)
    return error(TVM_RUN_FAILED, "expected at most %llu cycles in all",
                 (unsigned long long)maxCycles);
  return report.status(dram);
}
