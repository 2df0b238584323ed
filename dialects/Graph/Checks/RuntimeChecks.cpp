// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Checks/RuntimeChecks.h"

#include "dialects/Graph/Memory/GraphMemory.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace tvm::graph {

StringRef getNodeName(Location loc) {
  StringRef name;
  loc->walk([&](Location part) {
    auto named = dyn_cast<NameLoc>(part);
    if (!named)
      return WalkResult::advance();
    name = named.getName().getValue();
    return WalkResult::interrupt();
  });
  return name;
}

std::string describeNode(Operation *op) {
  StringRef kind = op->getName().stripDialect();
  StringRef name = getNodeName(op->getLoc());
  return name.empty() ? kind.str()
                      : ("node '" + name + "' (" + kind + ")").str();
}

void createCheck(OpBuilder &builder, Operation *op, Value condition,
                 const Twine &text, ValueRange values) {
  CheckOp::create(builder, op->getLoc(), condition,
                  builder.getStringAttr(describeNode(op) + ": " + text),
                  values);
}

void createLimitCheck(OpBuilder &builder, Operation *op, StringRef what,
                      Value size, Value limit) {
  // A negative size is a large number.
  Value isWithin = arith::CmpIOp::create(
      builder, op->getLoc(), arith::CmpIPredicate::ule, size, limit);
  createCheck(builder, op, isWithin,
              "expected " + what + " from 0 to {0}, got {1}", {limit, size});
}

bool hasUnknownSize(Operation *op) {
  auto isUnknown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && (!tensor.hasStaticShape() || tensor.getNumElements() == 0);
  };
  return llvm::any_of(op->getOperandTypes(), isUnknown) ||
         llvm::any_of(op->getResultTypes(), isUnknown);
}

/// Whether two sizes differ or not is no question of a run.
static bool areKnown(OpFoldResult lhs, OpFoldResult rhs) {
  return lhs == rhs || (getConstantIntValue(lhs) && getConstantIntValue(rhs));
}

static Value createComparison(OpBuilder &builder, Location loc,
                              arith::CmpIPredicate predicate, Value lhs,
                              Value rhs) {
  return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
}

static Value createEqual(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  return createComparison(builder, loc, arith::CmpIPredicate::eq, lhs, rhs);
}

static Value createIsOne(OpBuilder &builder, Location loc, Value size) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return createEqual(builder, loc, size, one);
}

void createEqualCheck(OpBuilder &builder, Operation *op, StringRef what,
                      OpFoldResult lhs, OpFoldResult rhs) {
  if (areKnown(lhs, rhs))
    return;
  Location loc = op->getLoc();
  Value l = getValueOrCreateConstantIndexOp(builder, loc, lhs);
  Value r = getValueOrCreateConstantIndexOp(builder, loc, rhs);
  createCheck(builder, op, createEqual(builder, loc, l, r),
              "expected equal " + what + ", got {0} and {1}", {l, r});
}

void createBoundCheck(OpBuilder &builder, Operation *op, StringRef what,
                      OpFoldResult size, OpFoldResult limit) {
  if (areKnown(size, limit))
    return;
  Location loc = op->getLoc();
  Value l = getValueOrCreateConstantIndexOp(builder, loc, size);
  Value r = getValueOrCreateConstantIndexOp(builder, loc, limit);
  Value isFine =
      createComparison(builder, loc, arith::CmpIPredicate::sle, l, r);
  createCheck(builder, op, isFine,
              "expected " + what + " of at most {1}, got {0}", {l, r});
}

void createSizeCheck(OpBuilder &builder, Operation *op, StringRef what,
                     OpFoldResult size) {
  if (getConstantIntValue(size))
    return;
  Location loc = op->getLoc();
  Value value = getValueOrCreateConstantIndexOp(builder, loc, size);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isFine =
      createComparison(builder, loc, arith::CmpIPredicate::sge, value, zero);
  createCheck(builder, op, isFine,
              "expected " + what + " of at least 0, got {0}", value);
}

bool mayLackElements(Operation *op, Value x, int64_t axis) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t size = cast<RankedTensorType>(x.getType()).getDimSize(axis);
  return (ShapedType::isDynamic(size) || size == 0) &&
         !llvm::is_contained(result.getShape(), 0);
}

/// Whether one of `sizes` is 0; null where none of them can be.
static Value createIsEmpty(OpBuilder &builder, Location loc,
                           ArrayRef<OpFoldResult> sizes) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value isEmpty;
  for (OpFoldResult size : sizes) {
    auto value = dyn_cast<Value>(size);
    if (!value)
      continue;
    Value isZero = createEqual(builder, loc, value, zero);
    isEmpty =
        isEmpty ? arith::OrIOp::create(builder, loc, isEmpty, isZero) : isZero;
  }
  return isEmpty;
}

void createElementsCheck(OpBuilder &builder, Operation *op, Value x,
                         int64_t axis) {
  if (!mayLackElements(op, x, axis))
    return;
  Location loc = op->getLoc();
  ReifiedRankedShapedTypeDims shapes;
  if (failed(cast<ReifyRankedShapedTypeOpInterface>(op).reifyResultShapes(
          builder, shapes)))
    return;
  OpFoldResult size = getDim(builder, loc, x, axis);
  Value value = getValueOrCreateConstantIndexOp(builder, loc, size);
  Value isFine = createIsEmpty(builder, loc, shapes.front());
  if (isa<Value>(size)) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value hasElements =
        createComparison(builder, loc, arith::CmpIPredicate::ne, value, zero);
    isFine = isFine ? arith::OrIOp::create(builder, loc, hasElements, isFine)
                    : hasElements;
  }
  if (!isFine)
    isFine = arith::ConstantIntOp::create(builder, loc, 0, 1);
  createCheck(builder, op, isFine,
              "expected at least 1 element to read along axis " + Twine(axis) +
                  ", got {0}",
              value);
}

void createExpansionCheck(OpBuilder &builder, Operation *op, OpFoldResult from,
                          OpFoldResult into) {
  if (areKnown(from, into) || isConstantIntValue(from, 1))
    return;
  Location loc = op->getLoc();
  Value l = getValueOrCreateConstantIndexOp(builder, loc, from);
  Value r = getValueOrCreateConstantIndexOp(builder, loc, into);
  Value isFine =
      arith::OrIOp::create(builder, loc, createEqual(builder, loc, l, r),
                           createIsOne(builder, loc, l));
  createCheck(builder, op, isFine, "cannot broadcast a dimension of {0} to {1}",
              {l, r});
}

void createBroadcastCheck(OpBuilder &builder, Operation *op, OpFoldResult lhs,
                          OpFoldResult rhs) {
  if (areKnown(lhs, rhs) || isConstantIntValue(lhs, 1) ||
      isConstantIntValue(rhs, 1))
    return;
  Location loc = op->getLoc();
  Value l = getValueOrCreateConstantIndexOp(builder, loc, lhs);
  Value r = getValueOrCreateConstantIndexOp(builder, loc, rhs);
  Value isFine = createEqual(builder, loc, l, r);
  for (Value size : {l, r})
    isFine = arith::OrIOp::create(builder, loc, isFine,
                                  createIsOne(builder, loc, size));
  createCheck(builder, op, isFine,
              "cannot broadcast a dimension of {0} and one of {1}", {l, r});
}

void createBroadcastChecks(OpBuilder &builder, Operation *op) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  for (int64_t dim = 0; dim < result.getRank(); ++dim) {
    SmallVector<OpFoldResult> sizes;
    if (!result.isDynamicDim(dim))
      sizes.push_back(builder.getIndexAttr(result.getDimSize(dim)));
    bool hasEqual = false; // to the result's
    for (OpOperand &operand : op->getOpOperands()) {
      int64_t rank = cast<RankedTensorType>(operand.get().getType()).getRank();
      int64_t own = dim - (result.getRank() - rank);
      bool isEqual =
          own >= 0 && hasResultDim(op, operand.getOperandNumber(), own);
      if (own >= 0 && !(isEqual && hasEqual))
        sizes.push_back(getDim(builder, op->getLoc(), operand.get(), own));
      hasEqual |= isEqual;
    }
    for (size_t i = 0; i < sizes.size(); ++i)
      for (size_t j = i + 1; j < sizes.size(); ++j)
        createBroadcastCheck(builder, op, sizes[i], sizes[j]);
  }
}

} // namespace tvm::graph
