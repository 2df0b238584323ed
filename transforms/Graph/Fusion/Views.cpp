// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Fusion/Views.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tvm::graph {

/// Whether `value` has static dimensions, at least one, and does not leave a
/// region: what loops carry and branches yield has a place of its own.
static bool isInside(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getRank() > 0 &&
         llvm::none_of(value.getUsers(), [](Operation *user) {
           return user->hasTrait<OpTrait::IsTerminator>() &&
                  !isa<func::ReturnOp>(user);
         });
}

/// The index of the only element of the first dimension that `op` takes.
static std::optional<int64_t> getRow(Operation *op) {
  auto gather = dyn_cast<GatherOp>(op);
  DenseIntElementsAttr index;
  if (!gather || gather.getAxis() != 0 ||
      !matchPattern(gather.getIndices(), m_Constant(&index)) ||
      index.getNumElements() != 1)
    return std::nullopt;
  int64_t rows = cast<RankedTensorType>(gather.getX().getType()).getDimSize(0);
  int64_t row = index.getValues<APInt>()[0].getSExtValue();
  if (row < -rows || row >= rows)
    return std::nullopt;
  return row < 0 ? row + rows : row;
}

bool isViewable(Value value) {
  Value root = value;
  while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                         tensor::ExtractSliceOp>(root.getDefiningOp()))
    root = root.getDefiningOp()->getOperand(0);
  if (auto argument = dyn_cast<BlockArgument>(root))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
           isInside(value);
  return isa<LaunchOp, FusionInterface>(root.getDefiningOp()) &&
         isInside(value);
}

bool isView(Operation *op) {
  if (!op->hasTrait<KeepsElementOrder>() && !getRow(op))
    return false;
  return isViewable(op->getOperand(0)) && isInside(op->getResult(0));
}

/// All elements of `value` in one dimension.
static Value flatten(OpBuilder &builder, Location loc, Value value) {
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  SmallVector<ReassociationIndices> all{
      llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  return rank == 1 ? value
                   : tensor::CollapseShapeOp::create(builder, loc, value, all);
}

/// A value of one dimension in those of `type`.
static Value unflatten(OpBuilder &builder, Location loc, Value value,
                       RankedTensorType type) {
  SmallVector<ReassociationIndices> all{
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()))};
  return type.getRank() == 1
             ? value
             : tensor::ExpandShapeOp::create(builder, loc, type, value, all);
}

Value createView(OpBuilder &builder, Location loc, Value value,
                 RankedTensorType type) {
  return unflatten(builder, loc, flatten(builder, loc, value), type);
}

void replaceByView(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  Value value = flatten(builder, loc, op->getOperand(0));
  if (auto row = getRow(op)) {
    int64_t size = to.getNumElements();
    value = tensor::ExtractSliceOp::create(
        builder, loc, value, {builder.getIndexAttr(*row * size)},
        {builder.getIndexAttr(size)}, {builder.getIndexAttr(1)});
  }
  op->getResult(0).replaceAllUsesWith(unflatten(builder, loc, value, to));
}

} // namespace tvm::graph
