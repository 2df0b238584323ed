// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"

#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/CostModel/Rates.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Analysis/Strides.h"
#include "transforms/Schedule/Rules/Tiling/BlockAccesses.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"

using namespace mlir;

namespace tvm::schedule {

/// Number of vector instructions in the body of `block`. A product and its
/// addition are one instruction.
static int64_t countOperations(te::BlockOp block) {
  int64_t count = 0, products = 0;
  block.getBody().walk([&](Operation *op) {
    bool isOfIndices = llvm::all_of(op->getResultTypes(), [](Type type) {
      return type.isIndex() || type.isInteger(1);
    });
    if (isOfIndices)
      return;
    if (isa<math::MathDialect>(op->getDialect()) &&
        !isa<math::FmaOp, math::AbsFOp, math::AbsIOp>(op))
      count += cost::kFunctionOperations;
    else if (isa<arith::ArithDialect>(op->getDialect()) &&
             !op->hasTrait<OpTrait::ConstantLike>())
      ++count;
    products += isa<arith::MulFOp, arith::MulIOp>(op);
  });
  return std::max<int64_t>(count - (block.hasReduction() ? products : 0), 1);
}

/// The strides of a subscript along all axes of `block`.
static SmallVector<int64_t> getAxisStrides(te::BlockOp block, AffineExpr expr,
                                           ValueRange operands) {
  SmallVector<int64_t> strides;
  for (Value axis : block.getAxes()) {
    auto stride = getStride(expr, operands, axis);
    strides.push_back(stride.value_or(1));
  }
  return strides;
}

/// Records whether points of the last spatial axis share elements in groups.
static void describeGroup(cost::Access &access, const BlockAccesses &accesses,
                          Value buffer) {
  const BlockAccesses::Load *load = accesses.findLoad(buffer);
  if (!load || load->group <= 1)
    return;
  access.groupAxis = static_cast<int>(accesses.numSpatial) - 1;
  access.group = load->group;
}

/// `map`, in which `axis` takes the place of `axis floordiv group`.
static AffineMap replaceGroup(AffineMap map, ValueRange operands, Value axis,
                              int64_t group) {
  for (auto [d, operand] : llvm::enumerate(operands)) {
    AffineExpr dim = getAffineDimExpr(d, map.getContext());
    if (operand == axis)
      map = map.replace(dim.floorDiv(group), dim, map.getNumDims(), 0);
  }
  return map;
}

static cost::Access describeAccess(const BlockAccesses &accesses,
                                   BlockArgument capture, AffineMap map,
                                   ValueRange operands, bool isWritten) {
  te::BlockOp block = accesses.block;
  Value buffer =
      block.getCaptures()[capture.getArgNumber() - block.getNumAxes()];
  auto type = cast<MemRefType>(buffer.getType());
  cost::Access access;
  access.elementBytes = getElementBytes(type);
  access.isWritten = isWritten;
  if (!isWritten) {
    SmallVector<Value> buffers = getReadBuffers(block);
    access.operand = llvm::find(buffers, buffer) - buffers.begin();
  }
  access.isWeight = te::isWeight(buffer);
  access.isProduced = !isWritten && getOwnProducer(block, buffer);
  describeGroup(access, accesses, buffer);
  AffineMap subscripts = asDims(map);
  if (access.groupAxis >= 0)
    subscripts = replaceGroup(subscripts, operands,
                              block.getAxes()[access.groupAxis], access.group);
  for (auto [size, expr] :
       llvm::zip_equal(type.getShape(), subscripts.getResults())) {
    access.shape.push_back(ShapedType::isDynamic(size) ? cost::kUnknownExtent
                                                       : size);
    access.strides.push_back(getAxisStrides(block, expr, operands));
  }
  return access;
}

cost::Nest describeNest(te::BlockOp block) {
  BlockAccesses accesses(block);
  cost::Nest nest;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
    int64_t extent = getExtent(block, axis).value_or(cost::kUnknownExtent);
    nest.extents.push_back(std::max<int64_t>(extent, 1));
    nest.isReduction.push_back(block.isReduction(axis));
  }
  nest.operations = countOperations(block);
  nest.hasReader = accesses.written && isUsedByOthers(block, accesses.written);
  std::optional<unsigned> written = getWrittenCapture(block);
  block.getBody().walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
      auto capture = dyn_cast<BlockArgument>(load.getMemRef());
      bool isSum = written && capture &&
                   capture.getArgNumber() == block.getNumAxes() + *written;
      if (capture && !isSum)
        nest.accesses.push_back(describeAccess(accesses, capture,
                                               load.getAffineMap(),
                                               load.getMapOperands(), false));
    } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      if (auto capture = dyn_cast<BlockArgument>(store.getMemRef()))
        nest.accesses.push_back(describeAccess(accesses, capture,
                                               store.getAffineMap(),
                                               store.getMapOperands(), true));
    }
  });
  return nest;
}

SmallVector<unsigned> getSpatialAxes(const cost::Nest &nest) {
  SmallVector<unsigned> axes;
  for (unsigned axis = 0; axis < nest.getNumAxes(); ++axis)
    if (!nest.isReduction[axis])
      axes.push_back(axis);
  return axes;
}

} // namespace tvm::schedule
