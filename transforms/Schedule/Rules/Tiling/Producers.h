#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_PRODUCERS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_PRODUCERS_H

#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

/// The block that alone writes what `block` alone reads, in a nest of its own;
/// null where it combines values or there are other users.
te::BlockOp getOwnProducer(te::BlockOp block, mlir::Value buffer);

/// The element-wise block, as lowered, that alone uses what `block` writes to
/// `buffers`, which the kernel allocates; null where there is none.
te::BlockOp getElementReader(te::BlockOp block, mlir::ValueRange buffers);

/// The number, among the buffers that `block` reads and does not write, of what
/// `producer` writes.
std::optional<int64_t> findRead(te::BlockOp block, te::BlockOp producer);

/// Computes element-wise producers of `block` in the loops around it, as far in
/// as none of their elements is computed twice, where these loops are enough
/// for threads: they cannot be fused with others then. `loops` are those loops
/// from the outermost on, one for each of `axes` of the block.
void computeProducersAt(ScheduleBuilder &schedule, te::BlockOp block,
                        llvm::ArrayRef<Loop> loops,
                        llvm::ArrayRef<unsigned> axes, int64_t tasks);

/// How many of `axes`, from the first on, are each a subscript by themselves in
/// all loads of `capture`: different values read different elements.
size_t countOwnAxes(te::BlockOp block, unsigned capture,
                    llvm::ArrayRef<unsigned> axes);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_PRODUCERS_H
