// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/TokenOrder.h"

#include "dialects/VTA/VTATokens.h"

using namespace mlir;
using tvm::runtime::vta::kNumModules;
using tvm::runtime::vta::kNumTokenQueues;

namespace tvm::vta {

void join(Clock &clock, const Clock &other) {
  for (auto [mine, given] : llvm::zip(clock, other))
    mine = std::max(mine, given);
}

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

/// The work of a module for an operation. It starts when all tokens that it
/// takes are available, and ends when there is room for all that it gives.
struct Command {
  Operation *op;
  /// The position in the stream.
  size_t position;
  SmallVector<TokenQueue, 2> pops, pushes;
  /// The commands that have always finished when this one reaches its queue.
  Clock handedOn = {};
  bool hasStarted = false;
};

/// An execution of a program without data.
class Execution {
public:
  using Instructions = SmallVectorImpl<TokenOrder::Instruction>;

  Execution(ProgramOp program, TokenOrder::Room room, Instructions &executed)
      : executed(executed) {
    if (room == TokenOrder::Room::AsConfigured) {
      tokenDepth = program.getConfiguration().tokenQueueDepth;
      commandDepth = program.getConfiguration().commandQueueDepth;
    }
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

  Operation *getStuck() {
    if (position == stream.size())
      return nullptr;
    return stream[position];
  }

  SmallVector<TokenOrder::Token> takeTokens() {
    SmallVector<TokenOrder::Token> all;
    for (auto &queue : tokens)
      llvm::append_range(all, queue);
    return all;
  }

private:
  /// Passes on commands that have room in their queues. One without room blocks
  /// all commands behind it. A command that has started has left its queue, and
  /// makes room for the command `commandDepth` behind it.
  void fetch() {
    for (; position < stream.size(); ++position) {
      StreamOpInterface op = stream[position];
      auto module = unsigned(op.getModule());
      size_t number = starts[module].size() + numCommands(module);
      if (number >= commandDepth) {
        if (numCommands(module) == commandDepth)
          return;
        join(fetched, starts[module][number - commandDepth]);
      }
      commands[module].push_back(createCommand(op));
    }
  }

  size_t numCommands(unsigned module) const {
    const std::deque<Command> &queue = commands[module];
    return queue.size() - (!queue.empty() && queue.front().hasStarted);
  }

  Command createCommand(Operation *op) const {
    if (auto push = dyn_cast<PushOp>(op))
      return {op, position, {}, {push.getQueue()}, fetched};
    if (auto pop = dyn_cast<PopOp>(op))
      return {op, position, {pop.getQueue()}, {}, fetched};
    auto instruction = cast<InstructionOpInterface>(op);
    return {op, position, getPops(instruction), getPushes(instruction),
            fetched};
  }

  /// The module that can continue and whose command is first in the stream.
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

  size_t numTokens(TokenQueue queue) const {
    return tokens[unsigned(queue)].size() - takes[unsigned(queue)].size();
  }

  /// The queue without a token, or without room, that blocks the command.
  std::optional<TokenQueue> findObstacle(const Command &command) const {
    for (TokenQueue queue : command.hasStarted ? command.pushes : command.pops)
      if (numTokens(queue) == (command.hasStarted ? tokenDepth : 0))
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
    end(module, command);
    commands[module].pop_front();
  }

  /// Ends a command. A token takes the room of the token given `tokenDepth`
  /// before it.
  void end(unsigned module, const Command &command) {
    for (TokenQueue queue : command.pushes) {
      size_t number = tokens[unsigned(queue)].size();
      if (number >= tokenDepth)
        join(clocks[module], takes[unsigned(queue)][number - tokenDepth]);
    }
    for (TokenQueue queue : command.pushes)
      tokens[unsigned(queue)].push_back(
          {queue, command.op, /*pop=*/nullptr, clocks[module]});
  }

  void start(unsigned module, const Command &command) {
    Clock &clock = clocks[module];
    join(clock, command.handedOn);
    for (TokenQueue queue : command.pops) {
      TokenOrder::Token &token =
          tokens[unsigned(queue)][takes[unsigned(queue)].size()];
      token.pop = command.op;
      join(clock, token.finished);
    }
    for (TokenQueue queue : command.pops)
      takes[unsigned(queue)].push_back(clock);
    starts[module].push_back(clock);
    if (auto instruction = dyn_cast<InstructionOpInterface>(command.op)) {
      executed.push_back(
          {instruction, static_cast<Module>(module), clock[module], clock});
      ++clock[module];
    }
  }

  Instructions &executed;
  size_t tokenDepth = SIZE_MAX, commandDepth = SIZE_MAX;
  SmallVector<StreamOpInterface> stream;
  size_t position = 0;
  std::array<std::deque<Command>, kNumModules> commands;
  std::array<std::vector<TokenOrder::Token>, kNumTokenQueues> tokens;
  std::array<Clock, kNumModules> clocks = {};
  /// The commands that had always finished when other commands started, when
  /// tokens were taken, and when the last command was passed on.
  std::array<std::vector<Clock>, kNumModules> starts;
  std::array<std::vector<Clock>, kNumTokenQueues> takes;
  Clock fetched = {};
};

} // namespace

TokenOrder::TokenOrder(ProgramOp program, Room room) {
  Execution execution(program, room, executed);
  execution.run();
  blocked = execution.getBlocked();
  stuck = execution.getStuck();
  tokens = execution.takeTokens();
}

} // namespace tvm::vta
