// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A growing stream whose tokens become bits of its instructions.
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
  /// Adds an instruction without dependency bits, which gets the waiting pops
  /// of its module.
  void add(Instruction instruction);

  /// Adds a token. A pop waits for the next instruction of `to`; a push is
  /// added to the last instruction of `from`. If a bit is already set, an empty
  /// instruction is added. Fails with TVM_INVALID_ARGUMENT if there is no such
  /// queue.
  Status push(Module from, Module to);
  Status pop(Module from, Module to);

  /// Adds an instruction for each module with waiting pops.
  void addWaitingPops();

  const std::vector<Instruction> &instructions() const { return stream; }
  void clear() { *this = {}; }

private:
  bool hasWaitingPops(Module module) const;

  std::vector<Instruction> stream;
  std::array<Dependencies, kNumModules> waiting;
  std::array<std::optional<size_t>, kNumModules> last;
};

/// The instructions with tokens by which each starts when all previous ones
/// have ended.
std::vector<Instruction>
serialize(const std::vector<Instruction> &instructions);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_INSTRUCTIONQUEUE_H
