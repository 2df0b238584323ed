// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_SHORTROWS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_SHORTROWS_H

#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

/// Reorders the loops of an element-wise nest for vectors where rows are too
/// short, such as the three colours of pixels. It fuses rows that are
/// contiguous in all buffers. Where they are contiguous in one buffer, it
/// repeats the block for their elements inside of the loop over rows, or over
/// alternating parts (`i mod 2`). Operations of the kernel may be replaced.
void scheduleShortRows(ScheduleBuilder &schedule, te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_SHORTROWS_H
