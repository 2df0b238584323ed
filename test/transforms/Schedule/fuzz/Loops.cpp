// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Execution.h"

using namespace mlir;

namespace tvm::fuzz {

bool binds(te::BlockOp block, Value variable, bool reduction) {
  AffineMap map = block.getBindings();
  for (auto [i, iter] : llvm::enumerate(block.getIters())) {
    if (iter != variable)
      continue;
    for (auto [axis, expr] : llvm::enumerate(map.getResults()))
      if (block.getKinds()[axis] == reduction &&
          (i < map.getNumDims()
               ? expr.isFunctionOfDim(i)
               : expr.isFunctionOfSymbol(i - map.getNumDims())))
        return true;
  }
  return false;
}

SmallVector<Loop> loopsAround(Operation *op) {
  SmallVector<Loop> loops;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<Loop>(parent))
      loops.insert(loops.begin(), loop);
  return loops;
}

void Interpreter::runLoop(Loop loop, Frame &frame) {
  int64_t lower = bound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                        false, frame);
  int64_t upper =
      bound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), true, frame);
  for (te::BlockOp block : starts.lookup(loop))
    startGroup(block, loop, frame);
  SmallVector<int64_t> iterations;
  for (int64_t i = lower; i < upper; i += loop.getStepAsInt()) {
    if (iterations.size() > static_cast<size_t>(options.maxSteps)) {
      isTooLong = true;
      return;
    }
    iterations.push_back(i);
  }
  auto kind = loop->getAttrOfType<StringAttr>("te.kind");
  StringRef name = options.isSerial || !kind ? "" : kind.getValue();
  if (name == "vectorized")
    return runVectorized(loop, iterations, frame);
  if (name == "parallel" || name == "vthread" || name.contains("Idx."))
    for (size_t i = iterations.size(); i > 1; --i)
      std::swap(iterations[i - 1], iterations[random.between(0, i - 1)]);
  for (int64_t i : iterations) {
    if (isStopped())
      return;
    frame.values[loop.getInductionVar()] = i;
    frame.loops.push_back({loop, i});
    SmallVector<Frame *> alone{&frame};
    runBlock(*loop.getBody(), alone);
    frame.loops.pop_back();
  }
}

/// A tile that is copied: rows in any order.
void Interpreter::runTile(Loop loop, ArrayRef<int64_t> iterations,
                          Frame &frame) {
  for (int64_t i : llvm::reverse(iterations)) {
    Frame row = frame;
    row.values[loop.getInductionVar()] = i;
    row.loops.push_back({loop, i});
    SmallVector<Frame *> alone{&row};
    runBlock(*loop.getBody(), alone);
  }
}

/// Operation by operation, each for all lanes.
void Interpreter::runVectorized(Loop loop, ArrayRef<int64_t> iterations,
                                Frame &frame) {
  if (auto inner = dyn_cast<Loop>(loop.getBody()->front());
      inner && llvm::hasSingleElement(loop.getBody()->without_terminator()))
    return runTile(loop, iterations, frame);
  if (loop.getBody()
          ->walk([](Loop) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return fail(loop, "a vectorized loop is not the innermost one");
  std::vector<Frame> frames(iterations.size(), frame);
  SmallVector<Frame *> lanes;
  for (auto [i, lane] : llvm::zip(iterations, frames)) {
    lane.values[loop.getInductionVar()] = i;
    lane.loops.push_back({loop, i});
    lanes.push_back(&lane);
  }
  runBlock(*loop.getBody(), lanes);
}

} // namespace tvm::fuzz
