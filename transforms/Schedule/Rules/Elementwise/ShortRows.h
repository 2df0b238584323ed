#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_SHORTROWS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_SHORTROWS_H

#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

/// Brings loops of an element-wise nest in an order for lanes where rows are
/// too short for them, such as the three colours of pixels: fuses rows that lie
/// behind each other in all buffers; where they do in one of them, repeats the
/// block for their elements inside of the loop over rows, or over turns that
/// parts take (`i mod 2`). Operations of the kernel may be other ones
/// afterwards.
void scheduleShortRows(ScheduleBuilder &schedule, te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_SHORTROWS_H
