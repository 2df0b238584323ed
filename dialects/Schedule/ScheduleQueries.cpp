// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleQueries.h"

#include "dialects/Schedule/ScheduleDialect.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleQueries.cpp.inc"

void tvm::schedule::ScheduleDialect::registerQueriesOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Schedule/ScheduleQueries.cpp.inc"
      >();
}
