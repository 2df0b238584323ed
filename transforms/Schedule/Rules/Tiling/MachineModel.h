// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_MACHINEMODEL_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_MACHINEMODEL_H

#include "mlir/IR/BuiltinTypes.h"
#include "transforms/CostModel/TileTable.h"

namespace tvm::schedule {

using target::DotProduct;

/// The target's CPU, and facts that rules derive from its description.
struct MachineModel : target::CPU {
  explicit MachineModel(const target::CPU &cpu)
      : target::CPU(cpu), tiles(cost::TileTable::get(cpu)) {}

  /// Sizes that rules propose.
  cost::TileTable tiles;

  /// Number of elements of a buffer in a vector, at least 1.
  int64_t lanesFor(mlir::MemRefType type) const;
  /// Number of iterations of a parallel loop that keeps all cores busy, even if
  /// some iterations take longer than others.
  int64_t getEnoughTasks() const;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_MACHINEMODEL_H
