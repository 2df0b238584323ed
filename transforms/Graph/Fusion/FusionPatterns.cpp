// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/BuiltinTypes.h"
#include "transforms/Graph/Fusion/AttentionPattern.h"
#include "transforms/Graph/Fusion/DepthwisePattern.h"
#include "transforms/Graph/Fusion/Fuser.h"
#include "transforms/Graph/Fusion/Views.h"

using namespace mlir;

namespace tvm::graph {

/// The product of node `i`'s group where the group is that, and what is
/// element-wise, for that node's result.
Operation *Fuser::getOnlyProduct(unsigned i) {
  Operation *product = nullptr;
  for (unsigned other = 0; other < nodes.size(); ++other) {
    if (find(other) != find(i))
      continue;
    bool isProduct = nodes[other].kind == FusionKind::OutFusable;
    if (other > i || (isProduct && product))
      return nullptr;
    if (isProduct)
      product = nodes[other].op;
  }
  return product;
}

/// Records the reason why the groups of `producers` do not take their readers.
void Fuser::refuse(ArrayRef<unsigned> producers, SeparationReason why) {
  for (unsigned producer : producers)
    nodes[producer].refusal = why;
}

/// Makes the groups of `producers` part of that of `into`, and returns true, if
/// it does not become too large.
bool Fuser::uniteWithinLimit(ArrayRef<unsigned> producers, unsigned into,
                             FusionReason because) {
  unsigned size = nodes[find(into)].groupSize;
  for (unsigned producer : producers)
    size += nodes[find(producer)].groupSize;
  if (size > limits.maxOperators) {
    refuse(producers, SeparationReason::Limit);
    return false;
  }
  for (unsigned producer : producers)
    unite(producer, into, because);
  return true;
}

/// Whether the group of `first` is a product, the group of `softmax` that alone
/// and `second` a product with it, and nothing else reads values between them.
bool Fuser::isAttention(unsigned first, unsigned softmax, unsigned second) {
  auto product = dyn_cast<MatMulOp>(nodes[second].op);
  return hasOneUser(first) && nodes[find(softmax)].groupSize == 1 &&
         isa_and_present<MatMulOp>(getOnlyProduct(first)) && product &&
         !product.getTransposeA() &&
         product.getA().getDefiningOp() == nodes[softmax].op &&
         !nodes[softmax].isApart && !nodes[second].isApart &&
         !mustLeave(first) && !mustLeave(softmax);
}

/// A product, the softmax of its rows, and the product with that: one kernel
/// where that keeps scores in the cache, and where the rule has tiles.
void Fuser::fuseAttention(unsigned softmax) {
  auto scores = getScores(cast<SoftmaxOp>(nodes[softmax].op));
  auto first = indices.find(nodes[softmax].op->getOperand(0).getDefiningOp());
  if (!scores || !hasOneUser(softmax) || first == indices.end())
    return;
  unsigned second = nodes[softmax].users.front();
  if (!isAttention(first->second, softmax, second))
    return;
  SmallVector<unsigned> producers{first->second, softmax};
  bool isGiven = mustJoin(first->second) && mustJoin(softmax);
  if (!isGiven && estimateFusedTraffic(*scores, limits.cpu) >=
                      estimateSeparateTraffic(*scores, limits.cpu))
    return refuse(producers, SeparationReason::Traffic);
  auto product = cast<MatMulOp>(nodes[second].op);
  if (!hasAttentionTiles(scores->keys, getNumColumns(product)))
    return refuse(producers, SeparationReason::Tiles);
  unsigned ofScores = indices.lookup(getOnlyProduct(first->second));
  if (!uniteWithinLimit(producers, second, FusionReason::Attention))
    return;
  nodes[ofScores].role = Role::AttentionScores;
  nodes[softmax].role = Role::AttentionSoftmax;
  nodes[second].role = Role::AttentionValues;
}

/// Whether what is between the sums of `product`, a convolution, and the result
/// of its group is one element-wise computation: the product has a bias, which
/// is cheap enough to be added by each reader, or there is an operator behind
/// it; all operators behind it have one user.
bool Fuser::isFollowedByOneComputation(Operation *product, unsigned last) {
  if (nodes[last].op == product)
    return !!cast<ConvOp>(product).getBias();
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (find(i) == find(last) && nodes[i].op != product && !hasOneUser(i))
      return false;
  return true;
}

/// A depthwise convolution, what is element-wise, and a pointwise convolution
/// of that: one kernel where that keeps in the cache what is between them, and
/// where its rule has tiles for both.
void Fuser::fuseDepthwise(unsigned pointwise) {
  auto conv = cast<ConvOp>(nodes[pointwise].op);
  auto shape = getDepthwiseShape(conv);
  auto producer = indices.find(conv.getX().getDefiningOp());
  if (!shape || producer == indices.end() || !hasOneUser(producer->second) ||
      nodes[pointwise].isApart || mustLeave(producer->second))
    return;
  auto depthwise =
      dyn_cast_if_present<ConvOp>(getOnlyProduct(producer->second));
  if (!depthwise || !isDepthwise(depthwise))
    return;
  if (!mustJoin(producer->second) &&
      estimateFusedTraffic(*shape, limits.cpu) >=
          estimateSeparateTraffic(*shape, limits.cpu))
    return refuse(producer->second, SeparationReason::Traffic);
  if (!isFollowedByOneComputation(depthwise, producer->second) ||
      !hasChainTiles(depthwise, conv, limits.cpu))
    return refuse(producer->second, SeparationReason::Tiles);
  if (!uniteWithinLimit(producer->second, pointwise,
                        FusionReason::DepthwiseChain))
    return;
  nodes[indices.lookup(depthwise)].role = Role::ChainDepthwise;
  nodes[pointwise].role = Role::ChainPointwise;
}

/// Takes a view out of its group where that only hands it what it reads, or
/// what is read of it: memory under another shape takes no kernel.
void Fuser::separateView(unsigned view) {
  SmallVector<unsigned> others;
  bool readsGroup = false, isReadByGroup = false;
  if (mustJoin(view))
    return;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    if (i == view || find(i) != find(view))
      continue;
    others.push_back(i);
    bool isRead = llvm::is_contained(nodes[i].users, view);
    if (isRead && mustJoin(i))
      return;
    readsGroup |= isRead;
    isReadByGroup |= llvm::is_contained(nodes[view].users, i);
  }
  if (others.empty() || (readsGroup && isReadByGroup))
    return;
  FusionReason because = nodes[find(view)].because;
  for (unsigned i : others)
    leaveGroup(i);
  leaveGroup(view);
  for (unsigned i : llvm::drop_end(others))
    unite(i, others.back(), because);
}

/// Whether elements of the last dimension stay beside each other.
static bool keepsRows(Operation *op) {
  ArrayRef<int64_t> order = cast<TransposeOp>(op).getPermutation();
  return !order.empty() &&
         order.back() == static_cast<int64_t>(order.size()) - 1;
}

/// Makes a transpose of all that a group computes its last operator.
void Fuser::absorbResultTranspose(unsigned transpose) {
  auto it = indices.find(nodes[transpose].op->getOperand(0).getDefiningOp());
  if (it == indices.end() || !hasOneUser(it->second) ||
      nodes[transpose].isApart || nodes[find(transpose)].groupSize != 1 ||
      mustLeave(it->second))
    return;
  const FusionNode &group = nodes[find(it->second)];
  bool isAbsorbed = group.absorbsTransposes ||
                    (group.movesRows && keepsRows(nodes[transpose].op));
  if (!isAbsorbed || group.isTransposed ||
      group.groupSize == limits.maxOperators)
    return;
  unite(it->second, transpose, FusionReason::Transpose);
  nodes[find(transpose)].isTransposed = true;
}

/// Makes a transpose of an operand part of the group that alone reads it:
/// where the operator absorbs it, or the group's result is transposed, too.
void Fuser::absorbOperandTranspose(unsigned transpose) {
  if (!hasOneUser(transpose) || mustLeave(transpose))
    return;
  unsigned user = nodes[transpose].users.front();
  if (nodes[transpose].isApart || nodes[user].isApart)
    return;
  Operation *op = nodes[user].op;
  auto fusion = cast<FusionInterface>(op);
  bool isData = op->getOperand(0).getDefiningOp() == nodes[transpose].op &&
                fusion.absorbsTransposes();
  bool isMatrix = fusion.movesRows() && nodes[find(transpose)].groupSize == 1;
  unsigned size =
      nodes[find(transpose)].groupSize + nodes[find(user)].groupSize;
  if ((isData || isMatrix || nodes[find(user)].isTransposed) &&
      size <= limits.maxOperators)
    unite(transpose, user, FusionReason::Transpose);
}

/// Attention and depthwise convolutions first: transposes join what they make.
void Fuser::fusePatterns() {
  auto forEach = [&](auto isOne, void (Fuser::*fuse)(unsigned)) {
    for (unsigned i = 0; i < nodes.size(); ++i)
      if (isOne(nodes[i].op))
        (this->*fuse)(i);
  };
  forEach(llvm::IsaPred<SoftmaxOp>, &Fuser::fuseAttention);
  forEach(llvm::IsaPred<ConvOp>, &Fuser::fuseDepthwise);
  forEach(isView, &Fuser::separateView); // those in front, in their order
  for (unsigned i = nodes.size(); i-- > 0;)
    if (isView(nodes[i].op))
      separateView(i); // those behind
  forEach(llvm::IsaPred<TransposeOp>, &Fuser::absorbResultTranspose);
  forEach(llvm::IsaPred<TransposeOp>, &Fuser::absorbOperandTranspose);
}

} // namespace tvm::graph
