#include "test/transforms/Schedule/fuzz/Steps.h"

#include <map>

using namespace mlir;

namespace tvm::fuzz {

using schedule::Loop;

StringRef getName(Primitive primitive) {
  static constexpr StringLiteral kNames[kNumPrimitives] = {
      "split",
      "fuse",
      "reorder",
      "loop_partition",
      "loop_distribute",
      "parallel",
      "vectorize",
      "unroll",
      "compute_at",
      "cache_write",
      "decompose_reduction",
      "blockize"};
  return kNames[static_cast<int>(primitive)];
}

bool marksLoop(Primitive primitive) {
  return primitive == Primitive::Parallel ||
         primitive == Primitive::Vectorize || primitive == Primitive::Unroll;
}

/// Position of an operation among those of its kind in the function.
template <typename OpTy> static int position(OpTy op) {
  int position = 0, found = -1;
  op->template getParentOfType<func::FuncOp>()
      ->template walk<WalkOrder::PreOrder>([&](OpTy other) {
        if (other == op)
          found = position;
        ++position;
      });
  return found;
}

std::string Step::describe() const {
  std::string text = getName(primitive).str();
  te::BlockOp target = block;
  if (target)
    text += " '" + target.getName().str() + "'";
  for (Loop loop : loops)
    text += " loop" + std::to_string(position(loop));
  for (int64_t number : numbers)
    text += " " + std::to_string(number);
  return text;
}

/// Loops that are nested perfectly, from `loop` on.
static SmallVector<Loop> getNest(Loop loop) {
  SmallVector<Loop> nest{loop};
  while (llvm::hasSingleElement(nest.back().getBody()->without_terminator())) {
    auto inner = dyn_cast<Loop>(nest.back().getBody()->front());
    if (!inner)
      break;
    nest.push_back(inner);
  }
  return nest;
}

static void chooseFactors(Step &step, Random &random) {
  static const std::vector<SmallVector<int64_t>> kFactors = {
      {0, 2}, {0, 2}, {0, 3}, {0, 4},    {2, 0},    {3, 0},    {0, 1},
      {2, 2}, {2, 4}, {3, 3}, {0, 2, 2}, {2, 0, 2}, {0, 2, 3}, {1, 0, 2},
      {5},    {0},    {0, 5}, {0, 8},    {4, 0},    {0, -1},   {0, 0}};
  step.numbers = random.pick(kFactors);
}

static void chooseNest(Step &step, Loop start, ArrayRef<Loop> all,
                       Random &random) {
  SmallVector<Loop> nest = getNest(start);
  if (step.primitive == Primitive::Fuse) {
    step.loops = {start, nest.size() > 1 && random.chance(90)
                             ? nest[1]
                             : all[random.between(0, all.size() - 1)]};
    return;
  }
  size_t depth = random.between(std::min<size_t>(2, nest.size()), nest.size());
  step.loops.assign(nest.begin(), nest.begin() + depth);
  for (size_t i = depth; i > 1; --i)
    std::swap(step.loops[i - 1], step.loops[random.between(0, i - 1)]);
  if (random.chance(5))
    step.loops.push_back(all[random.between(0, all.size() - 1)]);
}

/// Mostly a loop around a block that reads what `block` writes.
static Loop chooseReader(te::BlockOp block, Loop otherwise, Random &random) {
  SmallVector<Loop> loops;
  for (Value capture : block.getCaptures())
    for (Operation *user : capture.getUsers())
      if (auto reader = dyn_cast<te::BlockOp>(user);
          reader && reader != block && isa<MemRefType>(capture.getType()))
        llvm::append_range(loops, schedule::getLoops(reader));
  if (loops.empty() || random.chance(10))
    return otherwise;
  return loops[random.between(0, loops.size() - 1)];
}

std::optional<Step> chooseStep(func::FuncOp kernel, Random &random) {
  SmallVector<Loop> loops;
  SmallVector<te::BlockOp> blocks;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<Loop>(op))
      loops.push_back(loop);
    // What is inside of a block is not scheduled.
    return isa<te::BlockOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  kernel.walk([&](te::BlockOp block) { blocks.push_back(block); });
  using P = Primitive;
  static const std::vector<P> kChoice = {P::Split,
                                         P::Split,
                                         P::Split,
                                         P::Fuse,
                                         P::Fuse,
                                         P::Reorder,
                                         P::Reorder,
                                         P::Reorder,
                                         P::LoopPartition,
                                         P::LoopDistribute,
                                         P::LoopDistribute,
                                         P::Parallel,
                                         P::Vectorize,
                                         P::Unroll,
                                         P::ComputeAt,
                                         P::ComputeAt,
                                         P::ComputeAt,
                                         P::CacheWrite,
                                         P::DecomposeReduction,
                                         P::DecomposeReduction,
                                         P::Blockize};
  Step step{random.pick(kChoice), {}, {}, {}};
  if (loops.empty() || blocks.empty())
    return std::nullopt;
  Loop loop = loops[random.between(0, loops.size() - 1)];
  step.block = blocks[random.between(0, blocks.size() - 1)];
  switch (step.primitive) {
  case P::Split:
    chooseFactors(step, random);
    break;
  case P::LoopPartition:
    step.numbers = {random.between(0, 20) ? random.between(1, 5) : 0};
    break;
  case P::Fuse:
  case P::Reorder:
    for (int tries = 3; tries > 0 && getNest(loop).size() < 2; --tries)
      loop = loops[random.between(0, loops.size() - 1)];
    chooseNest(step, loop, loops, random);
    step.block = {};
    return step;
  case P::Vectorize: {
    SmallVector<Loop> nest = getNest(loop);
    if (random.chance(80))
      loop = nest.back();
    break;
  }
  case P::Blockize: {
    // Mostly the loops close to the block.
    SmallVector<Loop> nest = getNest(loop);
    loop = nest[random.between(0, nest.size() - 1)];
    break;
  }
  case P::CacheWrite:
    return step;
  case P::ComputeAt:
    // Mostly one that has been left as it was.
    for (int tries = 4;
         tries > 0 && schedule::getLoops(step.block).size() !=
                          static_cast<size_t>(step.block.getNumAxes());
         --tries)
      step.block = blocks[random.between(0, blocks.size() - 1)];
    step.loops = {chooseReader(step.block, loop, random)};
    return step;
  case P::DecomposeReduction: {
    SmallVector<te::BlockOp> reductions;
    for (te::BlockOp block : blocks)
      if (!block.getInit().empty())
        reductions.push_back(block);
    if (!reductions.empty() && random.chance(90))
      step.block = reductions[random.between(0, reductions.size() - 1)];
    SmallVector<Loop> around = schedule::getLoops(step.block);
    if (!around.empty() && random.chance(90))
      loop = around[random.between(0, around.size() - 1)];
    step.loops = {loop};
    return step;
  }
  default:
    break;
  }
  step.block = {};
  step.loops = {loop};
  return step;
}

DiagnosedSilenceableFailure apply(const Step &step, RewriterBase &rewriter) {
  SmallVector<Loop> results;
  Loop loop;
  te::BlockOp block;
  switch (step.primitive) {
  case Primitive::Split:
    return schedule::split(rewriter, step.loops[0], step.numbers, results);
  case Primitive::Fuse:
    return schedule::fuse(rewriter, step.loops[0], step.loops[1], loop);
  case Primitive::Reorder:
    return schedule::reorder(rewriter, step.loops);
  case Primitive::LoopPartition:
    return schedule::loopPartition(rewriter, step.loops[0], step.numbers[0],
                                   loop);
  case Primitive::LoopDistribute:
    return schedule::loopDistribute(rewriter, step.loops[0], results);
  case Primitive::Parallel:
    return schedule::parallel(step.loops[0]);
  case Primitive::Vectorize:
    return schedule::vectorize(step.loops[0]);
  case Primitive::Unroll:
    return schedule::unroll(step.loops[0]);
  case Primitive::ComputeAt:
    return schedule::computeAt(rewriter, step.block, step.loops[0], block);
  case Primitive::CacheWrite:
    return schedule::cacheWrite(rewriter, step.block, block);
  case Primitive::DecomposeReduction:
    return schedule::decomposeReduction(rewriter, step.block, step.loops[0],
                                        block);
  case Primitive::Blockize:
    return schedule::blockize(rewriter, step.loops[0], block);
  }
  llvm_unreachable("all primitives are above");
}

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

static bool isTurned(const Step &step, const Pair &pair) {
  Loop loop = step.loops.front();
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
