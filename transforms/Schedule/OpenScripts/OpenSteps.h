// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_OPENSTEPS_H
#define TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_OPENSTEPS_H

// Steps of a transform script that choose: `transform.tune.knob`,
// `transform.tune.alternatives` and `schedule.sample_*`.

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

namespace tvm::schedule {

/// The choice of a step: the position of a knob's option, of a region, of a
/// candidate or of a loop; the factors of a tile. Empty: left open.
using StepChoice = llvm::SmallVector<int64_t, 4>;

/// Whether `op` chooses, now or when it runs.
bool isChoosing(mlir::Operation *op);

/// Whether `op` chooses when it runs: nothing in the script decides it.
bool isOpen(mlir::Operation *op);

/// The open steps of `script`, in their order.
llvm::SmallVector<mlir::Operation *> findOpenSteps(mlir::ModuleOp script);

/// Whether `step` never runs, since it is in a region of a
/// `transform.tune.alternatives` that was not chosen.
bool isLeftOut(mlir::Operation *step);

/// Records `choice` in the open step `step`.
void choose(mlir::Operation *step, llvm::ArrayRef<int64_t> choice);

/// Removes what was chosen in `step`.
void reopen(mlir::Operation *step);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_OPENSCRIPTS_OPENSTEPS_H
