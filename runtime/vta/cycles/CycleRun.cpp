// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/cycles/CycleRun.h"

#include "runtime/vta/cycles/ModuleCycles.h"
#include "runtime/vta/isa/Stream.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static Status tooManyCycles(uint64_t maxCycles) {
  return error(TVM_RUN_FAILED, "expected at most %llu cycles in all",
               (unsigned long long)maxCycles);
}

CycleRun::CycleRun(Core &core, const Configuration &configuration,
                   const std::vector<Instruction> &instructions,
                   uint64_t maxCycles, Timing &timing)
    : core(core), configuration(configuration), instructions(instructions),
      maxCycles(maxCycles), memory(configuration, events, timing),
      fetch(configuration, events, memory, instructions.size()),
      states(configuration, instructions), log(timing) {}

Status CycleRun::run() {
  logActivities();
  Status status = simulate();
  log.close(now);
  return status;
}

Status CycleRun::simulate() {
  while (!states.isDone()) {
    if (events.isEmpty())
      return states.deadlock();
    Event event = events.pop();
    if (event.time > maxCycles)
      return tooManyCycles(maxCycles);
    now = event.time;
    handle(event);
    TVM_RETURN_IF_FAILED(settle());
    logActivities();
  }
  return states.checkTokens();
}

void CycleRun::handle(const Event &event) {
  switch (event.kind) {
  case EventKind::BurstDone:
    if (memory.completeBurst(event.unit, now) && event.unit != Unit::Fetch)
      executions[unsigned(event.unit)].isDone = true;
    break;
  case EventKind::Executed:
    executions[unsigned(event.unit)].isDone = true;
    break;
  case EventKind::InstructionRead:
    fetch.readInstruction();
    break;
  case EventKind::Address:
    memory.sendAddress(event.unit, now);
    break;
  case EventKind::DataReady:
    uint64_t begin = memory.transferData(event.unit, now);
    if (event.unit == Unit::Fetch)
      fetch.beginData(begin);
    break;
  }
}

Status CycleRun::settle() {
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (Module module : {Module::Load, Module::Compute, Module::Store})
      TVM_RETURN_IF_FAILED(settle(module, isChanged));
    if (fetch.hasInstruction() && states.canFetch()) {
      states.fetch();
      fetch.handOn(now);
      isChanged = true;
    }
  }
  return TVM_OK;
}

Status CycleRun::settle(Module module, bool &isChanged) {
  if (executions[unsigned(module)].isDone && states.canFinish(module)) {
    finish(module);
    isChanged = true;
  }
  if (!states.canStart(module))
    return TVM_OK;
  isChanged = true;
  return start(module);
}

Status CycleRun::start(Module module) {
  size_t index = states.start(module);
  const Instruction &instruction = instructions[index];
  executions[unsigned(module)] = {index, false};
  log.begin(Unit(module), now);
  uint64_t cycles = moduleCycles(configuration, instruction);
  TVM_RETURN_IF_FAILED(checkLimit(index, cycles));
  if (Status status = core.execute(instruction); status.failed())
    return within(titleOf(index, instruction), status);
  if (const Transfer *transfer = instruction.transfer())
    begin(module, *transfer, now + cycles);
  else
    events.add(now + cycles, EventKind::Executed, Unit(module));
  return TVM_OK;
}

/// Checks the limit before a long instruction is executed.
Status CycleRun::checkLimit(size_t index, uint64_t cycles) const {
  if (now + cycles <= maxCycles)
    return TVM_OK;
  return within(titleOf(index, instructions[index]), tooManyCycles(maxCycles));
}

void CycleRun::begin(Module module, const Transfer &transfer, uint64_t time) {
  bool isWrite = module == Module::Store;
  Bursts bursts(configuration, transfer,
                isWrite ? configuration.memWriteBytesPerCycle
                        : configuration.memReadBytesPerCycle);
  if (bursts.isDone())
    events.add(time, EventKind::Executed, Unit(module));
  else
    memory.begin(Unit(module), bursts, isWrite, time);
}

void CycleRun::finish(Module module) {
  Execution &execution = executions[unsigned(module)];
  states.finish(module);
  log.end(Unit(module), execution.instruction, now);
  execution.isDone = false;
}

Activity CycleRun::activityOf(Module module) const {
  if (!states.hasInstruction(module))
    return Activity::idle();
  if (!states.isRunning(module))
    return Activity::waitForToken(*states.missingToken(module));
  if (executions[unsigned(module)].isDone)
    return Activity::waitForRoom(*states.fullQueue(module));
  return Activity::busy();
}

Activity CycleRun::activityOfFetch() const {
  if (fetch.hasInstruction())
    return Activity::waitForRoom(*states.nextFetched());
  return states.nextFetched() ? Activity::busy() : Activity::idle();
}

void CycleRun::logActivities() {
  for (Module module : {Module::Load, Module::Compute, Module::Store})
    log.enter(Unit(module), activityOf(module), now);
  log.enter(Unit::Fetch, activityOfFetch(), now);
}
