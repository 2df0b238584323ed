// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Graph/ElementWise.h"
#include "transforms/Graph/Fusion/AttentionPattern.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Graph/ShapeBuilders.h"
#include "transforms/Target/CPU.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_DIVIDEATTENTIONPASS
#include "transforms/Graph/Passes.h.inc"

/// Whether `op` computes `role` of an attention.
static bool hasRole(Operation *op, Role role) {
  auto attribute = op->getAttrOfType<RoleAttr>(kRoleAttrName);
  return attribute && attribute.getValue() == role;
}

/// Whether graph-fuse made the kernel of `op`: some operators there have roles.
static bool isOfKernelWithRoles(Operation *op) {
  return op->getParentOfType<func::FuncOp>()
      .walk([](Operation *inner) {
        return WalkResult(failure(inner->hasAttr(kRoleAttrName)));
      })
      .wasInterrupted();
}

namespace {
/// softmax(f(q k)) v, with f element by element. Rows of the scores are what
/// queries have for themselves.
class Attention {
public:
  /// Returns the attention around `softmax`; nothing if there is none, if its
  /// shape is unknown, or if others use the scores. Where operators of the
  /// kernel have roles, it consists of the operators with its roles; in modules
  /// of other compilers, where none has, its structure decides.
  static std::optional<Attention> match(SoftmaxOp softmax);

  /// Divides the attention into blocks of `queries` queries, one more axis of
  /// the batch.
  void divide(int64_t queries);

  const ScoresShape &getShape() const { return whole; }

private:
  int64_t getBlocks() const { return llvm::divideCeil(whole.queries, size); }
  Value divideRows(OpBuilder &builder, Value x);
  Value shareRows(OpBuilder &builder, Value x);
  Value divideOperand(OpBuilder &builder, Value x);

  MatMulOp scores, product;
  SoftmaxOp softmax;
  SmallVector<Operation *> between; // from the scores to the softmax
  ScoresShape whole{};              // of all blocks
  int64_t size = 0;                 // queries of a block
};
} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The operations from a product of matrices, the first one, to `op`, each of
/// which is element by element, of the shape of all, and has no other user.
/// With `hasRoles`, the product is the one of queries and keys. Empty where
/// there are none.
static SmallVector<Operation *> findChain(Operation *op, bool hasRoles) {
  if (isa_and_present<MatMulOp>(op) &&
      (!hasRoles || hasRole(op, Role::AttentionScores)))
    return {op};
  if (!isElementWise(op) || op->getNumResults() != 1)
    return {};
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !operand.hasOneUse() ||
        type.getShape() != typeOf(op->getResult(0)).getShape())
      continue;
    SmallVector<Operation *> chain =
        findChain(operand.getDefiningOp(), hasRoles);
    if (chain.empty())
      continue;
    chain.push_back(op);
    return chain;
  }
  return {};
}

std::optional<Attention> Attention::match(SoftmaxOp softmax) {
  Attention found;
  found.softmax = softmax;
  bool hasRoles = isOfKernelWithRoles(softmax);
  if (hasRoles && !hasRole(softmax, Role::AttentionSoftmax))
    return std::nullopt;
  auto shape = getScores(softmax);
  if (!shape || !softmax->hasOneUse() || !softmax.getX().hasOneUse())
    return std::nullopt;
  found.whole = *shape;
  found.product = dyn_cast<MatMulOp>(*softmax->getUsers().begin());
  int64_t rank = typeOf(softmax.getX()).getRank();
  if (!found.product ||
      (hasRoles && !hasRole(found.product, Role::AttentionValues)) ||
      found.product.getTransposeA() ||
      found.product.getA() != softmax.getResult() ||
      typeOf(found.product.getResult()).getRank() != rank)
    return std::nullopt;
  SmallVector<Operation *> chain =
      findChain(softmax.getX().getDefiningOp(), hasRoles);
  if (chain.empty())
    return std::nullopt;
  found.scores = cast<MatMulOp>(chain.front());
  found.between.assign(std::next(chain.begin()), chain.end());
  if (found.scores.getTransposeA() ||
      typeOf(found.scores.getA()).getRank() != rank)
    return std::nullopt;
  auto isStatic = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape();
  };
  chain.push_back(found.product);
  for (Operation *op : chain)
    if (!llvm::all_of(op->getOperands(), isStatic))
      return std::nullopt;
  return found;
}

/// [.., rows, n] -> [.., blocks, size, n], zeros behind the rows.
Value Attention::divideRows(OpBuilder &builder, Value x) {
  RankedTensorType type = typeOf(x);
  int64_t dim = type.getRank() - 2, blocks = getBlocks();
  SmallVector<int64_t> shape(type.getShape()), low(type.getRank(), 0),
      high(low);
  high[dim] = blocks * size - shape[dim];
  shape[dim] += high[dim];
  if (high[dim] > 0)
    x = PadOp::create(builder, x.getLoc(), type.clone(shape), x,
                      /*value=*/Value(), low, high, PadMode::Constant);
  shape[dim] = size;
  shape.insert(shape.begin() + dim, blocks);
  return createReshape(builder, x.getLoc(), x, shape);
}

/// [.., m, n] -> [.., 1, m, n]: all blocks of a batch have the same; without a
/// batch it is so already.
Value Attention::shareRows(OpBuilder &builder, Value x) {
  SmallVector<int64_t> shape(typeOf(x).getShape());
  if (shape.size() < 3)
    return x;
  shape.insert(shape.end() - 2, 1);
  return createReshape(builder, x.getLoc(), x, shape);
}

/// An operand of what is element-wise, broadcast to the scores.
Value Attention::divideOperand(OpBuilder &builder, Value x) {
  RankedTensorType type = typeOf(x);
  if (type.getRank() < 2)
    return x;
  return type.getDimSize(type.getRank() - 2) == 1 ? shareRows(builder, x)
                                                  : divideRows(builder, x);
}

/// Copies to `to`, which computes in the place of `from`, what other passes
/// decided about that.
static void keepAttributes(Operation *from, Operation *to) {
  keepDecisions(from, to);
  if (Attribute role = from->getDiscardableAttr(kRoleAttrName))
    to->setDiscardableAttr(kRoleAttrName, role);
}

void Attention::divide(int64_t queries) {
  size = queries;
  OpBuilder builder(product);
  auto blocksOf = [&](Value value) {
    SmallVector<int64_t> shape(typeOf(value).getShape());
    shape[shape.size() - 2] = getBlocks();
    shape.insert(shape.end() - 1, size);
    return typeOf(value).clone(shape);
  };
  IRMapping mapping;
  Location loc = scores.getLoc();
  Value q = divideRows(builder, scores.getA());
  Value k = shareRows(builder, scores.getB());
  auto dividedScores =
      MatMulOp::create(builder, loc, blocksOf(scores.getResult()), q, k, false,
                       scores.getTransposeB());
  keepAttributes(scores, dividedScores);
  mapping.map(scores.getResult(), dividedScores.getResult());
  for (Operation *op : between) {
    for (Value operand : op->getOperands())
      if (!mapping.contains(operand))
        mapping.map(operand, divideOperand(builder, operand));
    Operation *divided = builder.clone(*op, mapping);
    divided->getResult(0).setType(blocksOf(op->getResult(0)));
    mapping.map(op->getResult(0), divided->getResult(0));
  }
  RankedTensorType type = blocksOf(softmax.getX());
  auto probabilities = SoftmaxOp::create(builder, softmax.getLoc(), type,
                                         mapping.lookup(softmax.getX()),
                                         ArrayRef<int64_t>{type.getRank() - 1});
  keepAttributes(softmax, probabilities);
  loc = product.getLoc();
  Value v = shareRows(builder, product.getB());
  auto results =
      MatMulOp::create(builder, loc, blocksOf(product.getResult()),
                       probabilities, v, false, product.getTransposeB());
  keepAttributes(product, results);
  type = typeOf(product.getResult());
  SmallVector<int64_t> shape(type.getShape());
  int64_t dim = type.getRank() - 2;
  shape[dim] = getBlocks() * size;
  Value y = createReshape(builder, loc, results, shape);
  if (shape[dim] > type.getDimSize(dim))
    y = SliceOp::create(
        builder, loc, type, y, ArrayRef<int64_t>{dim}, ArrayRef<int64_t>{0},
        ArrayRef<int64_t>{type.getDimSize(dim)}, ArrayRef<int64_t>{1});
  product.getResult().replaceAllUsesWith(y);
  product.erase();
  softmax.erase();
  for (Operation *op : llvm::reverse(between))
    op->erase();
  scores.erase();
}

namespace {
struct DivideAttentionPass
    : impl::DivideAttentionPassBase<DivideAttentionPass> {
  void runOnOperation() override {
    auto cpu = target::CPU::get(getOperation());
    if (failed(cpu))
      return signalPassFailure();
    SmallVector<SoftmaxOp> found;
    getOperation().walk([&](SoftmaxOp op) { found.push_back(op); });
    for (SoftmaxOp softmax : found) {
      auto attention = Attention::match(softmax);
      if (!attention)
        continue;
      int64_t queries = chooseQueries(attention->getShape(), *cpu);
      if (queries > 0 && queries < attention->getShape().queries)
        attention->divide(queries);
    }
  }
};
} // namespace

} // namespace tvm::graph
