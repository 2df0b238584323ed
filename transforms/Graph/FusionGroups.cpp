#include "transforms/Graph/FusionGroups.h"

#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/GraphMatMul.h"
#include "dialects/Graph/GraphReduction.h"
#include "dialects/Graph/GraphShape.h"
#include "dialects/Graph/ShapeValues.h"
#include "mlir/IR/BuiltinTypes.h"
#include "transforms/Graph/AttentionCost.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <map>

using namespace mlir;

namespace tvm::graph {

namespace {

/// An operator in the dominator tree and in its group (union-find).
struct Node {
  Operation *op = nullptr;
  FusionKind kind = FusionKind::Opaque;
  llvm::SmallVector<unsigned> users; // indices, in program order
  bool escapes = false;              // used by something that is no node
  // Immediate post-dominator and the greatest kind on the way there.
  int parent = -1;
  unsigned depth = 1;
  FusionKind wayKind = FusionKind::Opaque;
  // Union-find; kind and count are those of the root.
  unsigned leader = 0;
  FusionKind groupKind = FusionKind::Opaque;
  unsigned groupSize = 1;
  bool absorbsTransposes = false; // an operator of the group does
  bool isTransposed = false;      // the group has absorbed one of its result
};

class Fuser {
public:
  Fuser(Block &block, const FusionLimits &limits);
  llvm::SmallVector<FusionGroup> run();

private:
  using Condition = llvm::function_ref<bool(FusionKind, bool isSink)>;
  void buildPostDominators();
  FusionKind edgeKind(const Node &producer, const Node &consumer);
  int lowestCommonAncestor(int lhs, int rhs, FusionKind &kind);
  unsigned find(unsigned i);
  void unite(unsigned child, unsigned into);
  bool collectPath(unsigned source, unsigned sink, Condition condition,
                   llvm::SmallPtrSetImpl<Operation *> &visited,
                   llvm::SmallVectorImpl<unsigned> &path);
  void tryFuse(unsigned source, Condition condition);
  void runPhase(int phase);
  bool hasOneUser(unsigned i) {
    return !nodes[i].escapes && nodes[i].users.size() == 1;
  }
  bool isProductOnly(unsigned i);
  void fuseAttention(unsigned softmax);
  void absorbResultTranspose(unsigned transpose);
  void absorbOperandTranspose(unsigned transpose);

  std::vector<Node> nodes;
  llvm::DenseMap<Operation *, unsigned> indices;
  FusionLimits limits;
};

} // namespace

static FusionKind maxKind(FusionKind lhs, FusionKind rhs) {
  return static_cast<uint32_t>(lhs) > static_cast<uint32_t>(rhs) ? lhs : rhs;
}

static bool isAtMost(FusionKind kind, FusionKind limit) {
  return static_cast<uint32_t>(kind) <= static_cast<uint32_t>(limit);
}

/// Whether a size of a result follows from the elements of an operand, not from
/// sizes of operands. Inside of a kernel, sizes are expressions of the sizes of
/// its arguments.
static bool makesShapeFromData(Operation *op, ShapeValues &values) {
  SmallVector<AffineExpr> known;
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
      llvm::append_range(known, values.getDims(operand));
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.hasStaticShape())
      continue;
    for (AffineExpr size : values.getDims(result))
      if (!values.isFunctionOf(size, known))
        return true;
  }
  return false;
}

Fuser::Fuser(Block &block, const FusionLimits &limits) : limits(limits) {
  ShapeValues values(block.getParentOp()->getContext());
  for (Operation &op : block) {
    auto fusion = dyn_cast<FusionInterface>(op);
    if (!fusion)
      continue;
    Node node;
    node.op = &op;
    node.kind = node.groupKind = makesShapeFromData(&op, values)
                                     ? FusionKind::Opaque
                                     : fusion.getFusionKind();
    node.leader = nodes.size();
    node.absorbsTransposes = fusion.absorbsTransposes();
    indices[&op] = nodes.size();
    nodes.push_back(node);
  }
  for (Node &node : nodes)
    for (Operation *user : node.op->getUsers()) {
      auto it = indices.find(user);
      if (it == indices.end())
        node.escapes = true;
      else if (!llvm::is_contained(node.users, it->second))
        node.users.push_back(it->second);
    }
}

/// A broadcast whose result has the producer's shape uses it element-wise.
FusionKind Fuser::edgeKind(const Node &producer, const Node &consumer) {
  if (consumer.kind != FusionKind::Broadcast)
    return consumer.kind;
  auto from = cast<RankedTensorType>(producer.op->getResult(0).getType());
  auto to = cast<RankedTensorType>(consumer.op->getResult(0).getType());
  return from.hasStaticShape() && from.getShape() == to.getShape()
             ? FusionKind::ElementWise
             : FusionKind::Broadcast;
}

int Fuser::lowestCommonAncestor(int lhs, int rhs, FusionKind &kind) {
  while (lhs != rhs) {
    if (lhs < 0 || rhs < 0)
      return -1;
    if (nodes[lhs].depth < nodes[rhs].depth)
      std::swap(lhs, rhs);
    bool both = nodes[lhs].depth == nodes[rhs].depth;
    kind = maxKind(kind, nodes[lhs].wayKind);
    lhs = nodes[lhs].parent;
    if (both) {
      kind = maxKind(kind, nodes[rhs].wayKind);
      rhs = nodes[rhs].parent;
    }
  }
  return lhs;
}

void Fuser::buildPostDominators() {
  for (unsigned i = nodes.size(); i-- > 0;) {
    Node &node = nodes[i];
    if (node.escapes || node.users.empty())
      continue;
    int parent = node.users.front();
    FusionKind kind = edgeKind(node, nodes[parent]);
    for (unsigned user : llvm::drop_begin(node.users)) {
      kind = maxKind(kind, edgeKind(node, nodes[user]));
      parent = lowestCommonAncestor(parent, user, kind);
    }
    if (parent < 0)
      continue;
    node.parent = parent;
    node.depth = nodes[parent].depth + 1;
    node.wayKind = kind;
  }
}

unsigned Fuser::find(unsigned i) {
  while (nodes[i].leader != i)
    i = nodes[i].leader = nodes[nodes[i].leader].leader;
  return i;
}

void Fuser::unite(unsigned child, unsigned into) {
  child = find(child);
  into = find(into);
  if (child == into)
    return;
  nodes[into].groupSize += nodes[child].groupSize;
  nodes[into].groupKind =
      maxKind(nodes[into].groupKind, nodes[child].groupKind);
  nodes[into].absorbsTransposes |= nodes[child].absorbsTransposes;
  nodes[into].isTransposed |= nodes[child].isTransposed;
  nodes[child].leader = into;
}

/// Collects everything between `source` and `sink` (both included), or fails
/// where `condition` does not hold.
bool Fuser::collectPath(unsigned source, unsigned sink, Condition condition,
                        llvm::SmallPtrSetImpl<Operation *> &visited,
                        llvm::SmallVectorImpl<unsigned> &path) {
  for (unsigned user : nodes[source].users) {
    if (!visited.insert(nodes[user].op).second)
      continue;
    bool isSink = user == sink;
    if (!condition(nodes[find(user)].groupKind, isSink))
      return false;
    path.push_back(user);
    if (!isSink && !collectPath(user, sink, condition, visited, path))
      return false;
  }
  return true;
}

void Fuser::tryFuse(unsigned source, Condition condition) {
  unsigned sink = nodes[source].parent;
  if (find(source) == find(sink))
    return;
  llvm::SmallPtrSet<Operation *, 16> visited;
  llvm::SmallVector<unsigned> path;
  if (!collectPath(source, sink, condition, visited, path))
    return;
  llvm::SmallPtrSet<Operation *, 16> leaders{nodes[find(source)].op};
  unsigned size = nodes[find(source)].groupSize;
  for (unsigned node : path)
    if (leaders.insert(nodes[find(node)].op).second)
      size += nodes[find(node)].groupSize;
  if (size > limits.maxOperators)
    return;
  for (unsigned node : path)
    unite(node, sink);
  unite(source, sink);
}

void Fuser::runPhase(int phase) {
  for (unsigned i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0)
      continue;
    FusionKind group = nodes[find(i)].groupKind;
    FusionKind way = nodes[i].wayKind;
    if (group == FusionKind::OutFusable) {
      if (phase == 0 && way == FusionKind::ElementWise)
        tryFuse(i, [](FusionKind kind, bool) {
          return isAtMost(kind, FusionKind::Broadcast);
        });
    } else if (isAtMost(group, FusionKind::Broadcast)) {
      if (isAtMost(way, FusionKind::Injective) || way == FusionKind::Reduction)
        tryFuse(i, [](FusionKind kind, bool isSink) {
          return isAtMost(kind, FusionKind::Injective) ||
                 (isSink && (kind == FusionKind::Reduction ||
                             kind == FusionKind::OutFusable));
        });
    } else if (group == FusionKind::Injective && phase == 1) {
      tryFuse(i, [](FusionKind kind, bool) {
        return isAtMost(kind, FusionKind::Injective);
      });
    }
  }
}

/// Whether the group of node `i` is one product and what is element-wise, for
/// that node's result.
bool Fuser::isProductOnly(unsigned i) {
  unsigned products = 0;
  for (unsigned other = 0; other < nodes.size(); ++other) {
    if (find(other) != find(i))
      continue;
    if (other > i)
      return false;
    if (nodes[other].kind == FusionKind::OutFusable)
      products += isa<MatMulOp>(nodes[other].op) ? 1 : 2;
  }
  return products == 1;
}

/// The scores that `softmax` normalises row by row, where their shape is known.
static std::optional<ScoresShape> getScores(SoftmaxOp softmax) {
  auto type = cast<RankedTensorType>(softmax.getX().getType());
  int64_t rank = type.getRank();
  if (!type.hasStaticShape() || rank < 3 ||
      softmax.getAxes() != ArrayRef<int64_t>{rank - 1})
    return std::nullopt;
  int64_t queries = type.getDimSize(rank - 2), keys = type.getDimSize(rank - 1);
  int64_t points = queries * keys;
  return ScoresShape{points ? type.getNumElements() / points : 0, queries, keys,
                     type.getElementTypeBitWidth() / 8};
}

/// A product, the softmax of its rows, and the product with that: one kernel
/// where that keeps scores in the cache.
void Fuser::fuseAttention(unsigned softmax) {
  auto scores = getScores(cast<SoftmaxOp>(nodes[softmax].op));
  if (!scores ||
      estimateFusedTraffic(*scores, limits.cacheBytes) >=
          estimateSeparateTraffic(*scores, limits.cacheBytes) ||
      !hasOneUser(softmax) || nodes[find(softmax)].groupSize != 1)
    return;
  auto first = indices.find(nodes[softmax].op->getOperand(0).getDefiningOp());
  unsigned second = nodes[softmax].users.front();
  auto product = dyn_cast<MatMulOp>(nodes[second].op);
  if (first == indices.end() || !hasOneUser(first->second) ||
      !isProductOnly(first->second) || !product || product.getTransposeA() ||
      product.getA().getDefiningOp() != nodes[softmax].op)
    return;
  unsigned size =
      nodes[find(first->second)].groupSize + 1 + nodes[find(second)].groupSize;
  if (size > limits.maxOperators)
    return;
  unite(first->second, second);
  unite(softmax, second);
}

/// Makes a transpose of all that a group computes its last operator.
void Fuser::absorbResultTranspose(unsigned transpose) {
  auto it = indices.find(nodes[transpose].op->getOperand(0).getDefiningOp());
  if (it == indices.end() || !hasOneUser(it->second) ||
      nodes[find(transpose)].groupSize != 1)
    return;
  const Node &group = nodes[find(it->second)];
  if (!group.absorbsTransposes || group.isTransposed ||
      group.groupSize == limits.maxOperators)
    return;
  unite(it->second, transpose);
  nodes[find(transpose)].isTransposed = true;
}

/// Makes a transpose of an operand part of the group that alone reads it:
/// where the operator absorbs it, or the group's result is transposed, too.
void Fuser::absorbOperandTranspose(unsigned transpose) {
  if (!hasOneUser(transpose))
    return;
  unsigned user = nodes[transpose].users.front();
  Operation *op = nodes[user].op;
  bool isData = op->getOperand(0).getDefiningOp() == nodes[transpose].op &&
                cast<FusionInterface>(op).absorbsTransposes();
  unsigned size =
      nodes[find(transpose)].groupSize + nodes[find(user)].groupSize;
  if ((isData || nodes[find(user)].isTransposed) && size <= limits.maxOperators)
    unite(transpose, user);
}

llvm::SmallVector<FusionGroup> Fuser::run() {
  buildPostDominators();
  runPhase(0);
  runPhase(1);
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (isa<SoftmaxOp>(nodes[i].op))
      fuseAttention(i);
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (isa<TransposeOp>(nodes[i].op))
      absorbResultTranspose(i);
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (isa<TransposeOp>(nodes[i].op))
      absorbOperandTranspose(i);
  // Ordered by sink: a group's last operator in program order.
  std::map<unsigned, FusionGroup> groups;
  llvm::DenseMap<unsigned, unsigned> sinks;
  for (unsigned i = 0; i < nodes.size(); ++i)
    sinks[find(i)] = i;
  for (unsigned i = 0; i < nodes.size(); ++i)
    groups[sinks[find(i)]].push_back(nodes[i].op);
  llvm::SmallVector<FusionGroup> result;
  for (auto &[sink, group] : groups)
    result.push_back(std::move(group));
  return result;
}

llvm::SmallVector<FusionGroup> findFusionGroups(Block &block,
                                                const FusionLimits &limits) {
  return Fuser(block, limits).run();
}

} // namespace tvm::graph
