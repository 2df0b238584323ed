#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "test/transforms/Schedule/fuzz/Chooser.h"
#include "transforms/Schedule/Analysis/Neighbours.h"

using namespace mlir;

namespace tvm::fuzz {

static void chooseFactors(Step &step, Random &random) {
  static const std::vector<SmallVector<int64_t>> kFactors = {
      {0, 2}, {0, 2}, {0, 3}, {0, 4},    {2, 0},    {3, 0},    {0, 1},
      {2, 2}, {2, 4}, {3, 3}, {0, 2, 2}, {2, 0, 2}, {0, 2, 3}, {1, 0, 2},
      {5},    {0},    {0, 5}, {0, 8},    {4, 0},    {0, -1},   {0, 0}};
  step.numbers = random.pick(kFactors);
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

/// Whether its one producer has no other consumer, and neither reduces.
static bool readsOneElementwise(te::BlockOp block) {
  SmallVector<te::BlockOp> producers(schedule::getProducers(block));
  return producers.size() == 1 && !block.hasReduction() &&
         !producers[0].hasReduction() &&
         llvm::hasSingleElement(schedule::getConsumers(producers[0]));
}

/// Whether another block loads several elements of what it writes.
static bool isReadAround(te::BlockOp block) {
  std::optional<unsigned> written = schedule::getWrittenCapture(block);
  if (!written || !isAsBefore(block))
    return false;
  return llvm::any_of(schedule::getConsumers(block), [&](te::BlockOp reader) {
    int loads = 0;
    for (auto [i, capture] : llvm::enumerate(reader.getCaptures()))
      if (capture == block.getCaptures()[*written])
        loads += llvm::count_if(
            reader.getCaptureArgument(reader.getBody(), i).getUsers(),
            llvm::IsaPred<affine::AffineLoadOp>);
    return loads > 1;
  });
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
    if (random.between(0, 2))
      step.numbers = {random.between(0, 20) ? random.between(1, 5) : 0};
    else // mostly what is left and a border in front, behind or on both sides
      step.numbers = {random.between(0, 1), random.between(0, 1),
                      random.between(1, 2)};
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
    step.block = pickBlock([](te::BlockOp block) {
      return !block.getInit().empty() && isAsBefore(block);
    });
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
    step.block = pickBlock(writesLocal);
    // It is for copies that a loop makes.
    if (!writesLocal(step.block)) {
      step.primitive = P::CacheRead;
      step.block = pick<te::BlockOp>(blocks);
      step.numbers = {random.between(0, 2)};
      step.loops = {pickLoopAround(step.block)};
    }
    break;
  case P::RollingBuffer:
    step.block = pickBlock(writesLocal);
    // It is for blocks that compute what overlaps for each iteration.
    if (!writesLocal(step.block)) {
      step.primitive = P::ComputeAt;
      step.block = pickBlock(isReadAround);
      step.loops = {pickLoopAround(schedule::getConsumers(step.block))};
    }
    break;
  case P::StorageAlign:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 1), random.between(1, 8),
                    random.between(0, 2)};
    break;
  case P::Bind:
    chooseAxis(step);
    break;
  case P::SetScope:
    step.block = pickBlock(writesLocal);
    step.numbers = {random.chance(70) ? 0 : random.between(1, 2)};
    break;
  case P::TransformLayout:
    step.block = pickBlock([](te::BlockOp block) {
      return llvm::any_of(block.getCaptures(), te::isWeight);
    });
    step.numbers = {random.between(0, 2), random.between(0, 5)};
    break;
  case P::Tensorize:
    chooseTile(step);
    break;
  case P::SamplePerfectTile:
    step.loops = {pick<Loop>(loops)};
    step.numbers = {random.between(1, 4), random.between(1, 6),
                    random.between(0, 1000)};
    break;
  case P::SampleCategorical:
    step.loops = {pick<Loop>(loops)};
    step.numbers = {random.between(0, 1000), 0};
    for (int64_t count = random.between(1, 4); count > 0; --count)
      step.numbers.push_back(random.between(0, 3));
    step.numbers.push_back(1);
    break;
  case P::SampleComputeLocation:
    step.block = pickBlock(isAsBefore);
    step.numbers = {random.between(0, 1000)};
    break;
  case P::CacheWrite:
  case P::ComputeInline:
    step.block = pick<te::BlockOp>(blocks);
    break;
  case P::ReverseComputeInline:
    step.block = pickBlock(readsOneElementwise);
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
                                         P::Blockize,
                                         P::Bind,
                                         P::Bind,
                                         P::SetScope,
                                         P::TransformLayout,
                                         P::SamplePerfectTile,
                                         P::SampleCategorical,
                                         P::SampleComputeLocation};
  Chooser chooser(kernel, random);
  if (!chooser.canChoose())
    return std::nullopt;
  if (chooser.canTensorize() && random.chance(20))
    return chooser.choose(P::Tensorize);
  return chooser.choose(random.pick(kChoice));
}

} // namespace tvm::fuzz
