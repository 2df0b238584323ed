// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Execution.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::fuzz {

Interpreter::Interpreter(func::FuncOp kernel, const RunOptions &options)
    : kernel(kernel), options(options), random(options.garbage + 17) {
  kernel.walk([&](te::BlockOp block) {
    if (block.getInit().empty())
      return;
    for (Loop loop : loopsAround(block))
      if (binds(block, loop.getInductionVar(), true)) {
        starts[loop].push_back(block);
        return;
      }
  });
}

void Interpreter::fail(Operation *op, const std::string &why) {
  if (!error.empty())
    return;
  llvm::raw_string_ostream stream(error);
  stream << why << ": " << *op;
}

/// The operations of one block, each for all lanes.
void Interpreter::runBlock(Block &block, Lanes &lanes) {
  for (Operation &op : block.without_terminator()) {
    if (isStopped())
      return;
    runOne(op, lanes);
  }
}

void Interpreter::runOne(Operation &op, Lanes &lanes) {
  if (auto block = dyn_cast<te::BlockOp>(op))
    return runBlockOp(block, lanes);
  for (Frame *frame : lanes)
    runScalar(op, *frame);
}

void Interpreter::runBranch(affine::AffineIfOp branch, Frame &frame) {
  SmallVector<Frame *> alone{&frame};
  if (holds(branch.getIntegerSet(), branch.getOperands(), frame))
    runBlock(*branch.getThenBlock(), alone);
  else if (branch.hasElse())
    runBlock(*branch.getElseBlock(), alone);
}

void Interpreter::runBranch(scf::IfOp branch, Frame &frame) {
  SmallVector<Frame *> alone{&frame};
  bool isTaken = get(frame, branch.getCondition());
  Block *block = isTaken ? branch.thenBlock() : branch.elseBlock();
  if (!block)
    return;
  runBlock(*block, alone);
  for (auto [result, value] :
       llvm::zip(branch.getResults(), block->getTerminator()->getOperands()))
    frame.values[result] = get(frame, value);
}

void Interpreter::runLoad(Operation *load, Value memory, ArrayRef<int64_t> at,
                          Frame &frame) {
  if (int64_t *p = element(load, get(frame, memory), at, false, frame))
    frame.values[load->getResult(0)] = *p;
}

void Interpreter::runStore(Operation *store, Value value, Value memory,
                           ArrayRef<int64_t> at, Frame &frame) {
  if (int64_t *p = element(store, get(frame, memory), at, true, frame))
    *p = get(frame, value);
}

SmallVector<int64_t> Interpreter::getAll(Frame &frame, ValueRange values) {
  return llvm::map_to_vector(values, [&](Value v) { return get(frame, v); });
}

/// Operations that make memory, or name it otherwise.
bool Interpreter::runMemory(Operation &op, Frame &frame) {
  return llvm::TypeSwitch<Operation *, bool>(&op)
      .Case<memref::AllocOp, memref::AllocaOp>([&](auto alloc) {
        frame.values[alloc.getResult()] =
            allocate(alloc.getType(), getAll(frame, alloc.getDynamicSizes()));
        buffers.back().definition = alloc;
        return true;
      })
      .Case([&](gpu::AllocOp alloc) {
        frame.values[alloc.getMemref()] =
            allocate(alloc.getType(), getAll(frame, alloc.getDynamicSizes()));
        return true;
      })
      .Case([&](memref::GetGlobalOp global) {
        if (!options.isReal)
          return false;
        frame.values[global] = readGlobal(global);
        return true;
      })
      .Case<memref::DeallocOp, gpu::DeallocOp, affine::AffinePrefetchOp>(
          [](Operation *) { return true; })
      .Case([&](memref::DimOp dim) {
        frame.values[dim] = getView(get(frame, dim.getSource()))
                                .shape[get(frame, dim.getIndex())];
        return true;
      })
      .Case([&](memref::SubViewOp view) {
        frame.values[view] = addView(view, frame);
        return true;
      })
      .Case([&](memref::CastOp cast) {
        frame.values[cast] = get(frame, cast.getSource());
        return true;
      })
      .Default(false);
}

void Interpreter::runScalar(Operation &op, Frame &frame) {
  if (++steps > options.maxSteps)
    isTooLong = true;
  if (isStopped() || runMemory(op, frame))
    return;
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](Loop loop) { runLoop(loop, frame); })
      .Case<affine::AffineIfOp, scf::IfOp>(
          [&](auto branch) { runBranch(branch, frame); })
      .Case([&](affine::AffineApplyOp apply) {
        frame.values[apply] =
            evaluate(apply.getAffineMap(), apply.getMapOperands(), frame)[0];
      })
      .Case([&](affine::AffineLoadOp load) {
        runLoad(load, load.getMemRef(),
                evaluate(load.getAffineMap(), load.getMapOperands(), frame),
                frame);
      })
      .Case([&](affine::AffineStoreOp store) {
        runStore(store, store.getValueToStore(), store.getMemRef(),
                 evaluate(store.getAffineMap(), store.getMapOperands(), frame),
                 frame);
      })
      .Case([&](memref::LoadOp load) {
        runLoad(load, load.getMemRef(), getAll(frame, load.getIndices()),
                frame);
      })
      .Case([&](memref::StoreOp store) {
        runStore(store, store.getValueToStore(), store.getMemRef(),
                 getAll(frame, store.getIndices()), frame);
      })
      .Case([&](gpu::LaunchOp launch) { runLaunch(launch, frame); })
      .Case([&](gpu::BarrierOp barrier) {
        if (threads)
          threads->wait(barrier);
        else
          fail(barrier, "a barrier outside of a launch");
      })
      .Default([&](Operation *other) {
        options.isReal ? runExactly(*other, frame) : runArith(*other, frame);
      });
}

RunResult Interpreter::run() {
  buffers = options.isReal ? options.arguments : makeArguments(kernel, options);
  size_t count = buffers.size();
  Frame frame;
  for (size_t i = 0; i < count; ++i)
    frame.values[kernel.getArgument(i)] = i;
  SmallVector<Frame *> alone{&frame};
  runBlock(kernel.getBody().front(), alone);
  std::vector<Buffer> allocated(
      std::make_move_iterator(buffers.begin() + count),
      std::make_move_iterator(buffers.end()));
  buffers.resize(count);
  return {std::move(buffers), std::move(allocated), std::move(error), isTooLong,
          readsUndefined};
}

RunResult run(func::FuncOp kernel, const RunOptions &options) {
  return Interpreter(kernel, options).run();
}

} // namespace tvm::fuzz
