// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Fusion/Fuser.h"

#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "dialects/Graph/Shapes/ShapeValues.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir;

namespace tvm::graph {

static FusionKind maxKind(FusionKind lhs, FusionKind rhs) {
  return static_cast<uint32_t>(lhs) > static_cast<uint32_t>(rhs) ? lhs : rhs;
}

static bool isAtMost(FusionKind kind, FusionKind limit) {
  return static_cast<uint32_t>(kind) <= static_cast<uint32_t>(limit);
}

/// The largest number of parts among which a kernel with several concatenations
/// chooses by position. Its code grows with the product of their numbers.
static constexpr unsigned kMaxParts = 64;

/// The number of parts that a part of unknown size counts as: a position has to
/// be compared with the end of each.
static constexpr unsigned kUnknownPart = 4;

/// The number of parts that `op` puts one after another.
static unsigned countParts(Operation *op) {
  if (!op->hasTrait<OpTrait::VariadicOperands>() ||
      cast<FusionInterface>(op).getFusionKind() != FusionKind::Injective)
    return 0;
  unsigned count = 0;
  for (Type type : op->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    count += tensor && tensor.hasStaticShape() ? 1 : kUnknownPart;
  }
  return count;
}

/// Whether a size of a result follows from the elements of an operand, not from
/// sizes of operands. Inside of a kernel, sizes are expressions of the sizes of
/// its arguments. (Those without symbolic shapes do so where they are opaque.)
static bool makesShapeFromData(Operation *op, ShapeValues &values) {
  if (!isa<SymbolicShapeInterface>(op))
    return false;
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
    FusionNode node;
    node.op = &op;
    node.isApart = op.hasAttr(kApartAttrName);
    node.given = op.getAttr(kFusionAttrName);
    node.kind = node.isApart || makesShapeFromData(&op, values)
                    ? FusionKind::Opaque
                    : fusion.getFusionKind();
    indices[&op] = nodes.size();
    nodes.push_back(node);
    leaveGroup(nodes.size() - 1);
  }
  for (FusionNode &node : nodes)
    for (Operation *user : node.op->getUsers()) {
      auto it = indices.find(user);
      if (it == indices.end())
        node.escapes = true;
      else if (!llvm::is_contained(node.users, it->second))
        node.users.push_back(it->second);
    }
}

/// Whether all dimensions of `operand` are those of the result of its owner.
static bool hasResultShape(OpOperand &operand) {
  Operation *op = operand.getOwner();
  auto from = cast<RankedTensorType>(operand.get().getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  if (from.getRank() != to.getRank())
    return false;
  return llvm::all_of(llvm::seq<int64_t>(0, from.getRank()), [&](int64_t i) {
    return from.isDynamicDim(i)
               ? hasResultDim(op, operand.getOperandNumber(), i)
               : from.getDimSize(i) == to.getDimSize(i);
  });
}

/// A broadcast whose result has the producer's shape uses it element-wise.
FusionKind Fuser::edgeKind(const FusionNode &producer,
                           const FusionNode &consumer) {
  if (consumer.kind != FusionKind::Broadcast)
    return consumer.kind;
  bool isElementWise =
      llvm::all_of(consumer.op->getOpOperands(), [&](OpOperand &operand) {
        return operand.get().getDefiningOp() != producer.op ||
               hasResultShape(operand);
      });
  return isElementWise ? FusionKind::ElementWise : FusionKind::Broadcast;
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
    FusionNode &node = nodes[i];
    if (node.escapes || node.users.empty() || mustLeave(i))
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

void Fuser::unite(unsigned child, unsigned into, FusionReason because) {
  child = find(child);
  into = find(into);
  if (child == into)
    return;
  nodes[into].groupSize += nodes[child].groupSize;
  nodes[into].because =
      std::max({nodes[into].because, nodes[child].because, because});
  nodes[into].groupParts += nodes[child].groupParts;
  nodes[into].groupKind =
      maxKind(nodes[into].groupKind, nodes[child].groupKind);
  nodes[into].absorbsTransposes |= nodes[child].absorbsTransposes;
  nodes[into].movesRows |= nodes[child].movesRows;
  nodes[into].isTransposed |= nodes[child].isTransposed;
  nodes[child].leader = into;
}

/// Makes a group of node `i` alone. Others whose leader it is must leave, too.
void Fuser::leaveGroup(unsigned i) {
  FusionNode &node = nodes[i];
  node.leader = i;
  node.groupKind = node.kind;
  node.groupSize = 1;
  node.because = FusionReason::Single;
  node.groupParts = countParts(node.op);
  auto fusion = cast<FusionInterface>(node.op);
  node.absorbsTransposes = fusion.absorbsTransposes();
  node.movesRows = fusion.movesRows();
  node.isTransposed = false;
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

/// Whether the group of `source` and those on `path` may be one.
bool Fuser::isWithinLimits(unsigned source, ArrayRef<unsigned> path) {
  llvm::SmallPtrSet<Operation *, 16> leaders{nodes[find(source)].op};
  unsigned size = nodes[find(source)].groupSize;
  unsigned parts = nodes[find(source)].groupParts;
  bool isJoined = false; // groups of parts, which are several
  for (unsigned node : path) {
    const FusionNode &leader = nodes[find(node)];
    if (!leaders.insert(leader.op).second)
      continue;
    size += leader.groupSize;
    isJoined |= parts != 0 && leader.groupParts != 0;
    parts += leader.groupParts;
  }
  return size <= limits.maxOperators && (!isJoined || parts <= kMaxParts);
}

void Fuser::tryFuse(unsigned source, Condition condition) {
  unsigned sink = nodes[source].parent;
  if (find(source) == find(sink))
    return;
  llvm::SmallPtrSet<Operation *, 16> visited;
  llvm::SmallVector<unsigned> path;
  if (!collectPath(source, sink, condition, visited, path))
    return;
  if (!isWithinLimits(source, path))
    return refuse(source, SeparationReason::Limit);
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

/// The reason why the group that ends at `sink` does not go on.
SeparationReason Fuser::getSeparation(unsigned sink) {
  const FusionNode &node = nodes[sink];
  if (auto given = getSeparate(node.given))
    return *given;
  if (node.users.empty())
    return SeparationReason::Result;
  bool isAsked = node.isApart, isOpaque = node.kind == FusionKind::Opaque;
  for (unsigned user : node.users) {
    if (node.escapes || find(user) != find(node.users.front()))
      return SeparationReason::Readers;
    isAsked |= nodes[user].isApart;
    isOpaque |= nodes[user].kind == FusionKind::Opaque;
  }
  if (isAsked)
    return SeparationReason::Asked;
  if (node.refusal)
    return *node.refusal;
  return isOpaque ? SeparationReason::Opaque : SeparationReason::Kinds;
}

/// Whether the kernel of node `i` contains all its readers.
bool Fuser::hasJoined(unsigned i) {
  return !nodes[i].escapes && !nodes[i].users.empty() &&
         llvm::all_of(nodes[i].users,
                      [&](unsigned user) { return find(user) == find(i); });
}

StringRef describe(SeparationReason reason) {
  switch (reason) {
  case SeparationReason::Result:
    return "no operator reads its result";
  case SeparationReason::Readers:
    return "several kernels read its result, or it is returned";
  case SeparationReason::Kinds:
    return "the operator that reads its result is of a kind that does not join";
  case SeparationReason::Opaque:
    return "it is opaque, or the operator that reads its result is";
  case SeparationReason::Asked:
    return "'graph.apart' asks for it";
  case SeparationReason::Limit:
    return "with what reads its result, it would have too many operators";
  case SeparationReason::Traffic:
    return "with what reads its result, it would move no less memory";
  case SeparationReason::Tiles:
    return "no schedule rule has tiles for it and what reads its result";
  }
  llvm_unreachable("no such reason");
}

LogicalResult Fuser::checkGiven() {
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (mustJoin(i) && !hasJoined(i))
      return nodes[i].op->emitOpError(
                 "cannot be in the kernel of its readers: ")
             << describe(getSeparation(i));
  return success();
}

FailureOr<llvm::SmallVector<FusionGroup>> Fuser::run() {
  buildPostDominators();
  runPhase(0);
  runPhase(1);
  fusePatterns();
  if (failed(checkGiven()))
    return failure();
  // Ordered by sink: a group's last operator in program order.
  std::map<unsigned, FusionGroup> groups;
  llvm::DenseMap<unsigned, unsigned> sinks;
  for (unsigned i = 0; i < nodes.size(); ++i)
    sinks[find(i)] = i;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    FusionGroup &group = groups[sinks[find(i)]];
    group.operators.push_back(nodes[i].op);
    if (nodes[i].role)
      group.roles[nodes[i].op] = *nodes[i].role;
  }
  llvm::SmallVector<FusionGroup> result;
  for (auto &[sink, group] : groups) {
    group.because = nodes[find(sink)].because;
    group.apart = getSeparation(sink);
    result.push_back(std::move(group));
  }
  return result;
}

FailureOr<llvm::SmallVector<FusionGroup>>
findFusionGroups(Block &block, const FusionLimits &limits) {
  return Fuser(block, limits).run();
}

Attribute getFusionDecision(const FusionGroup &group, Operation *op) {
  Builder builder(op->getContext());
  bool isLast = op == group.operators.back();
  StringRef reason =
      isLast ? stringifyEnum(group.apart) : stringifyEnum(group.because);
  return builder.getDictionaryAttr(builder.getNamedAttr(
      isLast ? kSeparateKey : kJoinedKey, builder.getStringAttr(reason)));
}

} // namespace tvm::graph
