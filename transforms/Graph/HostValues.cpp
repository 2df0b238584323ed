#include "transforms/Graph/HostValues.h"

#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphStructure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tvm::graph {

MemRefType getMemoryType(Type type) {
  auto tensor = cast<ShapedType>(type);
  return MemRefType::get(tensor.getShape(),
                         getStorageElement(tensor.getElementType()));
}

int64_t HostValues::getStep(Operation *op) {
  if (steps.empty())
    for (auto [step, other] : llvm::enumerate(main.getBody().front()))
      steps[&other] = step + 1;
  return steps.lookup(op);
}

bool HostValues::isView(Operation *op) {
  return isa_and_nonnull<tensor::CastOp, tensor::ExpandShapeOp,
                         tensor::CollapseShapeOp>(op);
}

Value HostValues::getRoot(Value tensor) {
  while (isView(tensor.getDefiningOp()))
    tensor = tensor.getDefiningOp()->getOperand(0);
  return tensor;
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
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        dims[dim] = getArgumentDim(argument, dim);
  } else if (auto launch = dyn_cast<LaunchOp>(op)) {
    dims = getDims(launch.getOuts()[cast<OpResult>(tensor).getResultNumber()]);
  } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    dims = empty.getMixedSizes();
  } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    dims = getDims(cast.getSource());
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    dims = expand.getMixedOutputShape();
  } else if (isa<tensor::CollapseShapeOp>(op)) {
    dims = getCollapsedDims(op);
  } else {
    dims.clear(); // reported by the planner, which knows no such operation
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
  for (Value operand : op ? op->getOperands() : ValueRange()) {
    if (!isa<RankedTensorType>(operand.getType())) {
      step = std::max(step, getAvailability(operand));
      continue;
    }
    Operation *producer = getRoot(operand).getDefiningOp();
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
  if (op && op->getNumResults() == 1 && op->getNumRegions() == 0 &&
      !isa<tensor::ExtractOp, tensor::DimOp>(op)) {
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          isa<ShapedType>(operand.getType()) ? Attribute() : evaluate(operand));
    SmallVector<OpFoldResult> results;
    if (succeeded(op->fold(operands, results)) && results.size() == 1) {
      if (auto attribute = dyn_cast<Attribute>(results[0]))
        value = attribute;
      else
        value = evaluate(cast<Value>(results[0]));
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
