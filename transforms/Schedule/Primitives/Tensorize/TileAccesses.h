// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEACCESSES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEACCESSES_H

#include "transforms/Schedule/Primitives/Tensorize/TileNest.h"

namespace tvm::schedule {

/// Adds the accesses in `region` of the nest's block, whose loops, steps and
/// units are known, to `nest`. Returns the first operation with another effect
/// than an access to a captured buffer, under no condition, at subscripts that
/// vary linearly in the tile; null if there is none.
mlir::Operation *addTileAccesses(TileNest &nest, mlir::Region &region);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEACCESSES_H
