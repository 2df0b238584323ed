// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// A nest of any depth in the form of the hardware: two loops around micro-ops.
struct LoopPlan {
  /// The loops; an ALU operation has no weights.
  runtime::vta::Gemm loops;
  std::vector<runtime::vta::MicroOp> microOps;
};

/// Loops over tiles: their extents, the tiles that each iteration visits, and
/// whether it reads them from the accumulator.
struct LoopNest {
  llvm::ArrayRef<int64_t> extents;
  /// Destination, source and weights, as far as the operation has them.
  llvm::ArrayRef<LinearAccess> accesses;
  bool readsDestination, readsSource;
};

/// Chooses the hardware loops such that there are few micro-ops, and orders the
/// other loops such that no accumulator is read before it is written (`latency`
/// micro-ops). Nothing if no choice satisfies this and fits into `widths`.
std::optional<LoopPlan> planLoops(const LoopNest &nest, unsigned latency,
                                  const runtime::vta::FieldWidths &widths);

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_TILES_LOOPPLAN_H
