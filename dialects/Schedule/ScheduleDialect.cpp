#include "dialects/Schedule/ScheduleDialect.h"

#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"

#include "dialects/Schedule/ScheduleDialect.cpp.inc"

void tvm::schedule::ScheduleDialect::initialize() {
  registerQueriesOps();
  registerLoopsOps();
  registerBlocksOps();
  registerMemoryOps();
  registerSamplingOps();
}
