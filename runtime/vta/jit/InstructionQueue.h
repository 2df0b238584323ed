// A stream that grows, and tokens that become bits of its instructions.
#ifndef RUNTIME_VTA_JIT_INSTRUCTIONQUEUE_H
#define RUNTIME_VTA_JIT_INSTRUCTIONQUEUE_H

#include "runtime/core/Error.h"
#include "runtime/vta/isa/Instruction.h"

#include <array>
#include <optional>
#include <vector>

namespace tvm::runtime::vta {

/// The instructions of the next run, to which pops and pushes of tokens attach.
class InstructionQueue {
public:
  /// Without dependency bits: it gets the pops that wait for its module.
  void add(Instruction instruction);

  /// A pop waits for the next instruction of `to`; a push goes to the last one
  /// of `from`. Where a bit is taken, an instruction that does nothing else is
  /// added. TVM_INVALID_ARGUMENT if there is no such queue.
  Status push(Module from, Module to);
  Status pop(Module from, Module to);

  /// Adds an instruction for each module for which pops wait.
  void addWaitingPops();

  const std::vector<Instruction> &instructions() const { return stream; }
  void clear() { *this = {}; }

private:
  bool hasWaitingPops(Module module) const;

  std::vector<Instruction> stream;
  std::array<Dependencies, kNumModules> waiting;
  std::array<std::optional<size_t>, kNumModules> last;
};

/// The same instructions, each of which starts when all before it have ended.
std::vector<Instruction>
serialize(const std::vector<Instruction> &instructions);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_INSTRUCTIONQUEUE_H
