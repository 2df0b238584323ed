// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_MICROOPNEST_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_MICROOPNEST_H

#include "mlir/Support/LLVM.h"
#include "runtime/vta/isa/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace tvm::vta {

/// The work of a GEMM or ALU instruction: micro-ops in loops, outermost first,
/// which increment the indices. Indices that the instruction does not use are
/// 0.
class MicroOpNest {
public:
  using MicroOp = runtime::vta::MicroOp;
  struct Loop {
    uint32_t count;
    MicroOp factor;
  };

  /// `microOps` are the micro-ops of the instruction.
  MicroOpNest(const runtime::vta::Instruction &instruction,
              llvm::ArrayRef<MicroOp> microOps);

  llvm::ArrayRef<Loop> getLoops() const { return loops; }
  llvm::ArrayRef<MicroOp> getMicroOps() const { return microOps; }

  /// Folds micro-ops into loops, and two loops into one where possible: at most
  /// two loops, with the fewest micro-ops, in the same order.
  void fold();

  /// Returns the number of leading `nests` that are iterations of one loop
  /// around the first nest.
  static size_t countSteps(llvm::ArrayRef<MicroOpNest> nests);
  /// Adds a loop around the nest, whose second iteration is `next`.
  void repeat(uint32_t count, const MicroOpNest &next);

  /// Stores loops and micro-ops in an instruction, whose first micro-op keeps
  /// its place. There are at most two loops.
  void apply(runtime::vta::Instruction &instruction) const;

private:
  void collapse();

  llvm::SmallVector<Loop, 3> loops;
  std::vector<MicroOp> microOps;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_MICROOPNEST_H
