// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/functional/FunctionalSimulator.h"

#include "runtime/vta/core/IdealCycles.h"
#include "runtime/vta/core/ModuleStates.h"
#include "runtime/vta/isa/Stream.h"

#include <random>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

namespace {

/// A run of a program.
class Run {
public:
  Run(Core &core, const Configuration &configuration,
      const std::vector<Instruction> &instructions, uint64_t seed)
      : core(core), instructions(instructions),
        states(configuration, instructions), random(seed) {}

  Status run() {
    while (!states.isDone()) {
      while (states.canFetch())
        states.fetch();
      if (!chooseModule())
        return states.deadlock();
      TVM_RETURN_IF_FAILED(step());
    }
    return states.checkTokens();
  }

private:
  /// Chooses one of the modules that can continue; false if none can.
  bool chooseModule() {
    unsigned numReady = 0;
    for (unsigned i = 0; i < kNumModules; ++i)
      if (states.canStart(Module(i)) || states.canFinish(Module(i)))
        ready[numReady++] = Module(i);
    if (numReady == 0)
      return false;
    chosen = ready[numReady == 1 ? 0 : random() % numReady];
    return true;
  }

  Status step() {
    if (states.canFinish(chosen)) {
      states.finish(chosen);
      return TVM_OK;
    }
    size_t index = states.start(chosen);
    Status status = core.execute(instructions[index]);
    return status.failed() ? within(titleOf(index, instructions[index]), status)
                           : status;
  }

  Core &core;
  const std::vector<Instruction> &instructions;
  ModuleStates states;
  std::mt19937_64 random;
  Module ready[kNumModules] = {};
  Module chosen = Module::Load;
};

} // namespace

/// Checks the cycles before the run, since they do not depend on data.
static Status checkCycles(const Configuration &configuration,
                          const std::vector<Instruction> &instructions,
                          uint64_t maxCycles) {
  uint64_t left = maxCycles;
  for (size_t i = 0; i < instructions.size(); ++i) {
    uint64_t cycles = idealCycles(configuration, instructions[i]);
    if (cycles > left)
      return error(TVM_RUN_FAILED, "%s: expected at most %llu cycles in all",
                   titleOf(i, instructions[i]).c_str(),
                   (unsigned long long)maxCycles);
    left -= cycles;
  }
  return TVM_OK;
}

Status FunctionalSimulator::run(const std::vector<Word> &stream,
                                uint64_t maxCycles, Counters &counters) {
  std::vector<Instruction> instructions;
  TVM_RETURN_IF_FAILED(decodeStream(encoding, stream, instructions));
  TVM_RETURN_IF_FAILED(checkCycles(configuration, instructions, maxCycles));
  core.reset(seedOfRun);
  Status status = Run(core, configuration, instructions, seedOfRun).run();
  counters = core.done();
  return status;
}
