// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEDIALECT_H
#define TVM_DIALECTS_SCHEDULE_SCHEDULEDIALECT_H

#include "mlir/IR/Dialect.h"

#include "dialects/Schedule/ScheduleDialect.h.inc"

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULEDIALECT_H
