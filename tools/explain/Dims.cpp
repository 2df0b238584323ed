// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Dims.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "tools/explain/Report.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::explain {

static Dim unknown(StringRef text = "?") {
  return {kSampleDim, text.str(), /*isKnown=*/false};
}

static bool isSum(StringRef text) {
  int depth = 0;
  for (char character : text) {
    depth += (character == '(') - (character == ')');
    if (character == ' ' && depth == 0)
      return true;
  }
  return false;
}

/// `text` as an operand of an operator with higher precedence than a sum.
static std::string getOperand(StringRef text) {
  return isSum(text) ? ("(" + text + ")").str() : text.str();
}

//===-- affine expressions ------------------------------------------------===//

/// The text of `expr`, where `operands` are its dims, then its symbols.
static std::string print(AffineExpr expr, unsigned numDims,
                         ArrayRef<Dim> operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::to_string(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getOperand(operands[dim.getPosition()].text);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getOperand(operands[numDims + symbol.getPosition()].text);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::string lhs = print(binary.getLHS(), numDims, operands);
  std::string rhs = print(binary.getRHS(), numDims, operands);
  if (expr.getKind() == AffineExprKind::Add) {
    StringRef negative = rhs;
    return negative.consume_front("-") ? (lhs + " - " + negative).str()
                                       : lhs + " + " + rhs;
  }
  lhs = getOperand(lhs);
  rhs = getOperand(rhs);
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    return rhs == "-1" ? "-" + lhs : rhs + "*" + lhs;
  case AffineExprKind::Mod:
    return lhs + "%" + rhs;
  case AffineExprKind::CeilDiv:
    return "ceil(" + lhs + "/" + rhs + ")";
  default:
    return lhs + "/" + rhs;
  }
}

/// The dimension that is `function` ("min", "max") of the results of `map`, or
/// its only result.
Dim Dims::describeMap(AffineMap map, ValueRange operands, StringRef function) {
  SmallVector<Dim> values;
  SmallVector<Attribute> samples;
  Builder builder(map.getContext());
  for (Value operand : operands) {
    values.push_back(describe(operand));
    samples.push_back(builder.getIndexAttr(values.back().value));
  }
  SmallVector<std::string> texts;
  for (AffineExpr expr : map.getResults())
    texts.push_back(print(expr, map.getNumDims(), values));
  Dim dim = unknown(texts.front());
  if (texts.size() > 1)
    dim.text = (function + "(" + llvm::join(texts, ", ") + ")").str();
  SmallVector<Attribute> results;
  if (failed(map.constantFold(samples, results)))
    return dim;
  auto getInt = [](Attribute value) {
    return cast<IntegerAttr>(value).getInt();
  };
  auto numbers = llvm::map_to_vector(results, getInt);
  dim.value = function == "max" ? *llvm::max_element(numbers)
                                : *llvm::min_element(numbers);
  return dim;
}

//===-- scalars -----------------------------------------------------------===//

Dim Dims::describeArithmetic(Operation *op) {
  auto sign =
      llvm::TypeSwitch<Operation *, StringRef>(op)
          .Case<arith::AddIOp>([](auto) { return " + "; })
          .Case<arith::SubIOp>([](auto) { return " - "; })
          .Case<arith::MulIOp>([](auto) { return "*"; })
          .Case<arith::DivSIOp, arith::FloorDivSIOp>([](auto) { return "/"; })
          .Default([](auto) { return StringRef(); });
  if (sign.empty())
    return unknown();
  Dim lhs = describe(op->getOperand(0)), rhs = describe(op->getOperand(1));
  Dim result =
      unknown(getOperand(lhs.text) + sign.str() + getOperand(rhs.text));
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> folded;
  Type type = op->getOperand(0).getType();
  if (succeeded(op->fold({builder.getIntegerAttr(type, lhs.value),
                          builder.getIntegerAttr(type, rhs.value)},
                         folded)))
    if (auto number = getConstantIntValue(folded.front()))
      result.value = *number;
  return result;
}

Dim Dims::describeDim(Value tensor, int64_t index) {
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (!argument || argument.getOwner() != &main.getBody().front())
    return getShape(tensor)[index];
  auto names =
      main.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(), "graph.dims");
  auto name = names && index < static_cast<int64_t>(names.size())
                  ? dyn_cast<StringAttr>(names[index])
                  : StringAttr();
  return unknown(name ? name.getValue() : "?");
}

Dim Dims::describe(OpFoldResult dim) {
  if (auto number = getConstantIntValue(dim))
    return Dim::number(*number);
  Operation *op = cast<Value>(dim).getDefiningOp();
  if (!op)
    return unknown();
  if (auto size = dyn_cast<tensor::DimOp>(op))
    return size.getConstantIndex()
               ? describeDim(size.getSource(), *size.getConstantIndex())
               : unknown();
  if (isa<arith::IndexCastOp>(op))
    return describe(op->getOperand(0));
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return describeMap(apply.getAffineMap(), apply.getMapOperands(), "");
  if (auto least = dyn_cast<affine::AffineMinOp>(op))
    return describeMap(least.getAffineMap(), least.getMapOperands(), "min");
  if (auto most = dyn_cast<affine::AffineMaxOp>(op))
    return describeMap(most.getAffineMap(), most.getMapOperands(), "max");
  return describeArithmetic(op);
}

//===-- tensors -----------------------------------------------------------===//

Dims::Shape Dims::describe(RankedTensorType type, ArrayRef<OpFoldResult> dims) {
  Shape shape;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isStatic(size))
      shape.push_back(Dim::number(size));
    else
      shape.push_back(i < dims.size() ? describe(dims[i]) : unknown());
  }
  return shape;
}

Dims::Shape Dims::computeShape(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  // The dimensions of a tensor may refer to the tensor itself.
  if (!active.insert(tensor).second)
    return describe(type, {});
  llvm::scope_exit leave([&] { active.erase(tensor); });
  if (isInMain(tensor))
    return describe(type, host.getDims(tensor));
  Operation *op = tensor.getDefiningOp();
  ReifiedRankedShapedTypeDims reified;
  OpBuilder builder(tensor.getContext());
  if (op)
    builder.setInsertionPoint(op);
  if (!op || failed(reifyResultShapes(builder, op, reified)))
    return describe(type, {});
  return describe(type, reified[cast<OpResult>(tensor).getResultNumber()]);
}

Dims::Shape Dims::getShape(Value tensor) {
  auto known = inner.find(tensor);
  if (known != inner.end())
    return known->second;
  known = shapes.find(tensor);
  if (known != shapes.end())
    return known->second;
  Shape shape = computeShape(tensor);
  return (isInMain(tensor) ? shapes : inner)[tensor] = shape;
}

void Dims::enter(graph::LaunchOp launch, func::FuncOp kernel) {
  inner.clear();
  for (auto [argument, input] :
       llvm::zip(kernel.getArguments(), launch.getInputs()))
    inner[argument] = getShape(input);
}

} // namespace tvm::explain
