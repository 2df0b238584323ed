#include "test/transforms/Schedule/fuzz/Steps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "transforms/Schedule/Analysis/Neighbours.h"

using namespace mlir;

namespace tvm::fuzz {

using schedule::Loop;

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

namespace {
/// Chooses what a primitive is asked to work on, mostly so that it may accept.
class Chooser {
public:
  Chooser(func::FuncOp kernel, Random &random);
  bool canChoose() const { return !loops.empty() && !blocks.empty(); }
  Step choose(Primitive primitive);

private:
  template <typename T> T pick(ArrayRef<T> from) {
    return from[random.between(0, from.size() - 1)];
  }
  /// One of `preferred`, mostly.
  template <typename T> T pick(ArrayRef<T> preferred, ArrayRef<T> all) {
    return preferred.empty() || random.chance(10) ? pick(all) : pick(preferred);
  }
  te::BlockOp pickBlock(llvm::function_ref<bool(te::BlockOp)> isPreferred);
  Loop pickLoop(llvm::function_ref<bool(Loop)> isPreferred);
  /// Whether `loop` holds `block` and a loop that is not around it.
  bool holdsLoopBeside(Loop loop, te::BlockOp block);
  Loop pickLoopAround(ArrayRef<te::BlockOp> preferred);
  /// So many of the loops around `block`, from outside in.
  SmallVector<Loop> pickLoopsAround(te::BlockOp block, size_t count);
  void chooseNest(Step &step);
  void chooseStages(Step &step);

  Random &random;
  SmallVector<Loop> loops;
  SmallVector<te::BlockOp> blocks;
};
} // namespace

Chooser::Chooser(func::FuncOp kernel, Random &random) : random(random) {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<Loop>(op))
      loops.push_back(loop);
    // What is inside of a block is not scheduled.
    return isa<te::BlockOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  kernel.walk([&](te::BlockOp block) { blocks.push_back(block); });
}

te::BlockOp
Chooser::pickBlock(llvm::function_ref<bool(te::BlockOp)> isPreferred) {
  SmallVector<te::BlockOp> preferred;
  llvm::copy_if(blocks, std::back_inserter(preferred), isPreferred);
  return pick<te::BlockOp>(preferred, blocks);
}

bool Chooser::holdsLoopBeside(Loop loop, te::BlockOp block) {
  return loop->isProperAncestor(block) && llvm::any_of(loops, [&](Loop other) {
           return loop->isProperAncestor(other) &&
                  !other->isProperAncestor(block);
         });
}

Loop Chooser::pickLoop(llvm::function_ref<bool(Loop)> isPreferred) {
  SmallVector<Loop> preferred;
  llvm::copy_if(loops, std::back_inserter(preferred), isPreferred);
  return pick<Loop>(preferred, loops);
}

Loop Chooser::pickLoopAround(ArrayRef<te::BlockOp> preferred) {
  SmallVector<Loop> around;
  for (te::BlockOp block : preferred)
    llvm::append_range(around, schedule::getLoops(block));
  return pick<Loop>(around, loops);
}

SmallVector<Loop> Chooser::pickLoopsAround(te::BlockOp block, size_t count) {
  SmallVector<Loop> around = schedule::getLoops(block);
  while (around.size() > count)
    around.erase(around.begin() +
                 random.between(0, static_cast<int64_t>(around.size()) - 1));
  while (around.size() < count)
    around.push_back(pick<Loop>(loops));
  return around;
}

void Chooser::chooseNest(Step &step) {
  Loop start = pickLoop([](Loop loop) { return getNest(loop).size() > 1; });
  SmallVector<Loop> nest = getNest(start);
  if (step.primitive == Primitive::Fuse) {
    bool isNested = nest.size() > 1 && random.chance(90);
    step.loops = {start, isNested ? nest[1] : pick<Loop>(loops)};
    return;
  }
  size_t depth = random.between(std::min<size_t>(2, nest.size()), nest.size());
  step.loops.assign(nest.begin(), nest.begin() + depth);
  if (step.primitive == Primitive::Tile) {
    for (size_t i = 0; i < depth; ++i)
      step.numbers.push_back(random.between(random.chance(5) ? 0 : 1, 4));
    return;
  }
  for (size_t i = depth; i > 1; --i)
    std::swap(step.loops[i - 1], step.loops[random.between(0, i - 1)]);
  if (random.chance(5))
    step.loops.push_back(pick<Loop>(loops));
}

static int64_t countStatements(Loop loop) {
  return llvm::count_if(*loop.getBody(), [](Operation &op) {
    return isa<Loop, te::BlockOp>(op);
  });
}

/// Stages, then positions.
void Chooser::chooseStages(Step &step) {
  step.loops = {pickLoop([](Loop loop) { return countStatements(loop) > 1; })};
  int64_t count = countStatements(step.loops[0]), first = 2;
  for (int64_t i = 0; i < count; ++i)
    first = std::min(first, step.numbers.emplace_back(random.between(0, 2)));
  for (int64_t &stage : step.numbers)
    stage -= first;
  if (random.chance(30))
    llvm::sort(step.numbers);
  for (int64_t i = 0; i < count; ++i)
    step.numbers.push_back(i);
  if (random.chance(50))
    for (int64_t i = count; i > 1; --i)
      std::swap(step.numbers[count + i - 1],
                step.numbers[count + random.between(0, i - 1)]);
}

/// The next loop in the same body.
static Loop getNext(Loop loop) {
  for (Operation *op = loop->getNextNode(); op; op = op->getNextNode())
    if (auto next = dyn_cast<Loop>(op))
      return next;
  return {};
}

static bool isAsBefore(te::BlockOp block) {
  return schedule::getLoops(block).size() == block.getNumAxes();
}

static bool storesChoice(te::BlockOp block) {
  return block
      .walk([](affine::AffineStoreOp store) {
        return store.getValueToStore().getDefiningOp<scf::IfOp>()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool readsChoice(te::BlockOp block) {
  return block.hasReduction() &&
         llvm::any_of(schedule::getProducers(block), storesChoice);
}

/// Sums to which padding adds zeros, or a choice does.
static bool mayAddZeros(te::BlockOp block) {
  return readsChoice(block) ||
         (block.hasReduction() &&
          !block.getBody().getOps<arith::SelectOp>().empty());
}

static bool writesLocal(te::BlockOp block) {
  auto written = schedule::getWrittenCapture(block);
  return written &&
         block.getCaptures()[*written].getDefiningOp<memref::AllocaOp>();
}

Step Chooser::choose(Primitive primitive) {
  using P = Primitive;
  Step step{primitive, {}, {}, {}};
  switch (primitive) {
  case P::Split:
    chooseFactors(step, random);
    step.loops = {pick<Loop>(loops)};
    break;
  case P::LoopPartition:
    step.numbers = {random.between(0, 20) ? random.between(1, 5) : 0};
    step.loops = {pick<Loop>(loops)};
    break;
  case P::Fuse:
  case P::Reorder:
  case P::Tile:
    chooseNest(step);
    break;
  case P::SoftwarePipeline:
    chooseStages(step);
    break;
  case P::Vectorize:
    step.loops = {getNest(pick<Loop>(loops)).back()};
    break;
  case P::Blockize: {
    // Mostly the loops close to the block.
    SmallVector<Loop> nest = getNest(pick<Loop>(loops));
    step.loops = {nest[random.between(0, nest.size() - 1)]};
    break;
  }
  case P::LoopDistribute:
  case P::Parallel:
  case P::VirtualThread:
  case P::AddUnitLoop:
    step.loops = {pick<Loop>(loops)};
    break;
  case P::Unroll:
    step.loops = {pick<Loop>(loops)};
    if (random.chance(30))
      step.numbers = {random.between(1, 40)}; // steps of all loops in it
    break;
  case P::Merge: {
    Loop first = pickLoop([](Loop loop) {
      Loop next = getNext(loop);
      return next &&
             schedule::getTripCount(next) == schedule::getTripCount(loop);
    });
    Loop next = getNext(first);
    step.loops = {first, next ? next : pick<Loop>(loops)};
    break;
  }
  case P::ComputeInPlace:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 1)};
    break;
  case P::ComputeAt:
    step.block = pickBlock(isAsBefore);
    step.loops = {pickLoopAround(schedule::getConsumers(step.block))};
    break;
  case P::ReverseComputeAt:
    step.block = pickBlock(isAsBefore);
    step.loops = {pickLoopAround(schedule::getProducers(step.block))};
    break;
  case P::CacheRead:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 2)};
    if (random.chance(70))
      step.loops = {pickLoopAround(step.block)};
    else
      step.numbers.push_back(random.between(0, 1)); // whether all read it
    break;
  case P::PadEinsum:
    step.block =
        pickBlock([](te::BlockOp block) { return !block.getInit().empty(); });
    for (unsigned i = 0; i < step.block.getNumAxes(); ++i)
      step.numbers.push_back(random.between(random.chance(3) ? 0 : 1, 4));
    break;
  case P::DecomposePadding:
    step.block = pickBlock(storesChoice);
    step.loops = {pickLoopAround(step.block)};
    break;
  case P::DecomposeReduction:
  case P::RFactor:
    step.block =
        pickBlock([](te::BlockOp block) { return !block.getInit().empty(); });
    step.loops = {pickLoopAround(step.block)};
    step.numbers = {random.between(-1, 1)};
    break;
  case P::SkipZeros:
    step.block = pickBlock(mayAddZeros);
    step.numbers = {random.between(0, 1)};
    step.loops = {pickLoopAround(step.block)};
    // It is for sums that are apart from their initialisations.
    if (Loop sum = schedule::getReductionLoop(step.block);
        sum && !step.block.getInit().empty() && random.chance(80)) {
      step.primitive = P::DecomposeReduction;
      step.loops = {sum};
    }
    break;
  case P::DropPredicate:
    step.block = pickBlock([](te::BlockOp block) {
      return block.getPredicate() && writesLocal(block);
    });
    // It is for blocks that read copies, too.
    if (random.chance(50)) {
      step.primitive = P::CacheRead;
      step.numbers = {0};
      step.loops = {pickLoopAround(step.block)};
    }
    break;
  case P::CompactBuffer:
    step.block = pick<te::BlockOp>(blocks);
    step.loops = {pickLoopAround(step.block)};
    break;
  case P::Prefetch:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 2), random.between(0, 3)};
    step.loops = {pickLoopAround(step.block)};
    break;
  case P::SpreadPrefetch:
    step.block = pickBlock(
        [](te::BlockOp block) { return schedule::getLoops(block).size() > 2; });
    step.numbers = {random.between(0, 2), random.between(0, 3)};
    step.loops = pickLoopsAround(step.block, 3);
    break;
  case P::PrefetchDuring:
    step.block = pickBlock([&](te::BlockOp block) {
      return llvm::any_of(schedule::getLoops(block), [&](Loop loop) {
        return holdsLoopBeside(loop, block);
      });
    });
    step.numbers = {random.between(0, 1)};
    step.loops = {
        pickLoop([&](Loop loop) { return holdsLoopBeside(loop, step.block); })};
    for (int64_t count = random.between(1, 2); count > 0; --count)
      step.loops.push_back(pickLoop([&](Loop loop) {
        return step.loops.back()->isProperAncestor(loop) &&
               !loop->isProperAncestor(step.block);
      }));
    break;
  case P::DoubleBuffer:
  case P::RollingBuffer:
    step.block = pickBlock(writesLocal);
    break;
  case P::StorageAlign:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 1), random.between(1, 8),
                    random.between(0, 2)};
    break;
  case P::CacheWrite:
  case P::ComputeInline:
  case P::ReverseComputeInline:
    step.block = pick<te::BlockOp>(blocks);
    break;
  }
  return step;
}

std::optional<Step> chooseStep(func::FuncOp kernel, Random &random) {
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
                                         P::VirtualThread,
                                         P::ComputeAt,
                                         P::ComputeAt,
                                         P::ComputeAt,
                                         P::CacheRead,
                                         P::CacheRead,
                                         P::CacheWrite,
                                         P::DoubleBuffer,
                                         P::SoftwarePipeline,
                                         P::SoftwarePipeline,
                                         P::ReverseComputeAt,
                                         P::ComputeInline,
                                         P::ReverseComputeInline,
                                         P::RFactor,
                                         P::Tile,
                                         P::AddUnitLoop,
                                         P::StorageAlign,
                                         P::DecomposePadding,
                                         P::PadEinsum,
                                         P::Merge,
                                         P::Merge,
                                         P::Merge,
                                         P::ComputeInPlace,
                                         P::ComputeInPlace,
                                         P::Prefetch,
                                         P::SpreadPrefetch,
                                         P::PrefetchDuring,
                                         P::SkipZeros,
                                         P::SkipZeros,
                                         P::SkipZeros,
                                         P::CompactBuffer,
                                         P::CompactBuffer,
                                         P::DropPredicate,
                                         P::DropPredicate,
                                         P::DropPredicate,
                                         P::RollingBuffer,
                                         P::RollingBuffer,
                                         P::DecomposeReduction,
                                         P::DecomposeReduction,
                                         P::Blockize};
  Chooser chooser(kernel, random);
  if (!chooser.canChoose())
    return std::nullopt;
  return chooser.choose(random.pick(kChoice));
}

} // namespace tvm::fuzz
