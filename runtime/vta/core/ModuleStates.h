// Which module may do what next: command queues and tokens.
#ifndef RUNTIME_VTA_CORE_MODULESTATES_H
#define RUNTIME_VTA_CORE_MODULESTATES_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <array>
#include <vector>

namespace tvm::runtime::vta {

/// Fetch hands instructions, in order, to the command queues of their modules
/// and waits where one is full: that one first, whatever is behind it. A module
/// starts the first of its queue once all tokens that this pops are there, and
/// takes them; it finishes once there is room for all that it pushes.
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
  /// Index of the instruction that `module` now executes.
  size_t start(Module module);

  /// Whether an instruction is executed or waits.
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

  /// TVM_RUN_FAILED: what each module waits for, of which none goes on.
  Status deadlock() const;
  /// TVM_RUN_FAILED if all is done and tokens are left.
  Status checkTokens() const;

private:
  struct State {
    /// Indices of instructions, in order: `first` is the next one.
    std::vector<uint32_t> queue;
    size_t first = 0;
    /// The one that is executed, which has left the queue.
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
