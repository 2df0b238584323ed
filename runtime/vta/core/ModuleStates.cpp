// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/ModuleStates.h"

#include "runtime/vta/isa/Stream.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

/// Calls `visit` with each queue that the instruction pops.
template <typename Visit>
static void forEachPop(const Instruction &instruction, Visit visit) {
  const ModuleQueues &queues = queuesOf(instruction.module());
  if (instruction.dependencies.popPrev)
    visit(*queues.popPrev);
  if (instruction.dependencies.popNext)
    visit(*queues.popNext);
}

template <typename Visit>
static void forEachPush(const Instruction &instruction, Visit visit) {
  const ModuleQueues &queues = queuesOf(instruction.module());
  if (instruction.dependencies.pushPrev)
    visit(*queues.pushPrev);
  if (instruction.dependencies.pushNext)
    visit(*queues.pushNext);
}

ModuleStates::ModuleStates(const Configuration &configuration,
                           const std::vector<Instruction> &instructions)
    : commandDepth(configuration.commandQueueDepth),
      tokenDepth(configuration.tokenQueueDepth), instructions(instructions) {}

std::optional<Module> ModuleStates::nextFetched() const {
  if (numFetched == instructions.size())
    return std::nullopt;
  return instructions[numFetched].module();
}

bool ModuleStates::canFetch() const {
  std::optional<Module> module = nextFetched();
  return module && states[unsigned(*module)].numQueued() < commandDepth;
}

void ModuleStates::fetch() {
  states[unsigned(*nextFetched())].queue.push_back(numFetched++);
}

bool ModuleStates::hasInstruction(Module module) const {
  const State &state = states[unsigned(module)];
  return state.isRunning || state.numQueued() > 0;
}

std::optional<TokenQueue> ModuleStates::missingToken(Module module) const {
  const State &state = states[unsigned(module)];
  std::optional<TokenQueue> missing;
  forEachPop(instructions[state.queue[state.first]], [&](TokenQueue queue) {
    if (tokens[unsigned(queue)] == 0)
      missing = queue;
  });
  return missing;
}

bool ModuleStates::canStart(Module module) const {
  const State &state = states[unsigned(module)];
  return !state.isRunning && state.numQueued() > 0 && !missingToken(module);
}

size_t ModuleStates::start(Module module) {
  State &state = states[unsigned(module)];
  state.running = state.queue[state.first++];
  state.isRunning = true;
  forEachPop(instructions[state.running],
             [&](TokenQueue queue) { --tokens[unsigned(queue)]; });
  return state.running;
}

std::optional<TokenQueue> ModuleStates::fullQueue(Module module) const {
  std::optional<TokenQueue> full;
  forEachPush(instructions[states[unsigned(module)].running],
              [&](TokenQueue queue) {
                if (tokens[unsigned(queue)] == tokenDepth)
                  full = queue;
              });
  return full;
}

bool ModuleStates::canFinish(Module module) const {
  return states[unsigned(module)].isRunning && !fullQueue(module);
}

void ModuleStates::finish(Module module) {
  State &state = states[unsigned(module)];
  forEachPush(instructions[state.running],
              [&](TokenQueue queue) { ++tokens[unsigned(queue)]; });
  state.isRunning = false;
  ++numFinished;
}

std::string
ModuleStates::describeMissing(const Instruction &instruction) const {
  std::string text;
  forEachPop(instruction, [&](TokenQueue queue) {
    if (tokens[unsigned(queue)] == 0)
      text += std::string(" for a token ") + nameOf(queue);
  });
  return text;
}

std::string ModuleStates::describeFull(const Instruction &instruction) const {
  std::string text;
  forEachPush(instruction, [&](TokenQueue queue) {
    if (tokens[unsigned(queue)] == tokenDepth)
      text += std::string(" for room in ") + nameOf(queue);
  });
  return text;
}

std::string ModuleStates::describe(Module module) const {
  const State &state = states[unsigned(module)];
  if (!hasInstruction(module))
    return std::string(nameOf(module)) + " has no instruction";
  size_t index = state.isRunning ? state.running : state.queue[state.first];
  const Instruction &instruction = instructions[index];
  return std::string(nameOf(module)) + " waits at " +
         titleOf(index, instruction) +
         (state.isRunning ? describeFull(instruction)
                          : describeMissing(instruction));
}

std::string ModuleStates::describeFetch() const {
  if (numFetched == instructions.size())
    return "";
  const Instruction &instruction = instructions[numFetched];
  return "; fetch waits at " + titleOf(numFetched, instruction) +
         " for room in the queue of " + nameOf(instruction.module());
}

Status ModuleStates::deadlock() const {
  return error(TVM_RUN_FAILED, "deadlock: %s; %s; %s%s",
               describe(Module::Load).c_str(),
               describe(Module::Compute).c_str(),
               describe(Module::Store).c_str(), describeFetch().c_str());
}

Status ModuleStates::checkTokens() const {
  std::string text;
  for (unsigned queue = 0; queue < kNumTokenQueues; ++queue)
    if (tokens[queue] > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(tokens[queue]) + " " +
              nameOf(TokenQueue(queue));
  if (text.empty())
    return TVM_OK;
  return error(TVM_RUN_FAILED, "expected no tokens at the end, got %s",
               text.c_str());
}
