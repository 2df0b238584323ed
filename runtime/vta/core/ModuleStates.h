// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The possible next steps of modules: command queues and tokens.
#ifndef RUNTIME_VTA_CORE_MODULESTATES_H
#define RUNTIME_VTA_CORE_MODULESTATES_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <array>
#include <vector>

namespace tvm::runtime::vta {

/// The states of modules. Fetch passes instructions, in order, to the command
/// queues of their modules and waits for a full one, whichever instructions
/// follow. A module starts the first instruction of its queue when all tokens
/// that it pops are available, and takes them; the instruction finishes when
/// there is room for all tokens that it pushes.
class ModuleStates {
public:
  ModuleStates(const Configuration &configuration,
               const std::vector<Instruction> &instructions);

  /// Whether there is an instruction left, and room in its queue.
  bool canFetch() const;
  void fetch();
  /// The module of the next instruction to fetch, if there is one.
  std::optional<Module> nextFetched() const;

  bool canStart(Module module) const;
  /// Starts the next instruction of `module`, and returns its index.
  size_t start(Module module);

  /// Whether an instruction is being executed or waits.
  bool hasInstruction(Module module) const;
  bool isRunning(Module module) const {
    return states[unsigned(module)].isRunning;
  }
  /// A queue without the token that `module` needs to start.
  std::optional<TokenQueue> missingToken(Module module) const;
  /// A queue without room for the token that `module` needs to finish.
  std::optional<TokenQueue> fullQueue(Module module) const;

  bool canFinish(Module module) const;
  void finish(Module module);

  /// Whether all instructions have finished.
  bool isDone() const { return numFinished == instructions.size(); }

  /// The error (TVM_RUN_FAILED) of a run in which no module can continue, with
  /// the reason why each module waits.
  Status deadlock() const;
  /// Fails with TVM_RUN_FAILED if all instructions have finished and tokens are
  /// left.
  Status checkTokens() const;

private:
  struct State {
    /// Indices of instructions, in order; `first` is the position of the next
    /// one.
    std::vector<uint32_t> queue;
    size_t first = 0;
    /// Whether an instruction, which has left the queue, is being executed.
    bool isRunning = false;
    uint32_t running = 0;

    size_t numQueued() const { return queue.size() - first; }
  };

  std::string describe(Module module) const;
  std::string describeFetch() const;
  std::string describeMissing(const Instruction &instruction) const;
  std::string describeFull(const Instruction &instruction) const;

  unsigned commandDepth, tokenDepth;
  const std::vector<Instruction> &instructions;
  std::array<State, kNumModules> states;
  std::array<unsigned, kNumTokenQueues> tokens = {};
  size_t numFetched = 0, numFinished = 0;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_MODULESTATES_H
