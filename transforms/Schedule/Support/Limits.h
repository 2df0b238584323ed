// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_SUPPORT_LIMITS_H
#define TVM_TRANSFORMS_SCHEDULE_SUPPORT_LIMITS_H

#include <cstdint>

/// Limits of kernels, which belong to no machine. Most limit the amount of
/// code: LLVM's compile time grows faster than linearly with the size of a
/// function, a loop, or a block without branches. Larger code is refused, kept
/// as a loop, divided, or optimised less.
namespace tvm {

/// Largest number of copies of a loop's body that primitives make.
inline constexpr int64_t kMaxCopies = 1 << 16;

/// Largest size of a thread's private buffer in bytes. `kernel-plan-workspace`
/// moves buffers that are too large for a stack to the workspace.
inline constexpr int64_t kMaxThreadBufferBytes = 256 << 10;

/// Largest number of operations of a body after inlining.
inline constexpr int64_t kMaxInlinedOperations = 1 << 13;

/// Largest number of operations of a function after unrolling.
inline constexpr int64_t kMaxUnrolledOperations = 10 << 10;

/// Largest number of operations of a function before vectorization: a vector
/// replaces one operation per lane, and constants decide most conditions.
inline constexpr int64_t kMaxScalarOperations = 1 << 16;

/// Largest number of loops of a function; a larger one is divided into
/// functions.
inline constexpr int64_t kMaxLoops = 128;

/// Largest number of loops of each of these functions.
inline constexpr int64_t kMaxPartLoops = 32;

/// Largest number of instructions of a loop that LLVM vectorizes.
inline constexpr int64_t kMaxLoopInstructions = 1 << 11;

/// Largest number of instructions of a block in a module whose straight-line
/// code LLVM vectorizes. LLVM renumbers the block for each group of stores.
inline constexpr int64_t kMaxBlockInstructions = 1 << 13;

/// Largest number of loads of a block that LLVM folds into other instructions.
/// For each load, LLVM scans all instructions in between.
inline constexpr int64_t kMaxFoldedLoads = 1 << 12;

/// Least number of innermost iterations of a nest that threads share. A nest
/// with fewer runs on one thread, whatever its strategy says: starting threads
/// takes as long as the nest.
inline constexpr int64_t kMinParallelWork = 1 << 15;

} // namespace tvm

#endif // TVM_TRANSFORMS_SCHEDULE_SUPPORT_LIMITS_H
