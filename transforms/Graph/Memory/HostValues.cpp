// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Memory/HostValues.h"

#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tvm::graph {

MemRefType getMemoryType(Type type) {
  auto tensor = cast<ShapedType>(type);
  return MemRefType::get(tensor.getShape(),
                         getStorageElement(tensor.getElementType()));
}

void HostValues::countSteps() {
  int64_t step = 0;
  main.walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions())
      steps[op] = ++step;
    if (stage.isAfterAllRegions())
      lastSteps[op] = step;
  });
}

int64_t HostValues::getStep(Operation *op) {
  if (steps.empty())
    countSteps();
  return steps.lookup(op);
}

int64_t HostValues::getLastStep(Operation *op) {
  if (steps.empty())
    countSteps();
  return lastSteps.lookup(op);
}

bool HostValues::isRegionArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && !isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

/// Whether `op` takes elements that lie beside each other, at a known place.
static bool isPart(Operation *op) {
  auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op);
  return slice && slice.getSourceType().getRank() == 1 &&
         slice.getType().hasStaticShape() && slice.hasUnitStride() &&
         !slice.isDynamicOffset(0);
}

bool HostValues::isView(Operation *op) {
  return isPart(op) || isa_and_nonnull<tensor::CastOp, tensor::ExpandShapeOp,
                                       tensor::CollapseShapeOp, WithDimsOp>(op);
}

Value HostValues::getRoot(Value tensor) {
  while (isView(tensor.getDefiningOp()))
    tensor = tensor.getDefiningOp()->getOperand(0);
  return tensor;
}

bool HostValues::isWhole(Value tensor) {
  for (; isView(tensor.getDefiningOp());
       tensor = tensor.getDefiningOp()->getOperand(0))
    if (isPart(tensor.getDefiningOp()))
      return false;
  return true;
}

OpFoldResult HostValues::getArgumentDim(BlockArgument argument, int64_t dim) {
  auto names =
      main.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(), "graph.dims");
  StringAttr name;
  if (names && dim < static_cast<int64_t>(names.size()))
    name = dyn_cast<StringAttr>(names[dim]);
  OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
  // Anonymous dimensions are keyed by their position.
  Attribute key = name && name != "?"
                      ? Attribute(name)
                      : builder.getI64ArrayAttr({argument.getArgNumber(), dim});
  Value &symbol = symbols[key];
  if (!symbol)
    symbol = tensor::DimOp::create(builder, argument.getLoc(), argument, dim);
  return symbol;
}

SmallVector<OpFoldResult> HostValues::getCollapsedDims(Operation *op) {
  auto collapse = cast<tensor::CollapseShapeOp>(op);
  SmallVector<OpFoldResult> source = getDims(collapse.getSrc()), dims;
  OpBuilder builder(op);
  for (ArrayRef<int64_t> group : collapse.getReassociationIndices()) {
    Value product;
    for (int64_t dim : group) {
      Value size =
          getValueOrCreateConstantIndexOp(builder, op->getLoc(), source[dim]);
      product =
          product ? arith::MulIOp::create(builder, op->getLoc(), product, size)
                  : size;
    }
    dims.push_back(product);
  }
  return dims;
}

/// Uses the static dimensions of `type`.
static void refine(ShapedType type, SmallVectorImpl<OpFoldResult> &dims) {
  Builder builder(type.getContext());
  for (auto [dim, size] : llvm::zip(dims, type.getShape()))
    if (ShapedType::isStatic(size))
      dim = builder.getIndexAttr(size);
}

SmallVector<OpFoldResult> HostValues::getDims(Value tensor) {
  auto known = knownDims.find(tensor);
  if (known != knownDims.end())
    return known->second;
  auto type = cast<ShapedType>(tensor.getType());
  SmallVector<OpFoldResult> dims(type.getRank());
  refine(type, dims);
  if (type.hasStaticShape())
    return dims;
  Operation *op = tensor.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(tensor);
      argument && !isRegionArgument(tensor)) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        dims[dim] = getArgumentDim(argument, dim);
  } else if (auto launch = dyn_cast_or_null<LaunchOp>(op)) {
    dims = getDims(launch.getOuts()[cast<OpResult>(tensor).getResultNumber()]);
  } else if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op)) {
    dims = empty.getMixedSizes();
  } else if (auto cast = dyn_cast_or_null<tensor::CastOp>(op)) {
    dims = getDims(cast.getSource());
  } else if (auto memory = dyn_cast_or_null<bufferization::AllocTensorOp>(op)) {
    dims = getMixedValues(type.getShape(), memory.getDynamicSizes(),
                          type.getContext());
  } else if (auto known = dyn_cast_or_null<WithDimsOp>(op)) {
    dims = getMixedValues(type.getShape(), known.getDims(), type.getContext());
  } else if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op)) {
    dims = expand.getMixedOutputShape();
  } else if (isa_and_nonnull<tensor::CollapseShapeOp>(op)) {
    dims = getCollapsedDims(op);
  } else {
    dims.clear(); // of control flow, or unknown to the planner
  }
  refine(type, dims);
  return knownDims[tensor] = dims;
}

int64_t HostValues::getAvailability(Value scalar) {
  auto it = availability.find(scalar);
  if (it != availability.end())
    return it->second;
  int64_t step = 0;
  Operation *op = scalar.getDefiningOp();
  if (isRegionArgument(scalar))
    step = getStep(cast<BlockArgument>(scalar).getOwner()->getParentOp());
  else if (op && op->getNumRegions() != 0)
    step = getStep(op);
  for (Value operand : op ? op->getOperands() : ValueRange()) {
    if (!isa<RankedTensorType>(operand.getType())) {
      step = std::max(step, getAvailability(operand));
      continue;
    }
    Value root = getRoot(operand);
    Operation *producer = root.getDefiningOp();
    if (isRegionArgument(root))
      producer = cast<BlockArgument>(root).getOwner()->getParentOp();
    if (producer && !isa<ConstantOp>(producer) && !isa<tensor::DimOp>(op))
      step = std::max(step, getStep(producer));
  }
  return availability[scalar] = step;
}

Attribute HostValues::evaluate(Value scalar) {
  if (Attribute known = samples.lookup(scalar))
    return known;
  Builder builder(scalar.getContext());
  Attribute value =
      scalar.getType().isIndex()
          ? builder.getIndexAttr(kSampleDim)
          : builder.getIntegerAttr(isa<IntegerType>(scalar.getType())
                                       ? scalar.getType()
                                       : builder.getI64Type(),
                                   1);
  Operation *op = scalar.getDefiningOp();
  if (op && op->getNumRegions() == 0 &&
      !isa<tensor::ExtractOp, tensor::DimOp>(op)) {
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          isa<ShapedType>(operand.getType()) ? Attribute() : evaluate(operand));
    SmallVector<OpFoldResult> results;
    if (succeeded(op->fold(operands, results)) &&
        results.size() == op->getNumResults()) {
      OpFoldResult result = results[cast<OpResult>(scalar).getResultNumber()];
      if (auto attribute = dyn_cast<Attribute>(result))
        value = attribute;
      else
        value = evaluate(cast<Value>(result));
    }
  }
  samples[scalar] = value;
  return value;
}

int64_t HostValues::getSample(OpFoldResult scalar) {
  if (auto value = dyn_cast<Value>(scalar))
    scalar = evaluate(value);
  auto integer = dyn_cast<IntegerAttr>(cast<Attribute>(scalar));
  return integer ? integer.getValue().getSExtValue() : kSampleDim;
}

} // namespace tvm::graph
