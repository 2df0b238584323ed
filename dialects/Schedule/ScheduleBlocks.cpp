// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleBlocks.h"

#include "dialects/Schedule/ScheduleDialect.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleBlocks.cpp.inc"

void tvm::schedule::ScheduleDialect::registerBlocksOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Schedule/ScheduleBlocks.cpp.inc"
      >();
}
