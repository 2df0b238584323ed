// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEMEMORY_H
#define TVM_DIALECTS_SCHEDULE_SCHEDULEMEMORY_H

#include "dialects/Schedule/ScheduleTraits.h"

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleMemory.h.inc"

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULEMEMORY_H
