#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_MICROOPNEST_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_MICROOPNEST_H

#include "mlir/Support/LLVM.h"
#include "runtime/vta/isa/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace tvm::vta {

/// The work of a GEMM or ALU instruction: micro-ops in loops, outermost
/// first, which add to their indices. Indices that the instruction does not use
/// are 0.
class MicroOpNest {
public:
  using MicroOp = runtime::vta::MicroOp;
  struct Loop {
    uint32_t count;
    MicroOp factor;
  };

  /// `microOps` are those of the instruction.
  MicroOpNest(const runtime::vta::Instruction &instruction,
              llvm::ArrayRef<MicroOp> microOps);

  llvm::ArrayRef<Loop> getLoops() const { return loops; }
  llvm::ArrayRef<MicroOp> getMicroOps() const { return microOps; }

  /// Makes loops of micro-ops, and one of two loops where that is possible: two
  /// at most, the fewest micro-ops, the same order.
  void fold();

  /// Returns the number of `nests`, from the first on, that are iterations of
  /// one loop around the first.
  static size_t countSteps(llvm::ArrayRef<MicroOpNest> nests);
  /// Puts a loop around the nest, whose second iteration is `next`.
  void repeat(uint32_t count, const MicroOpNest &next);

  /// Puts loops and micro-ops into an instruction whose first micro-op is that
  /// of `instruction`. There are two loops or fewer.
  void apply(runtime::vta::Instruction &instruction) const;

private:
  void collapse();

  llvm::SmallVector<Loop, 3> loops;
  std::vector<MicroOp> microOps;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_MICROOPNEST_H
