#ifndef TVM_TRANSFORMS_SCHEDULE_SCHEDULEBUILDER_H
#define TVM_TRANSFORMS_SCHEDULE_SCHEDULEBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Applies primitives to a kernel and writes each that succeeds into a script:
/// what a rule does to `kernel`, the script does to a copy. A primitive that
/// refuses changes nothing and leaves no trace. Each primitive is an action
/// with the tag "schedule-primitive": `--mlir-debug-counter` makes primitives
/// refuse, `--log-actions-to` shows them.
class ScheduleBuilder : private mlir::RewriterBase::Listener {
public:
  /// `script` has one argument, the operation that holds the kernel; if
  /// `isOneOfMany`, others as well.
  ScheduleBuilder(mlir::func::FuncOp kernel,
                  mlir::transform::NamedSequenceOp script, bool isOneOfMany);

  mlir::func::FuncOp getKernel() { return kernel; }
  /// The module that holds the script.
  mlir::ModuleOp getModule();

  /// Calls `apply`, which takes several primitives, as one step. Where it
  /// fails, the kernel, the script and the symbols beside the script become
  /// what they were before the call. The kernel's operations and values are
  /// other ones then: a caller that goes on finds its blocks again by their
  /// names. Where `apply` succeeds, nothing is replaced. Attempts may be inside
  /// of attempts. Each one clones the kernel, so a rule makes it only once it
  /// knows that the kernel is of its kind.
  mlir::LogicalResult attempt(llvm::function_ref<mlir::LogicalResult()> apply);

  /// Calls `look`, which takes primitives to see what they lead to, and undoes
  /// them, as a failed attempt.
  void explore(llvm::function_ref<void()> look);

  /// A failure of a rule with its reason.
  mlir::LogicalResult refuse(const llvm::Twine &reason);
  /// The reason of the last refusal, of a primitive or of a rule.
  llvm::StringRef getRefusal() const { return refusal; }

  /// The block of the kernel with this name; null where there is none.
  te::BlockOp getBlock(mlir::StringAttr name);
  llvm::SmallVector<te::BlockOp>
  getBlocks(llvm::ArrayRef<mlir::StringAttr> names);

  mlir::FailureOr<llvm::SmallVector<Loop>>
  split(Loop loop, llvm::ArrayRef<int64_t> factors);
  /// The second loop; null where the factor divides.
  mlir::FailureOr<Loop> loopPartition(Loop loop, int64_t factor);
  mlir::LogicalResult loopPartition(Loop loop, llvm::ArrayRef<int64_t> extents);
  mlir::LogicalResult loopDistribute(Loop loop);
  /// `second` holds both bodies afterwards.
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
  /// `index` counts the buffers that the block reads and does not write. No
  /// `loop`: in front of the nest.
  mlir::FailureOr<te::BlockOp> cacheRead(te::BlockOp block, int64_t index,
                                         Loop loop);
  /// The block of the parts; `block` becomes their sum.
  mlir::FailureOr<te::BlockOp> rfactor(te::BlockOp block, Loop loop,
                                       int64_t axis = 0);
  /// One point per element.
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
  /// `intrin` is beside the script. The block of the instruction.
  mlir::FailureOr<te::BlockOp> tensorize(Loop loop, te::TensorIntrinOp intrin);
  /// The block that fills the buffer.
  mlir::LogicalResult dropPredicate(te::BlockOp block);
  mlir::FailureOr<te::BlockOp> decomposePadding(te::BlockOp block, Loop loop);
  mlir::LogicalResult skipZeros(te::BlockOp block, int64_t index, Loop loop);
  mlir::LogicalResult transformLayout(te::BlockOp block, unsigned capture,
                                      mlir::AffineMap layout);

private:
  /// The state that a failed attempt restores.
  struct Checkpoint {
    mlir::OwningOpRef<mlir::func::FuncOp> kernel; // a copy
    mlir::Operation *lastStep;                    // of the script, or null
    mlir::Operation *lastSymbol;                  // beside the script
  };

  Checkpoint getCheckpoint();
  void rollback(Checkpoint before);
  /// Runs a primitive. Returns whether it succeeded, and keeps the reason where
  /// it did not.
  bool
  applied(llvm::function_ref<mlir::DiagnosedSilenceableFailure()> primitive);
  void notifyOperationErased(mlir::Operation *op) override;
  /// The handle of a loop or a block, from a query where there is none yet.
  /// Made before the primitive runs.
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
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SCHEDULEBUILDER_H
