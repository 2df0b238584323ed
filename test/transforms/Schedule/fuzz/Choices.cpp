// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

static bool readsWeight(te::BlockOp block) {
  return llvm::any_of(block.getCaptures(), te::isWeight);
}

static bool writesLocal(te::BlockOp block) {
  auto written = schedule::getWrittenCapture(block);
  return written &&
         block.getCaptures()[*written].getDefiningOp<memref::AllocaOp>();
}

void Chooser::chooseLoops(Step &step) {
  using P = Primitive;
  switch (step.primitive) {
  case P::Split:
    chooseFactors(step, random);
    step.loops = {pick<Loop>(loops)};
    break;
  case P::Fuse:
  case P::Reorder:
  case P::Tile:
    chooseNest(step);
    break;
  case P::LoopPartition:
    if (random.between(0, 2))
      step.numbers = {random.between(0, 20) ? random.between(1, 5) : 0};
    else // mostly what is left and a border in front, behind or on both sides
      step.numbers = {random.between(0, 1), random.between(0, 1),
                      random.between(1, 2)};
    step.loops = {pick<Loop>(loops)};
    break;
  case P::LoopDistribute:
  case P::AddUnitLoop:
    step.loops = {pick<Loop>(loops)};
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
  case P::SoftwarePipeline:
    chooseStages(step);
    break;
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

void Chooser::chooseMark(Step &step) {
  using P = Primitive;
  switch (step.primitive) {
  case P::Parallel:
  case P::VirtualThread:
    step.loops = {pick<Loop>(loops)};
    break;
  case P::Vectorize:
    step.loops = {getNest(pick<Loop>(loops)).back()};
    break;
  case P::Unroll:
    step.loops = {pick<Loop>(loops)};
    if (random.chance(30))
      step.numbers = {random.between(1, 40)}; // steps of all loops in it
    break;
  case P::Bind:
    chooseAxis(step);
    break;
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

void Chooser::chooseZeros(Step &step) {
  step.block = pickBlock(mayAddZeros);
  step.numbers = {random.between(0, 1)};
  step.loops = {pickLoopAround(step.block)};
  // It is for sums that are apart from their initialisations.
  if (Loop sum = schedule::getReductionLoop(step.block);
      sum && !step.block.getInit().empty() && random.chance(80)) {
    step.primitive = Primitive::DecomposeReduction;
    step.loops = {sum};
  }
}

void Chooser::choosePredicate(Step &step) {
  step.block = pickBlock([](te::BlockOp block) {
    return block.getPredicate() && writesLocal(block);
  });
  // It is for blocks that read copies, too.
  if (random.chance(50)) {
    step.primitive = Primitive::CacheRead;
    step.numbers = {0};
    step.loops = {pickLoopAround(step.block)};
  }
}

void Chooser::chooseBlock(Step &step) {
  using P = Primitive;
  switch (step.primitive) {
  case P::ComputeAt:
    step.block = pickBlock(isAsBefore);
    step.loops = {pickLoopAround(schedule::getConsumers(step.block))};
    break;
  case P::ReverseComputeAt:
    step.block = pickBlock(isAsBefore);
    step.loops = {pickLoopAround(schedule::getProducers(step.block))};
    break;
  case P::ComputeInline:
    step.block = pick<te::BlockOp>(blocks);
    break;
  case P::ReverseComputeInline:
    step.block = pickBlock(readsOneElementwise);
    break;
  case P::ComputeInPlace:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 1)};
    break;
  case P::DecomposeReduction:
  case P::RFactor:
    step.block =
        pickBlock([](te::BlockOp block) { return !block.getInit().empty(); });
    step.loops = {pickLoopAround(step.block)};
    step.numbers = {random.between(-1, 1)};
    break;
  case P::DecomposePadding:
    step.block = pickBlock(storesChoice);
    step.loops = {pickLoopAround(step.block)};
    break;
  case P::Blockize: {
    // Mostly the loops close to the block.
    SmallVector<Loop> nest = getNest(pick<Loop>(loops));
    step.loops = {nest[random.between(0, nest.size() - 1)]};
    break;
  }
  case P::Tensorize:
    chooseTile(step);
    break;
  case P::PadEinsum:
    step.block = pickBlock([](te::BlockOp block) {
      return !block.getInit().empty() && isAsBefore(block);
    });
    for (unsigned i = 0; i < step.block.getNumAxes(); ++i)
      step.numbers.push_back(random.between(random.chance(3) ? 0 : 1, 4));
    break;
  case P::SkipZeros:
    chooseZeros(step);
    break;
  case P::DropPredicate:
    choosePredicate(step);
    break;
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

void Chooser::choosePrefetch(Step &step) {
  using P = Primitive;
  switch (step.primitive) {
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
  default:
    llvm_unreachable("the primitive does not prefetch");
  }
}

void Chooser::chooseMemory(Step &step) {
  using P = Primitive;
  switch (step.primitive) {
  case P::CacheRead:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 2)};
    if (random.chance(70))
      step.loops = {pickLoopAround(step.block)};
    else
      step.numbers.push_back(random.between(0, 1)); // whether all read it
    break;
  case P::CacheWrite:
    step.block = pick<te::BlockOp>(blocks);
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
  case P::StorageAlign:
    step.block = pick<te::BlockOp>(blocks);
    step.numbers = {random.between(0, 1), random.between(1, 8),
                    random.between(0, 2)};
    break;
  case P::Prefetch:
  case P::SpreadPrefetch:
  case P::PrefetchDuring:
    choosePrefetch(step);
    break;
  case P::CompactBuffer:
    step.block = pick<te::BlockOp>(blocks);
    step.loops = {pickLoopAround(step.block)};
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
  case P::SetScope:
    step.block = pickBlock(writesLocal);
    step.numbers = {random.chance(70) ? 0 : random.between(1, 2)};
    break;
  case P::TransformLayout:
    step.block = pickBlock(readsWeight);
    step.numbers = {random.between(0, 2), random.between(0, 5)};
    break;
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

void Chooser::chooseSample(Step &step) {
  using P = Primitive;
  switch (step.primitive) {
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
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

Step Chooser::choose(Primitive primitive) {
  Step step{primitive, {}, {}, {}};
  switch (getSubject(primitive)) {
  case Subject::Loops:
    chooseLoops(step);
    break;
  case Subject::Marks:
    chooseMark(step);
    break;
  case Subject::Blocks:
    chooseBlock(step);
    break;
  case Subject::Memory:
    chooseMemory(step);
    break;
  case Subject::Samples:
    chooseSample(step);
    break;
  }
  return step;
}

/// How often each primitive is chosen, relative to the others.
static constexpr std::pair<Primitive, int> kWeights[] = {
    {Primitive::Split, 3},
    {Primitive::Fuse, 2},
    {Primitive::Reorder, 3},
    {Primitive::LoopPartition, 1},
    {Primitive::LoopDistribute, 2},
    {Primitive::Parallel, 1},
    {Primitive::Vectorize, 1},
    {Primitive::Unroll, 1},
    {Primitive::VirtualThread, 1},
    {Primitive::ComputeAt, 3},
    {Primitive::CacheRead, 2},
    {Primitive::CacheWrite, 1},
    {Primitive::DoubleBuffer, 1},
    {Primitive::SoftwarePipeline, 2},
    {Primitive::ReverseComputeAt, 1},
    {Primitive::ComputeInline, 1},
    {Primitive::ReverseComputeInline, 1},
    {Primitive::RFactor, 1},
    {Primitive::Tile, 1},
    {Primitive::AddUnitLoop, 1},
    {Primitive::StorageAlign, 1},
    {Primitive::DecomposePadding, 1},
    {Primitive::PadEinsum, 1},
    {Primitive::Merge, 3},
    {Primitive::ComputeInPlace, 2},
    {Primitive::Prefetch, 1},
    {Primitive::SpreadPrefetch, 1},
    {Primitive::PrefetchDuring, 1},
    {Primitive::SkipZeros, 3},
    {Primitive::CompactBuffer, 2},
    {Primitive::DropPredicate, 3},
    {Primitive::RollingBuffer, 2},
    {Primitive::DecomposeReduction, 2},
    {Primitive::Blockize, 1},
    {Primitive::Bind, 2},
    {Primitive::SetScope, 1},
    {Primitive::TransformLayout, 1},
    {Primitive::SamplePerfectTile, 1},
    {Primitive::SampleCategorical, 1},
    {Primitive::SampleComputeLocation, 1},
};

/// Each primitive as often as its weight says.
static std::vector<Primitive> repeatByWeight() {
  std::vector<Primitive> primitives;
  for (auto [primitive, weight] : kWeights)
    primitives.insert(primitives.end(), weight, primitive);
  return primitives;
}

std::optional<Step> chooseStep(func::FuncOp kernel, Random &random) {
  static const std::vector<Primitive> kChoice = repeatByWeight();
  Chooser chooser(kernel, random);
  if (!chooser.canChoose())
    return std::nullopt;
  if (chooser.canTensorize() && random.chance(20))
    return chooser.choose(Primitive::Tensorize);
  return chooser.choose(random.pick(kChoice));
}

} // namespace tvm::fuzz
