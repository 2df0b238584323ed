// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Execution.h"

#include "mlir/IR/IntegerSet.h"

using namespace mlir;

namespace tvm::fuzz {

void Interpreter::enter(te::BlockOp block, Region &region, Frame &frame,
                        Frame &inside) {
  inside.values.clear();
  inside.spatial.clear();
  auto axes = evaluate(block.getBindings(), block.getIters(), frame);
  for (auto [i, value] : llvm::enumerate(axes)) {
    inside.values[region.getArgument(i)] = value;
    if (!block.getKinds()[i])
      inside.spatial.push_back(value);
  }
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    inside.values[region.getArgument(axes.size() + i)] = get(frame, capture);
  inside.loops = frame.loops;
}

static bool isReducedByLoop(te::BlockOp block) {
  return llvm::any_of(loopsAround(block), [&](Loop loop) {
    return binds(block, loop.getInductionVar(), true);
  });
}

/// Runs `init` where it is the first time for these spatial axes.
void Interpreter::initialize(te::BlockOp block, Frame &frame) {
  Frame inside;
  enter(block, block.getInit(), frame, inside);
  if (isReducedByLoop(block) &&
      !initialized[block].insert(inside.spatial).second)
    return;
  SmallVector<Frame *> alone{&inside};
  runBlock(block.getInit().front(), alone);
}

void Interpreter::runBlockOp(te::BlockOp block, Lanes &lanes) {
  std::vector<Frame> frames;
  frames.reserve(lanes.size());
  bool reduces = false;
  for (Frame *lane : lanes) {
    if (std::optional<IntegerSet> predicate = block.getPredicate();
        predicate && !holds(*predicate, block.getIters(), *lane))
      continue;
    if (!block.getInit().empty() && !isReducedByLoop(block))
      initialize(block, *lane);
    frames.emplace_back();
    enter(block, block.getBody(), *lane, frames.back());
    if (lanes.size() > 1 && block.hasReduction())
      reduces = !binds(
          block, cast<Loop>(lane->loops.back().first).getInductionVar(), false);
  }
  SmallVector<Frame *> inside;
  for (Frame &frame : frames)
    inside.push_back(&frame);
  if (!reduces)
    return runBlock(block.getBody().front(), inside);
  // Partial results are joined in any order.
  for (Frame *frame : llvm::reverse(inside)) {
    SmallVector<Frame *> alone{frame};
    runBlock(block.getBody().front(), alone);
  }
}

/// Runs `init` for the points of the spatial axes that the loop comes to. A
/// reduction over nothing is its start value.
void Interpreter::startGroup(te::BlockOp block, Loop loop, Frame &frame) {
  SmallVector<Loop> loops = loopsAround(block);
  loops.erase(loops.begin(), llvm::find(loops, loop));
  initialized[block].clear();
  for (bool isEmpty : {false, true}) {
    Frame inner = frame;
    if (initialized[block].empty())
      initializeAll(block, loops, isEmpty, inner);
  }
}

void Interpreter::initializeAll(te::BlockOp block, ArrayRef<Loop> loops,
                                bool isEmpty, Frame &frame) {
  if (isStopped())
    return;
  if (!loops.empty()) {
    Loop loop = loops.front();
    Value variable = loop.getInductionVar();
    int64_t lower = 0, upper = 1;
    if (!isEmpty || !binds(block, variable, true) ||
        binds(block, variable, false)) {
      lower = bound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                    false, frame);
      upper = bound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), true,
                    frame);
    }
    for (int64_t i = lower; i < upper; i += loop.getStepAsInt()) {
      frame.values[variable] = i;
      frame.loops.push_back({loop, i});
      for (Operation &op : loop.getBody()->without_terminator())
        if (isa<affine::AffineApplyOp>(op))
          runScalar(op, frame);
      initializeAll(block, loops.drop_front(), isEmpty, frame);
      frame.loops.pop_back();
    }
    return;
  }
  if (std::optional<IntegerSet> predicate = block.getPredicate()) {
    // Over nothing, what concerns reduction axes alone holds for none.
    SmallVector<bool> skipped;
    for (AffineExpr expr : predicate->getConstraints()) {
      bool reduces = false, isOther = false;
      for (auto [i, iter] : llvm::enumerate(block.getIters())) {
        if (i >= predicate->getNumDims() || !expr.isFunctionOfDim(i))
          continue;
        bool isReduction =
            binds(block, iter, true) && !binds(block, iter, false);
        reduces |= isReduction;
        isOther |= !isReduction;
      }
      skipped.push_back(isEmpty && reduces && !isOther);
    }
    if (!holds(*predicate, block.getIters(), frame, skipped))
      return;
  }
  if (++steps > options.maxSteps)
    isTooLong = true;
  initialize(block, frame);
}

} // namespace tvm::fuzz
