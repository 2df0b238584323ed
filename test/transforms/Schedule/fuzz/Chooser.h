// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_CHOOSER_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_CHOOSER_H

// Parts of random steps. The interface for callers is in Steps.h.

#include "test/transforms/Schedule/fuzz/Steps.h"

namespace tvm::fuzz {

using schedule::Loop;

/// Loops that are nested perfectly, from `loop` on.
llvm::SmallVector<Loop> getNest(Loop loop);

/// Chooses what a primitive is asked to work on, mostly so that it may accept.
class Chooser {
public:
  Chooser(mlir::func::FuncOp kernel, Random &random);
  bool canChoose() const { return !loops.empty() && !blocks.empty(); }
  bool canTensorize() const { return !intrinsics.empty(); }
  Step choose(Primitive primitive);

private:
  template <typename T> T pick(llvm::ArrayRef<T> from) {
    return from[random.between(0, from.size() - 1)];
  }
  /// Returns one of `preferred`, mostly.
  template <typename T>
  T pick(llvm::ArrayRef<T> preferred, llvm::ArrayRef<T> all) {
    return preferred.empty() || random.chance(10) ? pick(all) : pick(preferred);
  }
  te::BlockOp pickBlock(llvm::function_ref<bool(te::BlockOp)> isPreferred);
  Loop pickLoop(llvm::function_ref<bool(Loop)> isPreferred);
  /// Whether `loop` holds `block` and a loop that is not around it.
  bool holdsLoopBeside(Loop loop, te::BlockOp block);
  Loop pickLoopAround(llvm::ArrayRef<te::BlockOp> preferred);
  /// `count` of the loops around `block`, from outside in.
  llvm::SmallVector<Loop> pickLoopsAround(te::BlockOp block, size_t count);

  // Fill in a step whose primitive has this subject.
  void chooseLoops(Step &step);
  void chooseMark(Step &step);
  void chooseBlock(Step &step);
  void chooseMemory(Step &step);
  void chooseSample(Step &step);

  // Fill in a step of some primitives.
  void chooseNest(Step &step);
  void chooseStages(Step &step);
  void chooseAxis(Step &step);
  void chooseTile(Step &step);
  void chooseZeros(Step &step);
  void choosePredicate(Step &step);
  void choosePrefetch(Step &step);

  Random &random;
  llvm::SmallVector<Loop> loops;
  llvm::SmallVector<te::BlockOp> blocks;
  llvm::SmallVector<te::TensorIntrinOp> intrinsics;
};

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_CHOOSER_H
