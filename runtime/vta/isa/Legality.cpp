// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Legality.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static Status expectedMemory(const Transfer &transfer, const char *what) {
  return error(TVM_INVALID_ARGUMENT, "memory_type: expected %s, got %s", what,
               nameOf(transfer.memoryType));
}

static Status check(const Load &load) {
  if (load.memoryType == MemoryType::Out)
    return expectedMemory(load, "UOP, WGT, INP, ACC or ACC_8BIT");
  return TVM_OK;
}

static Status check(const Store &store) {
  if (store.memoryType != MemoryType::Out)
    return expectedMemory(store, "OUT");
  if (store.padTop || store.padBottom || store.padLeft || store.padRight)
    return error(TVM_INVALID_ARGUMENT,
                 "expected no padding, got %u, %u, %u, %u", store.padTop,
                 store.padBottom, store.padLeft, store.padRight);
  return TVM_OK;
}

static Status check(const Alu &alu) {
  if (alu.reset)
    return error(TVM_INVALID_ARGUMENT, "reset_reg: expected 0, got 1");
  return TVM_OK;
}

static Status check(const Gemm &) { return TVM_OK; }
static Status check(const Finish &) { return TVM_OK; }

static Status checkBit(bool bit, const char *name, bool isThere,
                       const Instruction &instruction) {
  if (!bit)
    return TVM_OK;
  if (instruction.opcode() == Opcode::Finish)
    return error(TVM_INVALID_ARGUMENT, "%s: expected 0, got 1", name);
  if (!isThere)
    return error(TVM_INVALID_ARGUMENT,
                 "%s: the %s module has no such neighbour", name,
                 nameOf(instruction.module()));
  return TVM_OK;
}

static Status checkDependencies(const Instruction &instruction) {
  const Dependencies &bits = instruction.dependencies;
  const ModuleQueues &queues = queuesOf(instruction.module());
  auto check = [&](bool bit, const char *name, bool isThere) {
    return checkBit(bit, name, isThere, instruction);
  };
  TVM_RETURN_IF_FAILED(
      check(bits.popPrev, "pop_prev", queues.popPrev.has_value()));
  TVM_RETURN_IF_FAILED(
      check(bits.popNext, "pop_next", queues.popNext.has_value()));
  TVM_RETURN_IF_FAILED(
      check(bits.pushPrev, "push_prev", queues.pushPrev.has_value()));
  return check(bits.pushNext, "push_next", queues.pushNext.has_value());
}

Status tvm::runtime::vta::checkLegal(const Instruction &instruction) {
  TVM_RETURN_IF_FAILED(std::visit([](const auto &body) { return check(body); },
                                  instruction.body));
  return checkDependencies(instruction);
}
