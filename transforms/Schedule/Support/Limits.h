#ifndef TVM_TRANSFORMS_SCHEDULE_SUPPORT_LIMITS_H
#define TVM_TRANSFORMS_SCHEDULE_SUPPORT_LIMITS_H

#include <cstdint>

/// How much code a kernel may become. LLVM takes time that grows faster than
/// the size of what it is given: of a function, a loop, or a block without
/// branches. What is larger is refused, kept as a loop, divided, or optimised
/// less.
namespace tvm {

/// Copies of a loop's body that primitives make at most.
inline constexpr int64_t kMaxCopies = 1 << 16;

/// Bytes of a buffer that a thread has for itself. `kernel-plan-workspace` puts
/// those that are large for a stack into the workspace.
inline constexpr int64_t kMaxThreadBufferBytes = 256 << 10;

/// Operations of a body that others are inlined into.
inline constexpr int64_t kMaxInlinedOperations = 1 << 13;

/// Operations of a function after unrolling.
inline constexpr int64_t kMaxUnrolledOperations = 10 << 10;

/// The same before vectors are made: a vector takes the place of an operation
/// per lane, and most conditions are decided by constants.
inline constexpr int64_t kMaxScalarOperations = 1 << 16;

/// Loops of a function; one that has more is divided into functions.
inline constexpr int64_t kMaxLoops = 128;

/// Loops of each such function.
inline constexpr int64_t kMaxPartLoops = 32;

/// Instructions of a loop that LLVM vectorises.
inline constexpr int64_t kMaxLoopInstructions = 1 << 11;

/// Instructions of the largest block of a module whose straight-line code LLVM
/// vectorises. It numbers them anew for each group of stores.
inline constexpr int64_t kMaxBlockInstructions = 1 << 13;

/// Loads of a block that LLVM folds into other instructions. For each of them
/// it looks at all that is computed in between.
inline constexpr int64_t kMaxFoldedLoads = 1 << 12;

} // namespace tvm

#endif // TVM_TRANSFORMS_SCHEDULE_SUPPORT_LIMITS_H
