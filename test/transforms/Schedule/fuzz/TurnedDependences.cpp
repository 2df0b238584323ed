#include "test/transforms/Schedule/fuzz/Steps.h"

#include <map>

using namespace mlir;

namespace tvm::fuzz {

using schedule::Loop;

/// Whether the access combines a value with what is there: the one load at the
/// subscripts of the block's store, or that store.
static bool isCombining(const TracedAccess &access) {
  auto load = dyn_cast<affine::AffineLoadOp>(access.op);
  if (!load)
    return isa<affine::AffineStoreOp>(access.op);
  int others = 0;
  bool isStored = false;
  access.op->getParentRegion()->walk([&](Operation *op) {
    if (auto other = dyn_cast<affine::AffineLoadOp>(op))
      others += other != load && other.getMemRef() == load.getMemRef() &&
                other.getAffineMap() == load.getAffineMap() &&
                llvm::equal(other.getIndices(), load.getIndices());
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      isStored |= store.getMemRef() == load.getMemRef() &&
                  store.getAffineMap() == load.getAffineMap() &&
                  llvm::equal(store.getIndices(), load.getIndices());
  });
  return isStored && others == 0;
}

namespace {
/// Two accesses to one element, in the order of the serial run.
struct Pair {
  const TracedAccess &first, &second;

  std::optional<int64_t> variable(const TracedAccess &access,
                                  Operation *loop) const {
    for (auto [op, value] : access.loops)
      if (op == loop)
        return value;
    return std::nullopt;
  }
  bool isInside(Operation *loop) const {
    return variable(first, loop) && variable(second, loop);
  }
  /// In one iteration of all loops around `loop`.
  bool sharesLoopsAround(Operation *loop) const {
    for (size_t i = 0; i < first.loops.size() && i < second.loops.size(); ++i) {
      if (first.loops[i].first == loop)
        return true;
      if (first.loops[i] != second.loops[i])
        return false;
    }
    return false;
  }
  bool isReduction() const {
    te::BlockOp block = first.block;
    if (block != second.block || !block.hasReduction() ||
        first.spatial != second.spatial || !isCombining(first) ||
        !isCombining(second))
      return false;
    // Not where it is initialised in between.
    for (auto [a, b] : llvm::zip(first.loops, second.loops))
      if (a != b && !block.getInit().empty() &&
          !llvm::is_contained(block.getIters(),
                              cast<Loop>(a.first).getInductionVar()))
        return false;
    return true;
  }
};
} // namespace

static int partOf(const TracedAccess &access, Loop loop) {
  Operation *part = access.op;
  while (part->getParentOp() != loop)
    part = part->getParentOp();
  return std::distance(loop.getBody()->begin(), part->getIterator());
}

/// Whether the first access comes earlier in the body of the loop.
static bool isEarlierInBody(const Pair &pair, Loop loop) {
  int a = partOf(pair.first, loop), b = partOf(pair.second, loop);
  if (a != b)
    return a < b;
  auto top = [](const TracedAccess &access) {
    Operation *op = access.op;
    while (!isa<te::BlockOp>(op->getParentOp()))
      op = op->getParentOp();
    return op;
  };
  Operation *first = top(pair.first), *second = top(pair.second);
  return first == second || (first->getBlock() == second->getBlock()
                                 ? first->isBeforeInBlock(second)
                                 : pair.first.op->getParentRegion() <
                                       pair.second.op->getParentRegion());
}

/// The loop or block of the body of `loop`, by number.
static int64_t statementOf(const TracedAccess &access, Loop loop) {
  int64_t number = 0;
  for (Operation &op : *loop.getBody()) {
    if (op.isAncestor(access.op))
      return number;
    number += isa<Loop, te::BlockOp>(op);
  }
  return -1;
}

/// Whether the second access runs first, in time steps of the pipeline.
static bool isOvertaken(const Step &step, const Pair &pair) {
  Loop loop = step.loops.front();
  auto timeOf = [&](const TracedAccess &access) {
    int64_t statement = statementOf(access, loop);
    return std::pair(*pair.variable(access, loop) + step.numbers[statement],
                     step.numbers[step.numbers.size() / 2 + statement]);
  };
  return timeOf(pair.second) < timeOf(pair.first);
}

static bool isTurned(const Step &step, const Pair &pair) {
  Loop loop = step.loops.front();
  if (step.primitive == Primitive::SoftwarePipeline)
    return pair.isInside(loop) && pair.sharesLoopsAround(loop) &&
           isOvertaken(step, pair);
  if (step.primitive == Primitive::Reorder) {
    Loop outermost = loop;
    for (Loop other : step.loops)
      if (other->isProperAncestor(outermost))
        outermost = other;
    if (!pair.isInside(outermost) || !pair.sharesLoopsAround(outermost) ||
        pair.isReduction())
      return false;
    for (Loop each : step.loops) {
      int64_t a = *pair.variable(pair.first, each),
              b = *pair.variable(pair.second, each);
      if (a != b)
        return a > b;
    }
    return false;
  }
  if (!pair.isInside(loop) || !pair.sharesLoopsAround(loop) ||
      pair.variable(pair.first, loop) == pair.variable(pair.second, loop))
    return false;
  switch (step.primitive) {
  case Primitive::Parallel:
  case Primitive::VirtualThread:
    return true;
  case Primitive::Vectorize:
    // Lanes join in one element.
    return (!pair.isReduction() ||
            schedule::bindsAxis(pair.first.block, loop.getInductionVar(),
                                /*reduction=*/false)) &&
           !isEarlierInBody(pair, loop);
  case Primitive::LoopDistribute:
    return partOf(pair.first, loop) > partOf(pair.second, loop);
  default:
    return false;
  }
}

bool canCheck(Primitive primitive) {
  return llvm::is_contained({Primitive::Reorder, Primitive::Parallel,
                             Primitive::VirtualThread, Primitive::Vectorize,
                             Primitive::LoopDistribute,
                             Primitive::SoftwarePipeline},
                            primitive);
}

bool breaksDependence(const Step &step, ArrayRef<TracedAccess> accesses) {
  std::map<std::pair<unsigned, int64_t>, std::vector<const TracedAccess *>>
      elements;
  std::map<unsigned, std::vector<const TracedAccess *>> anywhere;
  std::map<unsigned, std::vector<const TracedAccess *>> all;
  for (const TracedAccess &access : accesses) {
    all[access.buffer].push_back(&access);
    // Where data decides it could be any element.
    if (isa<affine::AffineLoadOp, affine::AffineStoreOp>(access.op))
      elements[{access.buffer, access.element}].push_back(&access);
    else
      anywhere[access.buffer].push_back(&access);
  }
  auto isBroken = [&](const TracedAccess *a, const TracedAccess *b) {
    if (!a->isWrite && !b->isWrite)
      return false;
    if (b < a)
      std::swap(a, b);
    return isTurned(step, {*a, *b});
  };
  for (const auto &[place, users] : elements)
    for (size_t i = 0; i < users.size(); ++i)
      for (size_t j = i + 1; j < users.size(); ++j)
        if (isBroken(users[i], users[j]))
          return true;
  for (const auto &[buffer, users] : anywhere)
    for (const TracedAccess *user : users)
      for (const TracedAccess *other : all[buffer])
        if (other != user && isBroken(user, other))
          return true;
  return false;
}

} // namespace tvm::fuzz
