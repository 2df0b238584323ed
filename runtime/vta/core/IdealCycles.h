// How long an instruction keeps its module busy at least.
#ifndef RUNTIME_VTA_CORE_IDEALCYCLES_H
#define RUNTIME_VTA_CORE_IDEALCYCLES_H

#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

namespace tvm::runtime::vta {

/// A GEMM takes a cycle per micro-op, an ALU one, with two tensors two; LOAD
/// and STORE what their bytes take on the bus, a LOAD a cycle more per
/// element of padding. All take at least one.
uint64_t idealCycles(const Configuration &configuration,
                     const Instruction &instruction);

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_CORE_IDEALCYCLES_H
