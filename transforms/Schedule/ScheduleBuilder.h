// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_SCHEDULEBUILDER_H
#define TVM_TRANSFORMS_SCHEDULE_SCHEDULEBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"
#include "transforms/Schedule/Apply/Decisions.h"
#include "transforms/Schedule/ParameterEffects.h"

namespace tvm::schedule {

/// Applies primitives to `kernel` and appends each that succeeds to a script,
/// which does the same to a copy of the kernel. A primitive that refuses
/// changes nothing and adds nothing. Each primitive is an action with the tag
/// "schedule-primitive": `--mlir-debug-counter` makes primitives refuse,
/// `--log-actions-to` shows them.
class ScheduleBuilder : private mlir::RewriterBase::Listener {
public:
  /// `script` has one argument, the operation that contains the kernel, which
  /// contains other kernels as well if `isOneOfMany`.
  ScheduleBuilder(mlir::func::FuncOp kernel,
                  mlir::transform::NamedSequenceOp script, bool isOneOfMany);

  mlir::func::FuncOp getKernel() { return kernel; }
  /// The module that contains the script.
  mlir::ModuleOp getModule();

  /// Calls `apply`, which applies several primitives, as one step. If it fails,
  /// the kernel, the script and the symbols beside the script get their state
  /// before the call. Operations and values of the kernel are then replaced: a
  /// caller that continues finds its blocks again by their names. If `apply`
  /// succeeds, nothing is replaced. Attempts may be nested. Each one clones the
  /// kernel, so a rule makes an attempt only if the block is of its kind.
  mlir::LogicalResult attempt(llvm::function_ref<mlir::LogicalResult()> apply);

  /// Calls `look`, which applies primitives to examine their effect, and undoes
  /// them like a failed attempt.
  void explore(llvm::function_ref<void()> look);
  /// Whether a primitive that `look` applies succeeds. Undoes them all.
  bool wouldChange(llvm::function_ref<void()> look);
  /// The effects that `look` notes, whose primitives are undone.
  ParameterEffects exploreEffects(llvm::function_ref<void()> look);

  /// A failure of a rule, with its reason.
  mlir::LogicalResult refuse(const llvm::Twine &reason);
  /// The reason of the last refusal of a primitive or rule.
  llvm::StringRef getRefusal() const { return refusal; }

  /// Notes that `parameter` of the strategy that is applied changes the
  /// schedule as its value `value` does. A parameter with several values, such
  /// as a list of operands, is noted once for each.
  void noteEffect(llvm::StringRef parameter, int64_t value = 1) {
    current.note(parameter, value);
  }

  /// Calls `apply`, a step of the strategy that is applied, and keeps the
  /// effects that it notes as effects of `part`, which that strategy contains.
  void noteEffectsOf(mlir::Attribute part, llvm::function_ref<void()> apply);

  /// Calls `apply`, which applies the strategy `strategy` as one attempt, and
  /// keeps the effects of its parameters.
  mlir::LogicalResult
  attemptStrategy(mlir::Attribute strategy,
                  llvm::function_ref<mlir::LogicalResult()> apply);
  /// The effects of the parameters of an applied strategy, in all blocks that
  /// it was applied to; null where it was not applied.
  const ParameterEffects *getEffects(mlir::Attribute strategy) const;

  /// The block of the kernel with this name; null if there is none.
  te::BlockOp getBlock(mlir::StringAttr name);
  llvm::SmallVector<te::BlockOp>
  getBlocks(llvm::ArrayRef<mlir::StringAttr> names);

  /// Runs the steps of the sequence `name` in `library`, whose argument is a
  /// handle to `block`, like one primitive, and moves them into the script,
  /// with the sequences that they include beside it. `choices`, if not null,
  /// receives what `schedule.sample_*` drew from (Sampler::choices), by the
  /// steps in `library`, which stay the same operations.
  mlir::LogicalResult runSteps(te::BlockOp block,
                               mlir::OwningOpRef<mlir::ModuleOp> library,
                               llvm::StringRef name,
                               Decisions *choices = nullptr);

  mlir::FailureOr<llvm::SmallVector<Loop>>
  split(Loop loop, llvm::ArrayRef<int64_t> factors);
  /// Returns the second loop; null where the factor divides the trip count.
  mlir::FailureOr<Loop> loopPartition(Loop loop, int64_t factor);
  mlir::LogicalResult loopPartition(Loop loop, llvm::ArrayRef<int64_t> extents);
  mlir::LogicalResult loopDistribute(Loop loop);
  /// Afterwards `second` contains both bodies.
  mlir::LogicalResult merge(Loop first, Loop second);
  mlir::FailureOr<Loop> fuse(Loop outer, Loop inner);
  mlir::FailureOr<Loop> addUnitLoop(Loop loop);
  mlir::LogicalResult reorder(llvm::ArrayRef<Loop> order);
  mlir::LogicalResult parallel(Loop loop);
  mlir::LogicalResult vectorize(Loop loop);
  mlir::LogicalResult unroll(Loop loop);
  mlir::LogicalResult streamStores(Loop loop);
  mlir::FailureOr<te::BlockOp> computeAt(te::BlockOp block, Loop loop);
  mlir::LogicalResult computeInline(te::BlockOp block);
  mlir::FailureOr<te::BlockOp> cacheWrite(te::BlockOp block);
  /// `index` counts the buffers that the block reads and does not write.
  /// Without `loop`, the copy is in front of the nest.
  mlir::FailureOr<te::BlockOp> cacheRead(llvm::ArrayRef<te::BlockOp> blocks,
                                         int64_t index, Loop loop);
  /// Divides the reduction of `block` along `loop` into parts. Returns the
  /// block of the parts; `block` becomes their sum.
  mlir::FailureOr<te::BlockOp> rfactor(te::BlockOp block, Loop loop,
                                       int64_t axis = 0);
  /// Prefetches with one point per element.
  mlir::FailureOr<te::BlockOp> prefetch(te::BlockOp block, int64_t index,
                                        Loop loop, int64_t distance);
  mlir::FailureOr<te::BlockOp> spreadPrefetch(te::BlockOp block, int64_t index,
                                              Loop loop, int64_t distance,
                                              Loop over, Loop part);
  mlir::FailureOr<te::BlockOp> prefetchDuring(te::BlockOp block, int64_t index,
                                              Loop loop,
                                              llvm::ArrayRef<Loop> during);
  mlir::LogicalResult compactBuffer(te::BlockOp block, Loop loop);
  mlir::LogicalResult computeInPlace(te::BlockOp block, int64_t index);
  mlir::FailureOr<te::BlockOp> decomposeReduction(te::BlockOp block, Loop loop);
  /// Returns the block of the instruction. `intrin` is beside the script.
  mlir::FailureOr<te::BlockOp> tensorize(Loop loop, te::TensorIntrinOp intrin);
  /// Returns the block that fills the buffer.
  mlir::LogicalResult dropPredicate(te::BlockOp block);
  mlir::FailureOr<te::BlockOp> decomposePadding(te::BlockOp block, Loop loop);
  mlir::LogicalResult skipZeros(te::BlockOp block, int64_t index, Loop loop);
  mlir::LogicalResult transformLayout(te::BlockOp block, unsigned capture,
                                      mlir::AffineMap layout);

  /// Number of attempts that failed so far. What was found in the kernel before
  /// the last one is gone.
  unsigned getNumRollbacks() const { return numRollbacks; }

private:
  /// The state that a failed attempt restores.
  struct Checkpoint {
    mlir::OwningOpRef<mlir::func::FuncOp> kernel; // a copy
    mlir::Operation *lastStep;                    // of the script, or null
    mlir::Operation *lastSymbol;                  // beside the script, or null
    ParameterEffects current;
    llvm::DenseMap<mlir::Attribute, ParameterEffects> ofStrategies;
  };

  Checkpoint getCheckpoint();
  void rollback(Checkpoint before);
  /// Runs a primitive. Returns whether it succeeded, and stores the reason of a
  /// refusal.
  bool
  applied(llvm::function_ref<mlir::DiagnosedSilenceableFailure()> primitive);
  void notifyOperationErased(mlir::Operation *op) override;
  /// The handle of a loop or a block. Adds a query if there is none yet, before
  /// the primitive runs.
  mlir::Value getHandle(te::BlockOp block);
  mlir::Value getHandle(Loop loop);
  llvm::SmallVector<mlir::Value> getHandles(llvm::ArrayRef<Loop> loops);
  void setHandles(mlir::ValueRange handles, llvm::ArrayRef<Loop> loops);

  mlir::func::FuncOp kernel;
  mlir::IRRewriter rewriter;
  mlir::OpBuilder script;
  mlir::Value root;
  llvm::DenseMap<mlir::Operation *, mlir::Value> handles;
  std::string refusal;
  ParameterEffects current; // of the strategy that is applied
  llvm::DenseMap<mlir::Attribute, ParameterEffects> ofStrategies;
  unsigned numRollbacks = 0;
  unsigned numApplied = 0; // primitives that succeeded, undone ones included
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SCHEDULEBUILDER_H
