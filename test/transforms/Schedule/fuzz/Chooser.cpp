// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Chooser.h"

using namespace mlir;

namespace tvm::fuzz {

SmallVector<Loop> getNest(Loop loop) {
  SmallVector<Loop> nest{loop};
  while (llvm::hasSingleElement(nest.back().getBody()->without_terminator())) {
    auto inner = dyn_cast<Loop>(nest.back().getBody()->front());
    if (!inner)
      break;
    nest.push_back(inner);
  }
  return nest;
}

Chooser::Chooser(func::FuncOp kernel, Random &random) : random(random) {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<Loop>(op))
      loops.push_back(loop);
    // Operations inside of a block are not scheduled.
    return isa<te::BlockOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  kernel.walk([&](te::BlockOp block) { blocks.push_back(block); });
  auto module = cast<ModuleOp>(kernel->getParentOp());
  llvm::append_range(intrinsics, module.getOps<te::TensorIntrinOp>());
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

void Chooser::chooseAxis(Step &step) {
  step.loops = {
      pickLoop([](Loop loop) { return !schedule::isConcurrent(loop); })};
  bool isOuter = !step.loops[0]->getParentOfType<Loop>();
  bool isOverBlocks = random.chance(isOuter ? 75 : 10);
  // Mostly along x.
  step.numbers = {(isOverBlocks ? 0 : 3) +
                  (random.chance(70) ? 0 : random.between(1, 2))};
}

/// The innermost loops around a block that may do what the intrinsic does,
/// where they are a tile; otherwise the step that makes them one.
void Chooser::chooseTile(Step &step) {
  step.numbers = {
      random.between(0, static_cast<int64_t>(intrinsics.size()) - 1)};
  te::TensorIntrinOp intrin = intrinsics[step.numbers[0]];
  ArrayRef<int64_t> extents = intrin.getComputation().getStaticExtents();
  SmallVector<Loop> nest = schedule::getLoops(pickBlock([&](te::BlockOp block) {
    return block.getNumAxes() == extents.size() &&
           block.hasReduction() == intrin.reduces() &&
           block.getCaptures().size() == 3;
  }));
  if (nest.size() < extents.size())
    nest = {pick<Loop>(loops)};
  nest.erase(nest.begin(), nest.end() - std::min(nest.size(), extents.size()));
  auto fits = [](auto pair) {
    return schedule::getTripCount(std::get<0>(pair)) == std::get<1>(pair);
  };
  step.loops = {nest.front()};
  if (nest.size() != extents.size() || random.chance(10) ||
      llvm::all_of(llvm::zip(nest, extents), fits))
    return;
  step.primitive = Primitive::Tile;
  step.loops = nest;
  step.numbers.assign(extents.begin(), extents.end());
}

} // namespace tvm::fuzz
