// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Layout/LayoutConverter.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Layout/LayoutModels.h"
#include "transforms/Graph/ShapeBuilders.h"

using namespace mlir;

namespace tvm::graph {

/// `value` as a constant of another shape; null where it is no constant.
Value LayoutConverter::reshapeIfConstant(Value value, RankedTensorType type) {
  auto constant = value.getDefiningOp<ConstantOp>();
  TypedAttr reshaped =
      constant ? reshapeConstant(constant.getValue(), type) : TypedAttr();
  if (!reshaped)
    return {};
  return ConstantOp::create(builder, value.getLoc(), reshaped);
}

Value LayoutConverter::get(Value value) {
  Value &result = converted[value];
  if (!result) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(value);
    result = make(value);
  }
  return result;
}

Value LayoutConverter::make(Value value) {
  RankedTensorType type = getTensorType(value);
  auto order = change.getOrder(type.getRank());
  if (auto transpose = value.getDefiningOp<TransposeOp>()) {
    auto composed = permute(transpose.getPermutation(), order);
    if (llvm::is_sorted(composed))
      return transpose.getX();
    return createTranspose(builder, value.getLoc(), transpose.getX(), composed);
  }
  if (movesUnitsOnly(type.getShape(), order))
    if (Value moved = reshapeIfConstant(value, permuteType(type, order)))
      return moved;
  return createTranspose(builder, value.getLoc(), value, order);
}

Value LayoutConverter::extendRank(Value value, int64_t rank) {
  RankedTensorType type = getTensorType(value);
  int64_t missing = rank - type.getRank();
  if (missing == 0)
    return value;
  SmallVector<int64_t> shape(missing, 1);
  llvm::append_range(shape, type.getShape());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  if (Value extended = reshapeIfConstant(value, type.clone(shape)))
    return extended;
  return UnsqueezeOp::create(builder, value.getLoc(), type.clone(shape), value,
                             llvm::to_vector(llvm::seq<int64_t>(0, missing)));
}

Operation *LayoutConverter::rebuild(Operation *op, ValueRange operands) {
  builder.setInsertionPoint(op);
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  for (auto [before, after] : llvm::zip(op->getResults(), copy->getResults())) {
    RankedTensorType type = getTensorType(before);
    after.setType(permuteType(type, change.getOrder(type.getRank())));
    converted[before] = after;
  }
  old.push_back(op);
  return copy;
}

void LayoutConverter::replace(Operation *op, Value result) {
  if (!llvm::is_contained(op->getOperands(), result))
    if (Operation *other = result.getDefiningOp())
      keepDecisions(op, other);
  op->getResult(0).replaceAllUsesWith(result);
  old.push_back(op);
}

void LayoutConverter::replaceChain(ArrayRef<Operation *> operators, Value value,
                                   Value result) {
  converted[value] = result;
  llvm::append_range(old, operators);
}

/// Erases the old operators, consumers first. What is left of a value's uses
/// reads it in the old layout.
void LayoutConverter::finish() {
  for (Operation *op : llvm::reverse(old)) {
    for (Value result : op->getResults()) {
      if (result.use_empty())
        continue;
      Value moved = converted[result];
      builder.setInsertionPointAfterValue(moved);
      Value back =
          createTranspose(builder, op->getLoc(), moved,
                          change.getInverse(getTensorType(result).getRank()));
      back.setType(result.getType());
      result.replaceAllUsesWith(back);
    }
    op->erase();
  }
}

bool LayoutConverter::isAskedFor(Operation *op) const {
  auto given = op->getAttrOfType<StringAttr>(kDataLayoutAttrName);
  return isAsked || (given && given.getValue() == change.getTo());
}

LogicalResult LayoutConverter::convert(Operation *op) {
  auto given = op->getAttrOfType<StringAttr>(kDataLayoutAttrName);
  auto current = op->getAttrOfType<StringAttr>("layout");
  if (given && given != current && given.getValue() != change.getTo())
    return op->emitOpError("cannot get the layout ")
           << given << ": it has " << current << " already";
  bool stays = op->hasAttr(kKeepLayoutAttrName);
  if (stays && given && given != current)
    return op->emitOpError("cannot get the layout ")
           << given << ": '" << kKeepLayoutAttrName << "' asks for " << current;
  if (stays || (given && given == current))
    return success();
  if (auto layout = dyn_cast<LayoutInterface>(op))
    layout.convertLayout(*this);
  else
    convertElementwise(op, *this);
  return success();
}

LogicalResult LayoutConverter::run() {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_nonnull<GraphDialect>(op->getDialect()))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    if (failed(convert(op)))
      return failure();
  finish();
  // Decisions are carried out: the operators say so themselves.
  function.walk([](Operation *op) { op->removeAttr(kDataLayoutAttrName); });
  return success();
}

void registerLayouts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, GraphDialect *) {
    attachWindowLayouts(context);
    attachReductionLayouts(context);
    attachShapeLayouts(context);
    attachShuffleLayouts(context);
  });
}

} // namespace tvm::graph
