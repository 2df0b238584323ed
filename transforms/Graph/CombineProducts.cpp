// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/Dominance.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/ElementWise.h"
#include "transforms/Graph/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_COMBINEPRODUCTSPASS
#include "transforms/Graph/Passes.h.inc"

namespace {

/// Operators, one per branch, that do the same with other constants.
using Row = SmallVector<Operation *>;

/// Products of one operand, and what follows each of them alike.
class Combiner {
public:
  Combiner(DominanceInfo &dominance, Row products)
      : dominance(dominance), rows{std::move(products)} {}

  /// Whether there is something to combine, and nothing is lost.
  bool match();
  void rewrite();

private:
  bool isConstant(Value value) {
    return constants.isConstant(value) &&
           dominance.properlyDominates(value, rows.front().front());
  }
  bool areAlike(const Row &row, unsigned dataOperand);
  bool extend();
  Value stack(OpBuilder &builder, const Row &row, unsigned operand);
  Value rebuild(OpBuilder &builder, const Row &row, Value data);

  DominanceInfo &dominance;
  ConstantExpressions constants;
  SmallVector<Row> rows; // the products first
  SmallVector<unsigned> dataOperands;
};

} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether all operators of `row` do the same with operand `dataOperand`: their
/// results and the other operands, which are constants, have the same types,
/// and none is to be a kernel of its own.
bool Combiner::areAlike(const Row &row, unsigned dataOperand) {
  Operation *first = row.front();
  int64_t rank = typeOf(first->getResult(0)).getRank();
  return llvm::all_of(row, [&](Operation *op) {
    if (op->hasAttr(kApartAttrName) || op->getName() != first->getName() ||
        op->getAttrDictionary() != first->getAttrDictionary() ||
        op->getOperandTypes() != first->getOperandTypes() ||
        op->getResultTypes() != first->getResultTypes())
      return false;
    for (OpOperand &operand : op->getOpOperands())
      if (operand.getOperandNumber() != dataOperand &&
          (!isConstant(operand.get()) ||
           typeOf(operand.get()).getRank() > rank))
        return false;
    return true;
  });
}

/// Adds the operators that alone read the results of the last row, if these
/// are element-wise and alike.
bool Combiner::extend() {
  Row next;
  std::optional<unsigned> dataOperand;
  for (Operation *op : rows.back()) {
    if (!op->hasOneUse())
      return false;
    OpOperand &use = *op->use_begin();
    Operation *user = use.getOwner();
    if (user->getBlock() != op->getBlock() || user->getNumResults() != 1 ||
        !isElementWise(user) ||
        user->getResultTypes().front() != op->getResultTypes().front() ||
        dataOperand.value_or(use.getOperandNumber()) != use.getOperandNumber())
      return false;
    dataOperand = use.getOperandNumber();
    next.push_back(user);
  }
  if (!areAlike(next, *dataOperand))
    return false;
  rows.push_back(next);
  dataOperands.push_back(*dataOperand);
  return true;
}

/// Whether the product that `user` reads should stay a kernel of its own. An
/// element-wise user fuses with its product, and a returned value has memory of
/// its own.
static bool wantsOwnKernel(Operation *user) {
  return isElementWise(user) || user->hasTrait<OpTrait::IsTerminator>();
}

bool Combiner::match() {
  auto product = cast<MatMulOp>(rows.front().front());
  RankedTensorType type = product.getType();
  if (rows.front().size() < 2 || !type.hasStaticShape() ||
      typeOf(product.getA()).getRank() < 2 ||
      typeOf(product.getB()).getRank() != 2 ||
      !areAlike(rows.front(), /*dataOperand=*/0))
    return false;
  dataOperands.push_back(0);
  while (extend())
    ;
  return llvm::none_of(rows.back(), [](Operation *op) {
    return llvm::any_of(op->getUsers(), wantsOwnKernel);
  });
}

/// Operand `operand` of every branch: one more dimension in front, and between
/// it and the operand's own those that broadcast.
Value Combiner::stack(OpBuilder &builder, const Row &row, unsigned operand) {
  SmallVector<Value> parts;
  int64_t resultRank = typeOf(row.front()->getResult(0)).getRank();
  for (Operation *op : row) {
    Value part = op->getOperand(operand);
    int64_t missing = resultRank + 1 - typeOf(part).getRank();
    SmallVector<int64_t> shape(missing, 1);
    llvm::append_range(shape, typeOf(part).getShape());
    parts.push_back(UnsqueezeOp::create(builder, op->getLoc(),
                                        typeOf(part).clone(shape), part,
                                        llvm::to_vector(llvm::seq(missing))));
  }
  SmallVector<int64_t> shape(typeOf(parts.front()).getShape());
  shape.front() = row.size();
  return ConcatOp::create(builder, row.front()->getLoc(),
                          typeOf(parts.front()).clone(shape), parts,
                          /*axis=*/0);
}

/// `row` as one operator: of `data`, or of the one operand of all.
Value Combiner::rebuild(OpBuilder &builder, const Row &row, Value data) {
  Operation *first = row.front();
  unsigned dataOperand = dataOperands[&row - rows.begin()];
  SmallVector<Location> locations =
      llvm::map_to_vector(row, [](Operation *op) { return op->getLoc(); });
  OperationState state(FusedLoc::get(first->getContext(), locations),
                       first->getName());
  for (unsigned i = 0; i < first->getNumOperands(); ++i)
    state.operands.push_back(i == dataOperand ? data : stack(builder, row, i));
  SmallVector<int64_t> shape{static_cast<int64_t>(row.size())};
  llvm::append_range(shape, typeOf(first->getResult(0)).getShape());
  state.addTypes(typeOf(first->getResult(0)).clone(shape));
  state.addAttributes(first->getAttrs());
  return builder.create(state)->getResult(0);
}

void Combiner::rewrite() {
  OpBuilder builder(rows.front().front());
  Value combined = cast<MatMulOp>(rows.front().front()).getA();
  for (const Row &row : rows)
    combined = rebuild(builder, row, combined);
  auto indexType = RankedTensorType::get({}, builder.getI64Type());
  for (auto [i, op] : llvm::enumerate(rows.back())) {
    Value index = ConstantOp::create(
        builder, op->getLoc(),
        DenseElementsAttr::get(indexType, static_cast<int64_t>(i)));
    op->getResult(0).replaceAllUsesWith(
        GatherOp::create(builder, op->getLoc(), op->getResultTypes().front(),
                         combined, index, /*axis=*/0));
  }
  for (const Row &row : llvm::reverse(rows))
    for (Operation *op : row)
      op->erase();
}

namespace {
struct CombineProductsPass
    : impl::CombineProductsPassBase<CombineProductsPass> {
  using CombineProductsPassBase::CombineProductsPassBase;

  /// Products of one operand with weights of one type, in program order.
  static SmallVector<Row> collect(Block &block) {
    llvm::MapVector<std::pair<Value, std::pair<Type, Attribute>>, Row> rows;
    for (auto op : block.getOps<MatMulOp>())
      rows[{op.getA(), {op.getB().getType(), op->getAttrDictionary()}}]
          .push_back(op);
    return llvm::map_to_vector(rows,
                               [](const auto &entry) { return entry.second; });
  }

  void runOnOperation() override {
    DominanceInfo dominance(getOperation());
    SmallVector<Row> rows;
    getOperation().walk(
        [&](Block *block) { llvm::append_range(rows, collect(*block)); });
    for (const Row &products : rows)
      if (Combiner combiner(dominance, products); combiner.match())
        combiner.rewrite();
  }
};
} // namespace

} // namespace tvm::graph
