// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/AccessPairs.h"

#include <map>

using namespace mlir;

namespace tvm::fuzz {

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

/// Whether the pair is in the nest, in one iteration of the loops around it.
static bool isInNest(const Pair &pair, ArrayRef<Loop> nest) {
  Loop outermost = nest.front();
  for (Loop other : nest)
    if (other->isProperAncestor(outermost))
      outermost = other;
  return pair.isInside(outermost) && pair.sharesLoopsAround(outermost);
}

/// Whether the second access runs first where loops nest as in `order`, or runs
/// at any time.
static bool isTurnedInOrder(const Pair &pair, ArrayRef<Loop> order) {
  if (!isInNest(pair, order))
    return false;
  for (Loop loop : order) {
    std::optional<int64_t> a = pair.variable(pair.first, loop),
                           b = pair.variable(pair.second, loop);
    if (a && b && a != b)
      return schedule::isConcurrent(loop) || (!pair.isReduction() && a > b);
  }
  return false;
}

/// The same for tiles: in front, which tile, then where in it.
static bool isTurnedInTiles(const Step &step, const Pair &pair) {
  if (!isInNest(pair, step.loops) || pair.isReduction())
    return false;
  auto getKey = [&](const TracedAccess &access) {
    SmallVector<int64_t> tiles, places;
    for (auto [loop, size] : llvm::zip(step.loops, step.numbers)) {
      tiles.push_back(*pair.variable(access, loop) / size);
      places.push_back(*pair.variable(access, loop) % size);
    }
    tiles.append(places);
    return tiles;
  };
  SmallVector<int64_t> a = getKey(pair.first), b = getKey(pair.second);
  return std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end());
}

/// Whether merging reverses an access in `first` and one behind it, in `second`
/// or in between.
static bool isTurnedByMerging(const Pair &pair, Loop first, Loop second) {
  std::optional<int64_t> a = pair.variable(pair.first, first);
  Operation *other = first->getBlock()->findAncestorOpInBlock(*pair.second.op);
  if (!a || !other || other == first || !second->getBlock() ||
      first->getBlock() != second->getBlock())
    return false;
  for (Loop around : schedule::getLoops(first))
    if (pair.variable(pair.first, around) != pair.variable(pair.second, around))
      return false;
  std::optional<int64_t> b = pair.variable(pair.second, second);
  return b ? a > b : other->isBeforeInBlock(second);
}

/// Whether a copy reverses a use, in the block's nest, of a value that it has
/// written.
static bool isTurnedByCopy(te::BlockOp block, const Pair &pair) {
  std::optional<unsigned> written = schedule::getWrittenCapture(block);
  return written && pair.first.block == block && pair.second.block != block &&
         pair.first.isWrite &&
         getBuffer(pair.first) == block.getCaptures()[*written] &&
         schedule::getNest(block)->isAncestor(pair.second.op);
}

/// Whether two accesses of the block's result are in different iterations of
/// `loop`, or of loops around it.
static bool isInTwoBuffers(const Step &step, const Pair &pair) {
  te::BlockOp block = step.block;
  std::optional<unsigned> written = schedule::getWrittenCapture(block);
  if (!written || getBuffer(pair.first) != block.getCaptures()[*written])
    return false;
  SmallVector<Loop> loops = schedule::getLoops(step.loops.front());
  loops.push_back(step.loops.front());
  return llvm::any_of(loops, [&](Loop loop) {
    return pair.variable(pair.first, loop) != pair.variable(pair.second, loop);
  });
}

/// Whether the two are in different iterations of `loop`.
static bool isCarried(const Pair &pair, Loop loop) {
  return pair.isInside(loop) && pair.sharesLoopsAround(loop) &&
         pair.variable(pair.first, loop) != pair.variable(pair.second, loop);
}

static bool isOverThreads(const Step &step) {
  return schedule::isThreadAxis(
      static_cast<schedule::GPUAxis>(step.numbers[0]));
}

static bool isTurned(const Step &step, const Pair &pair) {
  Loop loop = step.loops.empty() ? Loop() : step.loops.front();
  switch (step.primitive) {
  case Primitive::SoftwarePipeline:
    return pair.isInside(loop) && pair.sharesLoopsAround(loop) &&
           isOvertaken(step, pair);
  case Primitive::Reorder:
    return isTurnedInOrder(pair, step.loops);
  case Primitive::Tile:
    return isTurnedInTiles(step, pair);
  case Primitive::Merge:
    return isTurnedByMerging(pair, loop, step.loops[1]);
  case Primitive::CacheWrite:
    return isTurnedByCopy(step.block, pair);
  case Primitive::CompactBuffer:
    return isInTwoBuffers(step, pair);
  case Primitive::Bind:
    return (isCarried(pair, loop) &&
            !(isOverThreads(step) && pair.isReduction())) ||
           isRace(step, pair);
  case Primitive::SetScope:
    return isRace(step, pair);
  case Primitive::Parallel:
  case Primitive::VirtualThread:
    return isCarried(pair, loop);
  case Primitive::Vectorize:
    // Lanes join in one element.
    return isCarried(pair, loop) &&
           (!pair.isReduction() ||
            schedule::bindsAxis(pair.first.block, loop.getInductionVar(),
                                /*reduction=*/false)) &&
           !isEarlierInBody(pair, loop);
  case Primitive::LoopDistribute:
    return isCarried(pair, loop) &&
           partOf(pair.first, loop) > partOf(pair.second, loop);
  default:
    return false;
  }
}

bool isOrderOnly(Primitive primitive) {
  return llvm::is_contained({Primitive::Parallel, Primitive::VirtualThread,
                             Primitive::Vectorize, Primitive::Bind,
                             Primitive::SetScope},
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
