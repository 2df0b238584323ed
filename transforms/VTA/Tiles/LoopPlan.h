#ifndef TVM_TRANSFORMS_VTA_TILES_LOOPPLAN_H
#define TVM_TRANSFORMS_VTA_TILES_LOOPPLAN_H

#include "mlir/Support/LLVM.h"
#include "runtime/vta/isa/FieldWidths.h"
#include "runtime/vta/isa/Instruction.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace tvm::vta {

/// The elements of a memory that a nest of loops visits: `base` plus each loop
/// variable times its factor.
struct LinearAccess {
  int64_t base = 0;
  llvm::SmallVector<int64_t, 6> factors;
};

/// A nest of any depth as the hardware has it: two loops around micro-ops.
struct LoopPlan {
  /// An ALU operation has no weights.
  runtime::vta::Gemm loops;
  std::vector<runtime::vta::MicroOp> microOps;
};

/// Loops over tiles: their extents, the tiles that an iteration visits
/// together, and whether it reads them from the accumulator.
struct LoopNest {
  llvm::ArrayRef<int64_t> extents;
  /// Destination, source, weights, as far as there are such.
  llvm::ArrayRef<LinearAccess> accesses;
  bool readsDestination, readsSource;
};

/// Chooses which loops are the hardware's so that there are few micro-ops, and
/// orders the others so that no accumulator is read before it is written
/// (`latency` micro-ops). Nothing if no choice does that and fits into
/// `widths`.
std::optional<LoopPlan> planLoops(const LoopNest &nest, unsigned latency,
                                  const runtime::vta::FieldWidths &widths);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_TILES_LOOPPLAN_H
