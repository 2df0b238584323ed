// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Idioms/Matchers.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::graph {

/// Relative distance of four units in the last place.
static double getTolerance(FloatType type) {
  return std::ldexp(4.0, -static_cast<int>(type.getFPMantissaWidth()));
}

std::optional<double> getSplat(Value value) {
  SplatElementsAttr splat;
  if (!matchPattern(value, m_Constant(&splat)))
    return std::nullopt;
  Type type = splat.getElementType();
  if (isa<FloatType>(type))
    return splat.getSplatValue<APFloat>().convertToDouble();
  return std::nullopt;
}

bool isSplatOf(Value value, Attribute number) {
  double expected = cast<FloatAttr>(number).getValueAsDouble();
  auto got = getSplat(value);
  if (!got)
    return false;
  auto type = cast<FloatType>(getElementTypeOrSelf(value));
  return std::abs(*got - expected) <= std::abs(expected) * getTolerance(type);
}

bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value));
}

bool broadcastsInto(Value value, Value x) {
  auto from = cast<RankedTensorType>(value.getType());
  auto into = cast<RankedTensorType>(x.getType());
  int64_t extra = into.getRank() - from.getRank();
  if (!from.hasStaticShape() || extra < 0)
    return false;
  for (auto [from, into] :
       llvm::zip(from.getShape(), into.getShape().drop_front(extra)))
    if (from != 1 && from != into)
      return false;
  return true;
}

void replaceIdiom(PatternRewriter &rewriter, Operation *root, Operation *op) {
  auto options = remark::RemarkOpts::name(op->getName().getStringRef())
                     .category("graph-simplify");
  remark::passed(root->getLoc(), options) << remark::reason(
      "{0} and its operands spell it out", root->getName().getStringRef());
  rewriter.replaceOp(root, op);
}

} // namespace tvm::graph
