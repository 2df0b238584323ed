// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/jit/InstructionQueue.h"

#include <cstdlib>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static bool areNeighbours(Module from, Module to) {
  return std::abs(int(from) - int(to)) == 1;
}

static bool &popBit(Dependencies &bits, Module from, Module to) {
  return from < to ? bits.popPrev : bits.popNext;
}
static bool &pushBit(Dependencies &bits, Module from, Module to) {
  return to < from ? bits.pushPrev : bits.pushNext;
}

static Status checkQueue(Module from, Module to) {
  if (areNeighbours(from, to))
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT, "no tokens go from %s to %s", nameOf(from),
               nameOf(to));
}

void InstructionQueue::add(Instruction instruction) {
  Module module = instruction.module();
  instruction.dependencies = waiting[unsigned(module)];
  waiting[unsigned(module)] = {};
  last[unsigned(module)] = stream.size();
  stream.push_back(instruction);
}

bool InstructionQueue::hasWaitingPops(Module module) const {
  const Dependencies &bits = waiting[unsigned(module)];
  return bits.popPrev || bits.popNext;
}

Status InstructionQueue::pop(Module from, Module to) {
  TVM_RETURN_IF_FAILED(checkQueue(from, to));
  if (popBit(waiting[unsigned(to)], from, to))
    add(Instruction::idle(to));
  popBit(waiting[unsigned(to)], from, to) = true;
  return TVM_OK;
}

Status InstructionQueue::push(Module from, Module to) {
  TVM_RETURN_IF_FAILED(checkQueue(from, to));
  const std::optional<size_t> &index = last[unsigned(from)];
  if (!index || hasWaitingPops(from) ||
      pushBit(stream[*index].dependencies, from, to))
    add(Instruction::idle(from));
  pushBit(stream[*index].dependencies, from, to) = true;
  return TVM_OK;
}

void InstructionQueue::addWaitingPops() {
  for (Module module : {Module::Load, Module::Compute, Module::Store})
    if (hasWaitingPops(module))
      add(Instruction::idle(module));
}

/// Whether an instruction in between is needed: FINISH has no tokens, and no
/// queue leads from load to store.
static bool needsBridge(const Instruction &from, const Instruction &to) {
  return from.module() != to.module() &&
         (to.opcode() == Opcode::Finish ||
          !areNeighbours(from.module(), to.module()));
}

static void appendSerial(std::vector<Instruction> &serial, Instruction next) {
  next.dependencies = {};
  Module to = next.module();
  if (!serial.empty() && serial.back().module() != to) {
    Module from = serial.back().module();
    pushBit(serial.back().dependencies, from, to) = true;
    popBit(next.dependencies, from, to) = true;
  }
  serial.push_back(next);
}

std::vector<Instruction>
tvm::runtime::vta::serialize(const std::vector<Instruction> &instructions) {
  std::vector<Instruction> serial;
  for (const Instruction &next : instructions) {
    if (!serial.empty() && needsBridge(serial.back(), next))
      appendSerial(serial, Instruction::idle(Module::Compute));
    appendSerial(serial, next);
  }
  return serial;
}
