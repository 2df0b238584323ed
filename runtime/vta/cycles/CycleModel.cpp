// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/cycles/CycleModel.h"

#include "runtime/vta/cycles/CycleRun.h"
#include "runtime/vta/cycles/TraceWriter.h"
#include "runtime/vta/isa/Stream.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status CycleModel::run(const std::vector<Word> &stream, uint64_t maxCycles,
                       Counters &counters) {
  std::vector<Instruction> instructions;
  TVM_RETURN_IF_FAILED(decodeStream(encoding, stream, instructions));
  instructionsOfRun = std::move(instructions);
  core.reset(seedOfRun);
  timingOfRun = {};
  Status status =
      CycleRun(core, configuration, instructionsOfRun, maxCycles, timingOfRun)
          .run();
  counters = core.done();
  counters.cycles = timingOfRun.cycles;
  return status;
}

Status CycleModel::getTiming(const Timing *&timing) const {
  timing = &timingOfRun;
  return TVM_OK;
}

Status CycleModel::getTrace(std::string &json) const {
  json = traceOf(timingOfRun, instructionsOfRun);
  return TVM_OK;
}
