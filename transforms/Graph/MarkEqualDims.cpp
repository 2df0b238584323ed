// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Graph/Passes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_MARKEQUALDIMSPASS
#include "transforms/Graph/Passes.h.inc"

namespace {

/// Names run-time sizes so that equal names are equal sizes.
class DimNames {
public:
  explicit DimNames(func::FuncOp function);

  unsigned get(OpFoldResult size);
  unsigned get(Value tensor, int64_t dim);
  void set(Value tensor, ArrayRef<OpFoldResult> shape);
  unsigned unique() { return next++; }

private:
  unsigned intern(StringRef key);
  unsigned getValue(Value value);
  std::optional<unsigned> getBroadcast(arith::SelectOp select);

  llvm::StringMap<unsigned> names;
  DenseMap<std::pair<Value, int64_t>, unsigned> dims;
  DenseMap<Value, unsigned> values;
  unsigned next = 0;
};

} // namespace

unsigned DimNames::intern(StringRef key) {
  auto [it, isNew] = names.try_emplace(key, next);
  if (isNew)
    ++next;
  return it->second;
}

DimNames::DimNames(func::FuncOp function) {
  for (auto [i, argument] : llvm::enumerate(function.getArguments())) {
    auto described = function.getArgAttrOfType<ArrayAttr>(i, "graph.dims");
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!described || !type ||
        described.size() != static_cast<size_t>(type.getRank()))
      continue;
    for (auto [dim, attribute] : llvm::enumerate(described)) {
      auto symbol = dyn_cast<StringAttr>(attribute);
      if (symbol && symbol.getValue() != "?")
        dims[{argument, dim}] = intern(("symbol " + symbol.getValue()).str());
    }
  }
}

unsigned DimNames::get(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return intern("constant " + std::to_string(type.getDimSize(dim)));
  auto [it, isNew] = dims.try_emplace({tensor, dim}, next);
  if (isNew)
    ++next;
  return it->second;
}

unsigned DimNames::get(OpFoldResult size) {
  if (auto constant = getConstantIntValue(size))
    return intern("constant " + std::to_string(*constant));
  Value value = cast<Value>(size);
  auto it = values.find(value);
  if (it != values.end())
    return it->second;
  unsigned name = getValue(value);
  values[value] = name;
  return name;
}

/// `a == 1 ? b : a` of two equal sizes is that size.
std::optional<unsigned> DimNames::getBroadcast(arith::SelectOp select) {
  unsigned name = get(select.getTrueValue());
  if (get(select.getFalseValue()) == name)
    return name;
  return std::nullopt;
}

unsigned DimNames::getValue(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() || !isPure(op))
    return unique();
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    if (auto index = dim.getConstantIndex())
      return get(dim.getSource(), *index);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (auto name = getBroadcast(select))
      return *name;
  for (Value operand : op->getOperands())
    if (!operand.getType().isIntOrIndex())
      return unique();
  std::string key;
  llvm::raw_string_ostream os(key);
  os << op->getName() << op->getAttrDictionary()
     << op->getPropertiesAsAttribute();
  for (Value operand : op->getOperands())
    os << ' ' << get(operand);
  return intern(key);
}

void DimNames::set(Value tensor, ArrayRef<OpFoldResult> shape) {
  for (auto [i, size] : llvm::enumerate(shape))
    if (cast<RankedTensorType>(tensor.getType()).isDynamicDim(i))
      dims[{tensor, i}] = get(size);
}

/// Dimensions of the operands that are those of the result, as masks.
static void mark(Operation *op, DimNames &names) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<int64_t> masks;
  bool isUseful = false;
  for (Value operand : op->getOperands()) {
    auto operandType = dyn_cast<RankedTensorType>(operand.getType());
    int64_t mask = 0;
    for (int64_t i = 0; operandType && i < operandType.getRank(); ++i) {
      int64_t target = type.getRank() - operandType.getRank() + i;
      if (target < 0 || i >= 63 || !operandType.isDynamicDim(i))
        continue;
      if (names.get(operand, i) == names.get(op->getResult(0), target))
        mask |= int64_t(1) << i;
    }
    isUseful |= mask != 0;
    masks.push_back(mask);
  }
  if (isUseful)
    op->setAttr("graph.equal_dims",
                DenseI64ArrayAttr::get(op->getContext(), masks));
}

static bool isDynamic(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  });
}

/// Names the dimensions of the results of `op`, and marks them.
static void nameResults(Operation *op, DimNames &names) {
  auto fusion = dyn_cast<FusionInterface>(op);
  if (!fusion || !isDynamic(op))
    return;
  OpBuilder builder(op);
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(builder, op, shapes)))
    return;
  for (auto [result, shape] : llvm::zip(op->getResults(), shapes))
    names.set(result, shape);
  bool broadcasts = fusion.getFusionKind() == FusionKind::Broadcast ||
                    fusion.getFusionKind() == FusionKind::ElementWise ||
                    isa<MatMulOp>(op); // its batches
  if (broadcasts && op->getNumOperands() > 1 && op->getNumResults() == 1)
    mark(op, names);
}

/// All operations in `function`, those in regions behind what they are in.
static SmallVector<Operation *> listOperations(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  return ops;
}

static void markEqualDims(func::FuncOp function) {
  DimNames names(function);
  for (Operation *op : listOperations(function))
    nameResults(op, names);
  // The sizes only served to be named.
  SmallVector<Operation *> ops = listOperations(function);
  for (Operation *op : llvm::reverse(ops))
    if (!isa<FusionInterface>(op) && isOpTriviallyDead(op))
      op->erase();
}

namespace {
struct MarkEqualDimsPass : impl::MarkEqualDimsPassBase<MarkEqualDimsPass> {
  void runOnOperation() override {
    if (!getOperation().isExternal())
      markEqualDims(getOperation());
  }
};
} // namespace

} // namespace tvm::graph
