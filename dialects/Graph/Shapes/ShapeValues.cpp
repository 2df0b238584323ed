// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Shapes/ShapeValues.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace tvm::graph {

/// Walks longer than this end in a symbol.
static constexpr int kMaxDepth = 200;

/// The first argument of the function that has the same named dimension.
static std::pair<Value, int64_t> getNamedDim(BlockArgument argument,
                                             int64_t dim) {
  auto function =
      dyn_cast_or_null<func::FuncOp>(argument.getOwner()->getParentOp());
  auto nameOf = [&](unsigned index, int64_t i) -> StringAttr {
    auto names = function.getArgAttrOfType<ArrayAttr>(index, "graph.dims");
    if (!names || i >= static_cast<int64_t>(names.size()))
      return {};
    auto name = dyn_cast<StringAttr>(names[i]);
    return name && name.getValue() != "?" ? name : StringAttr();
  };
  if (!function || !argument.getOwner()->isEntryBlock())
    return {argument, dim};
  StringAttr name = nameOf(argument.getArgNumber(), dim);
  if (!name)
    return {argument, dim};
  for (BlockArgument other : function.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(other.getType());
    for (int64_t i = 0; type && i < type.getRank(); ++i)
      if (type.isDynamicDim(i) && nameOf(other.getArgNumber(), i) == name)
        return {other, i};
  }
  return {argument, dim};
}

AffineExpr ShapeValues::getDim(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  auto it = dims.find({tensor, dim});
  if (it != dims.end())
    return it->second;
  if (depth >= kMaxDepth)
    return intern({Kind::Dim, tensor, dim, {}});
  ++depth;
  AffineExpr expr = computeDim(tensor, dim);
  --depth;
  dims[{tensor, dim}] = expr;
  return expr;
}

AffineExpr ShapeValues::computeDim(Value tensor, int64_t dim) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto [value, index] = getNamedDim(argument, dim);
    return intern({Kind::Dim, value, index, {}});
  }
  Operation *op = tensor.getDefiningOp();
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
    if (cast.getInputs().size() == 1 &&
        isa<RankedTensorType>(cast.getOperand(0).getType()))
      return getDim(cast.getOperand(0), dim);
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  if (auto symbolic = dyn_cast<SymbolicShapeInterface>(op)) {
    auto shape = symbolic.getSymbolicShape(*this);
    // A size that is unknown before the operator runs is a dimension of its
    // result.
    if (succeeded(shape) && static_cast<int64_t>(shape->size()) == rank)
      return isUnknown((*shape)[dim]) ? intern({Kind::Dim, tensor, dim, {}})
                                      : (*shape)[dim];
  }
  auto fusion = dyn_cast<FusionInterface>(op);
  bool broadcasts = fusion && op->getNumResults() == 1 &&
                    (fusion.getFusionKind() == FusionKind::ElementWise ||
                     fusion.getFusionKind() == FusionKind::Broadcast);
  if (!broadcasts)
    return intern({Kind::Dim, tensor, dim, {}});
  AffineExpr result = constant(1);
  for (Value operand : op->getOperands()) {
    int64_t offset = rank - cast<RankedTensorType>(operand.getType()).getRank();
    if (offset < 0)
      return intern({Kind::Dim, tensor, dim, {}});
    if (dim >= offset)
      result = broadcast(result, getDim(operand, dim - offset));
  }
  return isa<AffineConstantExpr>(result) ? intern({Kind::Dim, tensor, dim, {}})
                                         : result;
}

SymbolicShape ShapeValues::getDims(Value tensor) {
  SymbolicShape shape;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    shape.push_back(getDim(tensor, i));
  return shape;
}

std::optional<SmallVector<int64_t>> getStaticShape(ArrayRef<AffineExpr> shape) {
  SmallVector<int64_t> result;
  for (AffineExpr expr : shape) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (constant && constant.getValue() < 0)
      return std::nullopt;
    result.push_back(constant ? constant.getValue() : ShapedType::kDynamic);
  }
  return result;
}

} // namespace tvm::graph
