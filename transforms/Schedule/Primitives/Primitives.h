// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H

// Schedule primitives: each rewrites loops in place without changing their
// results, and has TVM's name. If a precondition (P1), (P2) … does not hold or
// cannot be proven, a primitive changes nothing and returns a silenceable
// failure with the reason. Erased operations are reported to the rewriter.

#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Blocks/RemoveDeadBlocks.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Sampling/Sampling.h"

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_PRIMITIVES_H
