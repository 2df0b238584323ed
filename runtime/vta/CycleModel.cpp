#include "runtime/vta/CycleModel.h"

#include "runtime/vta/CycleRun.h"
#include "runtime/vta/Stream.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

Status CycleModel::run(const std::vector<Word> &stream, uint64_t maxCycles,
                       Counters &counters) {
  std::vector<Instruction> instructions;
  TVM_RETURN_IF_FAILED(decodeStream(encoding, stream, instructions));
  core.reset(seedOfRun);
  timingOfRun = {};
  Status status =
      CycleRun(core, configuration, instructions, maxCycles, timingOfRun).run();
  counters = core.done();
  counters.cycles = timingOfRun.cycles;
  return status;
}
