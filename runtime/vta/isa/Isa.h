// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of the instruction set, and their names in messages.
#ifndef RUNTIME_VTA_ISA_ISA_H
#define RUNTIME_VTA_ISA_ISA_H

#include <cstdint>
#include <optional>

namespace tvm::runtime::vta {

/// Operations of instructions, numbered as they are encoded.
enum class Opcode : uint8_t { Load, Store, Gemm, Finish, Alu };

/// Kinds of elements that a LOAD or STORE transfers. Acc8 means elements of the
/// accumulator with 8 bits in DRAM.
enum class MemoryType : uint8_t { Uop, Wgt, Inp, Acc, Out, Acc8 };
constexpr unsigned kNumMemoryTypes = 6;

/// Operations of ALU instructions, numbered as they are encoded.
enum class AluOpcode : uint8_t { Min, Max, Add, Shr, Mul };
constexpr unsigned kNumAluOpcodes = 5;

/// The modules, each of which executes its own instructions in order.
enum class Module : uint8_t { Load, Compute, Store };
constexpr unsigned kNumModules = 3;

/// Queues of tokens. A token carries no data: it signals an event.
enum class TokenQueue : uint8_t {
  LoadToCompute,
  ComputeToLoad,
  ComputeToStore,
  StoreToCompute
};
constexpr unsigned kNumTokenQueues = 4;

/// The queues of a module's dependency bits. The load module has no previous
/// one, the store module no next one.
struct ModuleQueues {
  std::optional<TokenQueue> popPrev, popNext, pushPrev, pushNext;
};
/// The queues of `module`.
const ModuleQueues &queuesOf(Module module);

/// Names in messages.
const char *nameOf(Opcode opcode);    // "LOAD"
const char *nameOf(MemoryType type);  // "INP", "ACC_8BIT"
const char *nameOf(AluOpcode opcode); // "MIN"
const char *nameOf(Module module);    // "load"
const char *nameOf(TokenQueue queue); // "load->compute"

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_ISA_ISA_H
