// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Partition/Partitions.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Graph/Partition/PartitionTargets.h"

using namespace mlir;

namespace tvm::graph {

//===-- marks -------------------------------------------------------------===//

static bool isReadElsewhere(Operation *op, ArrayRef<Operation *> operators) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return !llvm::is_contained(operators, user);
  });
}

LogicalResult markPartition(PatternRewriter &rewriter, StringAttr target,
                            ArrayRef<Operation *> operators) {
  Operation *root = operators.front();
  for (Operation *op : operators) {
    if (op->hasAttr(kPartitionAttrName))
      return rewriter.notifyMatchFailure(op, "is in another part");
    if (op->getBlock() != root->getBlock())
      return rewriter.notifyMatchFailure(op, "is in another block");
    if (!isPure(op))
      return rewriter.notifyMatchFailure(op, "has effects");
    if (op != root && isReadElsewhere(op, operators))
      return rewriter.notifyMatchFailure(op, "is read outside of the match");
  }
  Attribute mark = DistinctAttr::create(target);
  for (Operation *op : operators)
    rewriter.modifyOpInPlace(op,
                             [&] { op->setAttr(kPartitionAttrName, mark); });
  return success();
}

//===-- merging -----------------------------------------------------------===//

namespace {

/// Joins parts. A part is computed at once, so all that it gives depends on all
/// that it takes.
class PartitionMerger {
public:
  explicit PartitionMerger(Block &block);
  void run();
  SmallVector<Partition> take();

private:
  ArrayRef<Operation *> getMembers(Operation *const &op);
  SmallVector<Operation *> getUsers(ArrayRef<Operation *> operators);
  bool leavesAndReturns(unsigned lhs, unsigned rhs);
  bool tryToJoin(Operation *producer, Operation *consumer);

  Block &block;
  SmallVector<Partition> parts;
  DenseMap<Operation *, unsigned> partOf;
};

} // namespace

PartitionMerger::PartitionMerger(Block &block) : block(block) {
  DenseMap<Attribute, unsigned> known;
  for (Operation &op : block) {
    auto mark = op.getAttrOfType<DistinctAttr>(kPartitionAttrName);
    if (!mark)
      continue;
    unsigned part = known.try_emplace(mark, parts.size()).first->second;
    if (part == parts.size())
      parts.push_back({cast<StringAttr>(mark.getReferencedAttr()), {}});
    parts[part].operators.push_back(&op);
    partOf[&op] = part;
  }
}

/// The operators of the part of `op`, or `op`.
ArrayRef<Operation *> PartitionMerger::getMembers(Operation *const &op) {
  auto part = partOf.find(op);
  return part == partOf.end() ? ArrayRef(op)
                              : ArrayRef(parts[part->second].operators);
}

/// The readers of `operators`, as operators of the block.
SmallVector<Operation *>
PartitionMerger::getUsers(ArrayRef<Operation *> operators) {
  SmallVector<Operation *> users;
  for (Operation *op : operators)
    for (Operation *user : op->getUsers())
      users.push_back(block.findAncestorOpInBlock(*user));
  return users;
}

/// Whether a value goes from one of two parts to one of them through something
/// else.
bool PartitionMerger::leavesAndReturns(unsigned lhs, unsigned rhs) {
  auto isInside = [&](Operation *op) {
    auto part = partOf.find(op);
    return part != partOf.end() && (part->second == lhs || part->second == rhs);
  };
  SmallVector<Operation *> stack = getUsers(parts[lhs].operators);
  llvm::append_range(stack, getUsers(parts[rhs].operators));
  llvm::erase_if(stack, isInside);
  DenseSet<Operation *> seen;
  while (!stack.empty()) {
    Operation *op = stack.pop_back_val();
    if (isInside(op))
      return true;
    if (!seen.insert(op).second)
      continue;
    ArrayRef<Operation *> members = getMembers(op);
    seen.insert(members.begin(), members.end());
    llvm::append_range(stack, getUsers(members));
  }
  return false;
}

/// Joins the parts of a value's producer and consumer, if they may be one.
bool PartitionMerger::tryToJoin(Operation *producer, Operation *consumer) {
  auto from = partOf.find(producer), to = partOf.find(consumer);
  if (from == partOf.end() || to == partOf.end())
    return false;
  unsigned lhs = from->second, rhs = to->second;
  if (lhs == rhs || parts[lhs].target != parts[rhs].target ||
      leavesAndReturns(lhs, rhs))
    return false;
  for (Operation *op : parts[rhs].operators)
    partOf[op] = lhs;
  parts[lhs].operators.append(std::exchange(parts[rhs].operators, {}));
  return true;
}

void PartitionMerger::run() {
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (Operation &op : block)
      for (Value operand : op.getOperands())
        if (Operation *producer = operand.getDefiningOp())
          isChanged |= tryToJoin(producer, &op);
  }
}

SmallVector<Partition> PartitionMerger::take() {
  llvm::erase_if(parts, [](Partition &part) { return part.operators.empty(); });
  for (Partition &part : parts)
    llvm::sort(part.operators, [](Operation *lhs, Operation *rhs) {
      return lhs->isBeforeInBlock(rhs);
    });
  return std::move(parts);
}

SmallVector<Partition> findPartitions(Block &block) {
  PartitionMerger merger(block);
  merger.run();
  return merger.take();
}

} // namespace tvm::graph
