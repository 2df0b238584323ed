// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_STEPS_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_STEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "test/transforms/Schedule/fuzz/Interpreter.h"
#include "test/transforms/Schedule/fuzz/generator/Program.h"
#include "transforms/Schedule/Primitives/Primitives.h"

#include <optional>

namespace tvm::fuzz {

enum class Primitive {
  Split,
  Fuse,
  Reorder,
  LoopPartition,
  LoopDistribute,
  Parallel,
  Vectorize,
  Unroll,
  ComputeAt,
  CacheWrite,
  DecomposeReduction,
  Blockize,
  VirtualThread,
  SoftwarePipeline,
  DoubleBuffer,
  Tile,
  AddUnitLoop,
  ReverseComputeAt,
  ComputeInline,
  ReverseComputeInline,
  CacheRead,
  RFactor,
  StorageAlign,
  Prefetch,
  RollingBuffer,
  DecomposePadding,
  PadEinsum,
  Merge,
  ComputeInPlace,
  SpreadPrefetch,
  SkipZeros,
  CompactBuffer,
  DropPredicate,
  PrefetchDuring,
  Bind,
  SetScope,
  TransformLayout,
  Tensorize,
  SamplePerfectTile,
  SampleCategorical,
  SampleComputeLocation,
};
inline constexpr int kNumPrimitives = 41;
llvm::StringRef getName(Primitive primitive);

/// The part of a kernel that a primitive changes first of all.
enum class Subject {
  Loops,  // how loops are nested and divided
  Marks,  // how a loop runs
  Blocks, // where, and whether, a block computes
  Memory, // buffers, and copies to and from them
  Samples // whatever a random draw decides
};
Subject getSubject(Primitive primitive);

/// Whether it says how a CPU runs a loop.
bool marksLoop(Primitive primitive);

/// Whether it is for kernels that go to a GPU.
bool isForGPU(Primitive primitive);

/// A primitive and what it is asked to work on.
struct Step {
  Primitive primitive;
  llvm::SmallVector<schedule::Loop> loops;
  te::BlockOp block;
  llvm::SmallVector<int64_t> numbers;

  std::string describe() const;
};

/// Returns a random step; nothing if the kernel has no loop or block for it.
std::optional<Step> chooseStep(mlir::func::FuncOp kernel, Random &random);

mlir::DiagnosedSilenceableFailure apply(const Step &step,
                                        mlir::RewriterBase &rewriter);

/// Draws what it says, and does what that is for.
mlir::DiagnosedSilenceableFailure applySample(const Step &step,
                                              mlir::RewriterBase &rewriter);

/// Whether breaksDependence knows all that a primitive turns around: another
/// order, which a serial run of the result may not show.
bool isOrderOnly(Primitive primitive);

/// Whether the access combines a value with what is there: the one load at the
/// subscripts of the block's store, or that store.
bool isCombining(const TracedAccess &access);

/// Whether the step turns a dependence between two accesses of a serial run of
/// the kernel around, as far as that is known.
bool breaksDependence(const Step &step, llvm::ArrayRef<TracedAccess> accesses);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_STEPS_H
