// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GEMM or ALU without the position of its micro-ops on the chip.
#ifndef RUNTIME_VTA_JIT_MICROKERNEL_H
#define RUNTIME_VTA_JIT_MICROKERNEL_H

#include "runtime/core/Error.h"
#include "runtime/vta/isa/Configuration.h"
#include "runtime/vta/isa/Instruction.h"

#include <vector>

namespace tvm::runtime::vta {

/// A GEMM or ALU instruction with its micro-ops.
struct Microkernel {
  /// A Gemm or an Alu. Their micro-ops are numbered from 0.
  Instruction instruction;
  std::vector<MicroOp> microOps;

  Loops &loops();
  const Loops &loops() const;

  /// Fails with TVM_INVALID_ARGUMENT if there are no micro-ops or too many, an
  /// index exceeds its buffer, or a micro-op reads the accumulator too early.
  Status check(const Configuration &configuration) const;
};

/// A recorder of micro-ops and the loops around them.
class KernelRecorder {
public:
  struct Operation {
    bool isAlu = false, reset = false;
    AluOpcode opcode = AluOpcode::Min;
    bool useImmediate = false;
    int32_t immediate = 0;

    bool operator==(const Operation &other) const;
  };

  explicit KernelRecorder(bool isAlu) : isAlu(isAlu) {}

  // All of these fail with TVM_INVALID_ARGUMENT.
  Status beginLoop(uint32_t extent, const MicroOp &factors);
  Status endLoop();
  Status push(const Operation &next, const MicroOp &microOp);
  Status finish(Microkernel &kernel) const;

private:
  struct Level {
    uint32_t extent = 1;
    MicroOp factors;
  };

  void setLoops(const Level &out, const Level &in, Loops &loops) const;

  bool isAlu;
  unsigned numEnded = 0;
  std::vector<Level> levels;
  Operation operation;
  std::vector<MicroOp> microOps;
};

} // namespace tvm::runtime::vta

#endif // RUNTIME_VTA_JIT_MICROKERNEL_H
