// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_PRODUCERS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_PRODUCERS_H

#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

/// Whether blocks beside `block` read or write `buffer`.
bool isUsedByOthers(te::BlockOp block, mlir::Value buffer);

/// The only writer of `buffer`, of which `block` is the only reader, in a nest
/// of its own; null where it combines values or the buffer has other users.
te::BlockOp getOwnProducer(te::BlockOp block, mlir::Value buffer);

/// The element-wise block, in its lowered form, that is the only user of the
/// results that `block` writes to `buffers`, which the kernel allocates; null
/// if there is none.
te::BlockOp getElementReader(te::BlockOp block, mlir::ValueRange buffers);

/// Number, among the buffers that `block` reads and does not write, of the
/// result of `producer`.
std::optional<int64_t> findRead(te::BlockOp block, te::BlockOp producer);

/// Computes element-wise producers of `block` in the innermost loops around it
/// in which no element is computed twice, if these loops are enough for
/// threads, since they cannot be fused with others afterwards. `loops` are the
/// loops around the block, outermost first, one for each of `axes`.
void computeProducersAt(ScheduleBuilder &schedule, te::BlockOp block,
                        llvm::ArrayRef<Loop> loops,
                        llvm::ArrayRef<unsigned> axes, int64_t tasks);

/// Whether computeProducersAt would move a producer.
bool hasProducersFor(te::BlockOp block, llvm::ArrayRef<Loop> loops,
                     llvm::ArrayRef<unsigned> axes, int64_t tasks);

/// Number of leading `axes` that are a subscript by themselves in all loads of
/// `capture`, so that different values read different elements.
size_t countOwnAxes(te::BlockOp block, unsigned capture,
                    llvm::ArrayRef<unsigned> axes);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_PRODUCERS_H
