// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleLoops.h"

#include "dialects/Schedule/ScheduleAxes.h"
#include "dialects/Schedule/ScheduleDialect.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Schedule/ScheduleLoops.cpp.inc"

void tvm::schedule::ScheduleDialect::registerLoopsOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Schedule/ScheduleLoops.cpp.inc"
      >();
}

namespace tvm::schedule {

LogicalResult SplitOp::verify() {
  if (getLoops().size() != getStaticFactors().size()) // C1
    return emitOpError("expected ") << getStaticFactors().size()
                                    << " results, got " << getLoops().size();
  auto dynamic = llvm::count_if(getStaticFactors(), ShapedType::isDynamic);
  if (dynamic != static_cast<int64_t>(getFactors().size()))
    return emitOpError("expected ")
           << dynamic << " numbers, got " << getFactors().size();
  return success();
}

LogicalResult LoopPartitionOp::verify() {
  if (getFactor().has_value() == getExtents().has_value()) // C1
    return emitOpError("expected either a factor or extents");
  if (getExtents() && getExtents()->empty()) // C1
    return emitOpError("expected at least one extent");
  size_t numRest = getFactor() ? 1 : getExtents()->size() - 1;
  if (getRest().size() != numRest) // C1
    return emitOpError("expected ")
           << numRest << " results, got " << getRest().size();
  return success();
}

LogicalResult LoopDistributeOp::verify() {
  if (getLoops().empty()) // C1
    return emitOpError("expected at least one result");
  return success();
}

LogicalResult TileOp::verify() {
  size_t count = getLoops().size();
  if (getStaticSizes().size() != count || getTiles().size() != 2 * count) // C1
    return emitOpError("expected ")
           << count << " sizes and " << 2 * count << " results, got "
           << getStaticSizes().size() << " and " << getTiles().size();
  auto dynamic = llvm::count_if(getStaticSizes(), ShapedType::isDynamic);
  if (dynamic != static_cast<int64_t>(getSizes().size()))
    return emitOpError("expected ")
           << dynamic << " numbers, got " << getSizes().size();
  return success();
}

LogicalResult BindOp::verify() {
  if (!getAxisByName(getAxis())) // C1
    return emitOpError("expected one of 'blockIdx.x', 'blockIdx.y', "
                       "'blockIdx.z', 'threadIdx.x', 'threadIdx.y' and "
                       "'threadIdx.z', got '")
           << getAxis() << "'";
  return success();
}

LogicalResult SoftwarePipelineOp::verify() {
  ArrayRef<int64_t> stages = getStages(), order = getOrder();
  if (stages.empty() || *llvm::min_element(stages) != 0) // C1
    return emitOpError("expected stages from 0 on");
  llvm::SmallBitVector positions(stages.size());
  for (int64_t position : order)
    if (position >= 0 && position < static_cast<int64_t>(stages.size()))
      positions.set(position);
  if (order.size() != stages.size() || !positions.all()) // C2
    return emitOpError("expected an order of ")
           << stages.size() << " positions from 0 on";
  return success();
}

} // namespace tvm::schedule
