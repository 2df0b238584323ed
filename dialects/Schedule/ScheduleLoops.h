// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULELOOPS_H
#define TVM_DIALECTS_SCHEDULE_SCHEDULELOOPS_H

#include "dialects/Schedule/ScheduleTraits.h"

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleLoops.h.inc"

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULELOOPS_H
