// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphElementwise.h"

#include "dialects/Graph/Checks/RuntimeChecks.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphElementwise.cpp.inc"

namespace tvm::graph {

//===-- precision ---------------------------------------------------------===//

Precision AtanhOp::getPrecision() { return Precision::Wide; }
Precision CosOp::getPrecision() { return Precision::Wide; }
Precision CoshOp::getPrecision() { return Precision::Wide; }
Precision ExpOp::getPrecision() { return Precision::Wide; }
Precision LogOp::getPrecision() { return Precision::Wide; }
Precision PowOp::getPrecision() { return Precision::Wide; }
Precision SinOp::getPrecision() { return Precision::Wide; }
Precision SinhOp::getPrecision() { return Precision::Wide; }
Precision TanOp::getPrecision() { return Precision::Wide; }

//===-- folds -------------------------------------------------------------===//

/// Whether `constant` has only elements of this value (and this sign).
static bool isSplat(Attribute constant, double value) {
  auto elements = dyn_cast_or_null<SplatElementsAttr>(constant);
  if (!elements)
    return false;
  if (isa<FloatType>(elements.getElementType())) {
    APFloat element = elements.getSplatValue<APFloat>();
    bool losesInfo;
    APFloat expected(value);
    expected.convert(element.getSemantics(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
    return element.bitwiseIsEqual(expected);
  }
  if (!elements.getElementType().isInteger())
    return false;
  return elements.getSplatValue<APInt>().getSExtValue() ==
         static_cast<int64_t>(value);
}

/// `kept`, where it may stand for the result of `op`.
static OpFoldResult foldTo(Operation *op, Value kept) {
  return kept.getType() == op->getResult(0).getType() ? OpFoldResult(kept)
                                                      : OpFoldResult();
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  // -0.0 leaves every float unchanged, 0.0 does not.
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(getType()));
  if (isSplat(adaptor.getRhs(), isFloat ? -0.0 : 0))
    return foldTo(*this, getLhs());
  return {};
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (isSplat(adaptor.getRhs(), 0))
    return foldTo(*this, getLhs());
  return {};
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (isSplat(adaptor.getRhs(), 1))
    return foldTo(*this, getLhs());
  return {};
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  if (isSplat(adaptor.getRhs(), 1))
    return foldTo(*this, getLhs());
  return {};
}

OpFoldResult NotOp::fold(FoldAdaptor) {
  if (auto inner = getX().getDefiningOp<NotOp>())
    return foldTo(*this, inner.getX());
  return {};
}

OpFoldResult CastOp::fold(FoldAdaptor) { return foldTo(*this, getX()); }

OpFoldResult WhereOp::fold(FoldAdaptor adaptor) {
  auto condition = dyn_cast_or_null<SplatElementsAttr>(adaptor.getCondition());
  if (!condition || !condition.getElementType().isInteger(1))
    return {};
  return foldTo(*this, condition.getSplatValue<bool>() ? getX() : getY());
}

//===-- verifiers ---------------------------------------------------------===//

static unsigned getWidth(Type type) {
  return type.isInteger(1) ? 8 : type.getIntOrFloatBitWidth();
}

LogicalResult BitCastOp::verify() {
  Type from = getElementTypeOrSelf(getX().getType());
  if (getWidth(from) != getWidth(getTo())) // C1
    return emitOpError("expected element types of one width, got ")
           << from << " and " << getTo();
  return success();
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphElementwise.cpp.inc"
      >();
}
