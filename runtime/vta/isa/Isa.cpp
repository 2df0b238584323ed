// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Isa.h"

using namespace tvm::runtime::vta;

const ModuleQueues &tvm::runtime::vta::queuesOf(Module module) {
  using Queue = TokenQueue;
  static const ModuleQueues queues[kNumModules] = {
      {{}, Queue::ComputeToLoad, {}, Queue::LoadToCompute},
      {Queue::LoadToCompute, Queue::StoreToCompute, Queue::ComputeToLoad,
       Queue::ComputeToStore},
      {Queue::ComputeToStore, {}, Queue::StoreToCompute, {}}};
  return queues[unsigned(module)];
}

const char *tvm::runtime::vta::nameOf(Opcode opcode) {
  static const char *const names[] = {"LOAD", "STORE", "GEMM", "FINISH", "ALU"};
  return names[unsigned(opcode)];
}

const char *tvm::runtime::vta::nameOf(MemoryType type) {
  static const char *const names[] = {"UOP", "WGT", "INP",
                                      "ACC", "OUT", "ACC_8BIT"};
  return names[unsigned(type)];
}

const char *tvm::runtime::vta::nameOf(AluOpcode opcode) {
  static const char *const names[] = {"MIN", "MAX", "ADD", "SHR", "MUL"};
  return names[unsigned(opcode)];
}

const char *tvm::runtime::vta::nameOf(Module module) {
  static const char *const names[] = {"load", "compute", "store"};
  return names[unsigned(module)];
}

const char *tvm::runtime::vta::nameOf(TokenQueue queue) {
  static const char *const names[] = {"load->compute", "compute->load",
                                      "compute->store", "store->compute"};
  return names[unsigned(queue)];
}
