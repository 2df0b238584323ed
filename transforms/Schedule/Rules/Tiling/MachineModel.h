#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_MACHINEMODEL_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_MACHINEMODEL_H

#include "mlir/IR/BuiltinTypes.h"
#include "transforms/Target/CPU.h"

namespace tvm::schedule {

using target::DotProduct;

/// The target's CPU, with what rules derive from its description.
struct MachineModel : target::CPU {
  explicit MachineModel(const target::CPU &cpu) : target::CPU(cpu) {}

  /// Elements of a buffer in a vector, 1 at least.
  int64_t lanesFor(mlir::MemRefType type) const;
  /// Elements of so many bytes in a vector, 1 at least.
  int64_t lanesFor(int64_t elementBytes) const;
  /// Iterations of a parallel loop that keep all cores busy, though some take
  /// longer than others. Few cores are taken for four: code that is compiled on
  /// a small machine runs on larger ones, too.
  int64_t getEnoughTasks() const;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_MACHINEMODEL_H
