// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEBLOCKS_H
#define TVM_DIALECTS_SCHEDULE_SCHEDULEBLOCKS_H

#include "dialects/Schedule/ScheduleTraits.h"

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleBlocks.h.inc"

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULEBLOCKS_H
