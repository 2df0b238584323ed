#include "transforms/VTA/Analysis/TokenOrder.h"

#include "dialects/VTA/VTATokens.h"

using namespace mlir;
using tvm::runtime::vta::kNumModules;
using tvm::runtime::vta::kNumTokenQueues;

namespace tvm::vta {

bool isOrdered(const TokenOrder::Instruction &before,
               const TokenOrder::Instruction &after) {
  return before.index < after.finished[unsigned(before.module)];
}

SmallVector<const TokenOrder::Instruction *>
TokenOrder::getExecuted(Module module) const {
  SmallVector<const Instruction *> found;
  for (const Instruction &instruction : executed)
    if (instruction.module == module)
      found.push_back(&instruction);
  return found;
}

std::pair<Module, Module> getEnds(TokenQueue queue) {
  switch (queue) {
  case TokenQueue::LoadToCompute:
    return {Module::Load, Module::Compute};
  case TokenQueue::ComputeToLoad:
    return {Module::Compute, Module::Load};
  case TokenQueue::ComputeToStore:
    return {Module::Compute, Module::Store};
  case TokenQueue::StoreToCompute:
    return {Module::Store, Module::Compute};
  }
  llvm_unreachable("all queues are handled");
}

namespace {

/// What a module does for an operation: it starts when all tokens that it takes
/// are there, and ends when there is room for all that it gives.
struct Command {
  Operation *op;
  /// In the stream.
  size_t position;
  SmallVector<TokenQueue, 2> pops, pushes;
  bool hasStarted = false;
};

/// Executes a program without its data.
class Execution {
public:
  using Instructions = SmallVectorImpl<TokenOrder::Instruction>;

  Execution(ProgramOp program, Instructions &executed)
      : executed(executed),
        tokenDepth(program.getConfiguration().tokenQueueDepth),
        commandDepth(program.getConfiguration().commandQueueDepth) {
    for (auto op : program.getBody().getOps<StreamOpInterface>())
      stream.push_back(op);
  }

  void run() {
    for (fetch(); std::optional<unsigned> module = findNext(); fetch())
      step(*module);
  }

  SmallVector<TokenOrder::Blocked> getBlocked() const {
    SmallVector<TokenOrder::Blocked> blocked;
    for (const auto &queue : commands)
      if (!queue.empty())
        blocked.push_back({queue.front().op, *findObstacle(queue.front()),
                           queue.front().hasStarted});
    return blocked;
  }

  SmallVector<TokenOrder::Token> takeTokens() {
    SmallVector<TokenOrder::Token> all;
    for (auto &queue : tokens)
      llvm::append_range(all, queue);
    return all;
  }

private:
  /// Hands on what has room; what has none holds up all behind it. What has
  /// started has left its queue.
  void fetch() {
    for (; position < stream.size(); ++position) {
      StreamOpInterface op = stream[position];
      std::deque<Command> &queue = commands[unsigned(op.getModule())];
      size_t numStarted = !queue.empty() && queue.front().hasStarted;
      if (queue.size() - numStarted == commandDepth)
        return;
      queue.push_back(createCommand(op));
    }
  }

  Command createCommand(Operation *op) const {
    if (auto push = dyn_cast<PushOp>(op))
      return {op, position, {}, {push.getQueue()}};
    if (auto pop = dyn_cast<PopOp>(op))
      return {op, position, {pop.getQueue()}, {}};
    auto instruction = cast<InstructionOpInterface>(op);
    return {op, position, getPops(instruction), getPushes(instruction)};
  }

  /// The module that can go on and whose command stands first in the stream.
  std::optional<unsigned> findNext() const {
    std::optional<unsigned> next;
    for (unsigned module = 0; module < kNumModules; ++module)
      if (!commands[module].empty() &&
          !findObstacle(commands[module].front()) &&
          (!next || commands[module].front().position <
                        commands[*next].front().position))
        next = module;
    return next;
  }

  size_t numWaiting(TokenQueue queue) const {
    return tokens[unsigned(queue)].size() - numTaken[unsigned(queue)];
  }

  /// The queue that has no token, or no room, that the command needs next.
  std::optional<TokenQueue> findObstacle(const Command &command) const {
    for (TokenQueue queue : command.hasStarted ? command.pushes : command.pops)
      if (numWaiting(queue) == (command.hasStarted ? tokenDepth : 0))
        return queue;
    return std::nullopt;
  }

  void step(unsigned module) {
    Command &command = commands[module].front();
    if (!command.hasStarted) {
      start(module, command);
      command.hasStarted = true;
      return;
    }
    for (TokenQueue queue : command.pushes)
      tokens[unsigned(queue)].push_back(
          {queue, command.op, /*pop=*/nullptr, clocks[module]});
    commands[module].pop_front();
  }

  void start(unsigned module, const Command &command) {
    Clock &clock = clocks[module];
    for (TokenQueue queue : command.pops) {
      TokenOrder::Token &token =
          tokens[unsigned(queue)][numTaken[unsigned(queue)]++];
      token.pop = command.op;
      for (auto [mine, given] : llvm::zip(clock, token.finished))
        mine = std::max(mine, given);
    }
    if (auto instruction = dyn_cast<InstructionOpInterface>(command.op)) {
      executed.push_back(
          {instruction, static_cast<Module>(module), clock[module], clock});
      ++clock[module];
    }
  }

  Instructions &executed;
  size_t tokenDepth, commandDepth;
  SmallVector<StreamOpInterface> stream;
  size_t position = 0;
  std::array<std::deque<Command>, kNumModules> commands;
  std::array<std::vector<TokenOrder::Token>, kNumTokenQueues> tokens;
  std::array<size_t, kNumTokenQueues> numTaken = {};
  std::array<Clock, kNumModules> clocks = {};
};

} // namespace

TokenOrder::TokenOrder(ProgramOp program) {
  Execution execution(program, executed);
  execution.run();
  blocked = execution.getBlocked();
  tokens = execution.takeTokens();
}

} // namespace tvm::vta
