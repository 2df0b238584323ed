// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleDialect.h"

#include "dialects/Schedule/ScheduleAttributes.h"
#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"

#include "dialects/Schedule/ScheduleDialect.cpp.inc"

using namespace mlir;
using namespace tvm::schedule;

LogicalResult
ScheduleDialect::verifyOperationAttribute(Operation *op,
                                          NamedAttribute attribute) {
  if (attribute.getName() != kStrategyAttrName)
    return success();
  if (isa<StrategyAttrInterface>(attribute.getValue()) &&
      isa<func::FuncOp, tvm::te::BlockOp>(op))
    return success();
  return op->emitOpError("expected '")
         << kStrategyAttrName
         << "' to be a strategy of a function or of a block, got "
         << attribute.getValue();
}

void ScheduleDialect::initialize() {
  registerAttributes();
  registerQueriesOps();
  registerLoopsOps();
  registerBlocksOps();
  registerMemoryOps();
  registerSamplingOps();
}
