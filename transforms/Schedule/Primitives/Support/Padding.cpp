// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/Padding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
class PaddingFinder : BlockRequest {
public:
  PaddingFinder(te::BlockOp block, const Twine &action, Padding &padding)
      : BlockRequest(block, action), padding(padding) {}

  DiagnosedSilenceableFailure findChoice();

private:
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
  auto bounds = findBounds(block, choice.getCondition());
  if (!bounds)
    return refuse("expected a condition that affine subscripts are inside of "
                  "constant sizes",
                  choice);
  padding.bounds = *bounds;
  return DiagnosedSilenceableFailure::success();
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

/// `value` as an expression over the axes of `block`; null if there is none.
static AffineExpr getIndex(te::BlockOp block, Value value) {
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
    inputs.push_back(getIndex(block, operand));
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

std::optional<SmallVector<Bound>> findBounds(te::BlockOp block,
                                             Value condition) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    auto bounds = findBounds(block, both.getLhs());
    auto others = findBounds(block, both.getRhs());
    if (!bounds || !others)
      return std::nullopt;
    llvm::append_range(*bounds, *others);
    return bounds;
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult)
    return std::nullopt;
  std::optional<int64_t> size = getSize(compare.getRhs());
  AffineExpr index = getIndex(block, compare.getLhs());
  if (!size || *size < 0 || !index)
    return std::nullopt;
  index = simplifyAffineExpr(index, block.getNumAxes(), 0);
  return SmallVector<Bound>{{condition, index, *size}};
}

AffineMap getIndices(te::BlockOp block, ArrayRef<Bound> tests,
                     SmallVector<Value> &operands) {
  auto indices = llvm::map_to_vector(
      tests, [](const Bound &bound) { return bound.index; });
  AffineMap map =
      AffineMap::get(block.getNumAxes(), 0, indices, block.getContext())
          .compose(block.getBindings());
  operands = block.getIters();
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  return asDims(map);
}

DiagnosedSilenceableFailure matchPadding(te::BlockOp block, const Twine &action,
                                         Padding &padding) {
  return PaddingFinder(block, action, padding).findChoice();
}

} // namespace tvm::schedule
