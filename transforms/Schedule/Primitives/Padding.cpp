#include "transforms/Schedule/Primitives/Padding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
class PaddingFinder : BlockRequest {
public:
  PaddingFinder(te::BlockOp block, const Twine &action, Padding &padding)
      : BlockRequest(block, action), padding(padding) {}

  DiagnosedSilenceableFailure findChoice();

private:
  DiagnosedSilenceableFailure findBounds(Value condition);
  AffineExpr getIndex(Value value);

  Padding &padding;
};
} // namespace

DiagnosedSilenceableFailure PaddingFinder::findChoice() {
  ElementBlock &element = padding.element;
  if (auto d = matchElementBlock(block, action, element); !d.succeeded())
    return d;
  auto axes = getSubscriptAxes(block, element.store.getAffineMap(),
                               element.store.getMapOperands());
  if (!axes || axes->size() != block.getNumAxes())
    return refuse("expected a store at its axes", element.store);
  padding.axes = *axes;
  auto choice = element.store.getValueToStore().getDefiningOp<scf::IfOp>();
  if (!choice || !choice.getResult(0).hasOneUse())
    return refuse("expected a store of a value that depends on where it reads",
                  element.store);
  padding.choice = choice;
  Value outside = padding.getOutside();
  auto argument = dyn_cast<BlockArgument>(outside);
  bool isCaptured = argument &&
                    argument.getOwner() == &block.getBody().front() &&
                    argument.getArgNumber() >= block.getNumAxes();
  if (!isCaptured && !matchPattern(outside, m_Constant()))
    return refuse("expected a constant, or a captured value, outside", choice);
  return findBounds(choice.getCondition());
}

/// A constant, or the constant size of a captured buffer.
static std::optional<int64_t> getSize(Value value) {
  auto dim = value.getDefiningOp<memref::DimOp>();
  if (!dim)
    return getConstantIntValue(getAsOpFoldResult(value));
  auto type = cast<MemRefType>(dim.getSource().getType());
  std::optional<int64_t> index = dim.getConstantIndex();
  if (!index || *index >= type.getRank() || type.isDynamicDim(*index))
    return std::nullopt;
  return type.getDimSize(*index);
}

DiagnosedSilenceableFailure PaddingFinder::findBounds(Value condition) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    if (auto d = findBounds(both.getLhs()); !d.succeeded())
      return d;
    return findBounds(both.getRhs());
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  std::optional<int64_t> size;
  AffineExpr index;
  if (compare && compare.getPredicate() == arith::CmpIPredicate::ult) {
    size = getSize(compare.getRhs());
    index = getIndex(compare.getLhs());
  }
  if (!size || *size < 0 || !index)
    return refuse("expected a condition that affine subscripts are inside of "
                  "constant sizes",
                  padding.choice);
  padding.bounds.push_back({index, *size});
  return DiagnosedSilenceableFailure::success();
}

/// `value` as an expression over the axes; null if it is none.
AffineExpr PaddingFinder::getIndex(Value value) {
  if (auto number = getConstantIntValue(getAsOpFoldResult(value)))
    return getAffineConstantExpr(*number, block.getContext());
  if (auto axis = dyn_cast<BlockArgument>(value))
    return axis.getArgNumber() < block.getNumAxes()
               ? getAffineDimExpr(axis.getArgNumber(), block.getContext())
               : AffineExpr();
  Operation *op = value.getDefiningOp();
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, affine::AffineApplyOp>(
          op))
    return {};
  SmallVector<AffineExpr> inputs;
  for (Value operand : op->getOperands()) {
    inputs.push_back(getIndex(operand));
    if (!inputs.back())
      return {};
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return asDims(apply.getAffineMap()).getResult(0).replaceDims(inputs);
  if (isa<arith::AddIOp>(op))
    return inputs[0] + inputs[1];
  if (isa<arith::SubIOp>(op))
    return inputs[0] - inputs[1];
  bool isLinear =
      inputs[0].isSymbolicOrConstant() || inputs[1].isSymbolicOrConstant();
  return isLinear ? inputs[0] * inputs[1] : AffineExpr();
}

DiagnosedSilenceableFailure matchPadding(te::BlockOp block, const Twine &action,
                                         Padding &padding) {
  return PaddingFinder(block, action, padding).findChoice();
}

} // namespace tvm::schedule
