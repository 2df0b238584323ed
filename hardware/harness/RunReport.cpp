// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "hardware/harness/RunReport.h"

#include "runtime/vta/core/Core.h"
#include "runtime/vta/core/ModuleStates.h"
#include "runtime/vta/isa/FieldWidths.h"
#include "runtime/vta/isa/Stream.h"

using namespace tvm::hardware;
using namespace tvm::runtime;
using namespace tvm::runtime::vta;

RunReport::RunReport(RegisterDriver &driver, const Configuration &configuration,
                     const std::vector<Instruction> &instructions)
    : configuration(configuration), instructions(instructions),
      flags(driver.read(Register::Status)), error(driver.read(Register::Error)),
      errorUop(driver.read(Register::ErrorUop)),
      numFetched(driver.read(Register::NumFetched)),
      cycles(driver.readLong(Register::Cycles)),
      gemmCount(driver.readLong(Register::GemmCount)),
      aluCount(driver.readLong(Register::AluCount)) {
  for (unsigned i = 0; i < kNumModules; ++i)
    modules[i] = {driver.read(Register::ModuleCounts, 2 * i),
                  driver.read(Register::ModuleCounts, 2 * i + 1)};
}

Counters RunReport::counters() const {
  Counters counters;
  counters.cycles = cycles;
  counters.gemmIterations = gemmCount;
  counters.aluIterations = aluCount;
  uint32_t numSeen[kNumModules] = {};
  for (const Instruction &instruction : instructions) {
    unsigned module = unsigned(instruction.module());
    if (numSeen[module]++ >= modules[module].started)
      continue;
    if (const Transfer *t = instruction.transfer())
      counters.add(configuration, *t);
  }
  return counters;
}

/// The status that follows from the states of modules and queues. Instructions
/// start and finish in any legal order until the counts are reached.
Status RunReport::statusOfTokens() const {
  ModuleStates states(configuration, instructions);
  uint32_t fetched = 0, started[kNumModules] = {}, finished[kNumModules] = {};
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (; fetched < numFetched && states.canFetch(); ++fetched) {
      states.fetch();
      isChanged = true;
    }
    for (unsigned i = 0; i < kNumModules; ++i) {
      Module module = Module(i);
      if (finished[i] < modules[i].finished && states.canFinish(module)) {
        states.finish(module);
        ++finished[i];
        isChanged = true;
      }
      if (started[i] < modules[i].started && states.canStart(module)) {
        states.start(module);
        ++started[i];
        isChanged = true;
      }
    }
  }
  return flags & StatusBits::deadlock ? states.deadlock()
                                      : states.checkTokens();
}

size_t RunReport::indexOfError() const {
  unsigned module = error >> 4;
  if (module == kNumModules)
    return numFetched;
  uint32_t left = modules[module].started;
  for (size_t i = 0; i < instructions.size(); ++i)
    if (instructions[i].module() == Module(module) && --left == 0)
      return i;
  return instructions.size() - 1;
}

/// The error of `instruction` in the functional simulator.
Status RunReport::explain(const Instruction &instruction, Dram &dram) const {
  Core core(configuration, dram);
  TVM_RETURN_IF_FAILED(core.create());
  return core.execute(instruction);
}

Status RunReport::statusOfError(Dram &dram) const {
  const Instruction &instruction = instructions[indexOfError()];
  auto indices = [&](const char *name, MemoryType type) {
    return tvm::runtime::error(TVM_RUN_FAILED,
                               "micro-op %u: %s: expected indices below %u",
                               errorUop, name, configuration.depth(type));
  };
  bool isAlu = instruction.opcode() == Opcode::Alu;
  switch (error & 15) {
  case 2:
  case 5:
    return explain(instruction, dram);
  case 3:
    return tvm::runtime::error(TVM_RUN_FAILED, "DRAM: an error on the bus");
  case 4:
    return tvm::runtime::error(TVM_RUN_FAILED,
                               "expected micro-ops of at most %u bits",
                               FieldWidths(configuration).microOpBits());
  case 6:
    return indices("dst", MemoryType::Acc);
  case 7:
    return indices("src", isAlu ? MemoryType::Acc : MemoryType::Inp);
  case 8:
    return indices("wgt", MemoryType::Wgt);
  default:
    return tvm::runtime::error(TVM_RUN_FAILED, "refused by the core");
  }
}

Status RunReport::status(Dram &dram) const {
  if ((flags & StatusBits::failed) && !(flags & StatusBits::deadlock)) {
    size_t index = indexOfError();
    return within(titleOf(index, instructions[index]), statusOfError(dram));
  }
  return statusOfTokens();
}
