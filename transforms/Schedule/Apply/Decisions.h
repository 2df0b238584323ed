// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_APPLY_DECISIONS_H
#define TVM_TRANSFORMS_SCHEDULE_APPLY_DECISIONS_H

// Random decisions of `schedule.sample_*`.

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "transforms/Schedule/Primitives/Sampling/Random.h"
#include "llvm/ADT/MapVector.h"

namespace tvm::schedule {

/// The decisions of steps in a run: for each step the value of its `decision`.
using Decisions = llvm::MapVector<mlir::Operation *, mlir::Attribute>;

/// Sets `decision` of the steps, so that every later run decides the same.
void recordDecisions(const Decisions &decisions);

/// Random numbers and decisions of one run. Scripts, which several kernels and
/// threads may share, are not changed.
class Sampler : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Sampler)

  explicit Sampler(mlir::transform::TransformState &state, uint64_t seed = 0)
      : Extension(state), random(seed) {}

  /// The sampler of the run. It is created with seed 0 if the run began without
  /// one.
  static Sampler &get(mlir::transform::TransformState &state);

  /// The decision of `step`, from its attribute or from earlier in the run.
  template <typename AttrTy> AttrTy find(mlir::Operation *step) const {
    auto recorded = step->getAttrOfType<AttrTy>("decision");
    return recorded ? recorded
                    : mlir::cast_or_null<AttrTy>(decisions.lookup(step));
  }

  Random random;
  Decisions decisions;
  /// The possible draws of the steps without a `decision`: the trip count of a
  /// tile's loop, the positions of legal loops for a block.
  Decisions choices;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_APPLY_DECISIONS_H
