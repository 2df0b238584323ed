// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEOPS_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEOPS_TD

include "dialects/Schedule/ScheduleAttributes.td"
include "dialects/Schedule/ScheduleBlocks.td"
include "dialects/Schedule/ScheduleLoops.td"
include "dialects/Schedule/ScheduleMemory.td"
include "dialects/Schedule/ScheduleQueries.td"
include "dialects/Schedule/ScheduleSampling.td"

#endif
