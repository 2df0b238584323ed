#include "test/transforms/Schedule/fuzz/Execution.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
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

void Interpreter::runScalar(Operation &op, Frame &frame) {
  if (++steps > kMaxSteps)
    isTooLong = true;
  if (isStopped())
    return;
  SmallVector<Frame *> alone{&frame};
  auto indices = [&](ValueRange values) {
    return llvm::map_to_vector(values, [&](Value v) { return get(frame, v); });
  };
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](Loop loop) { runLoop(loop, frame); })
      .Case([&](affine::AffineIfOp branch) {
        if (holds(branch.getIntegerSet(), branch.getOperands(), frame))
          runBlock(*branch.getThenBlock(), alone);
        else if (branch.hasElse())
          runBlock(*branch.getElseBlock(), alone);
      })
      .Case([&](scf::IfOp branch) {
        bool isTaken = get(frame, branch.getCondition());
        Block *block = isTaken ? branch.thenBlock() : branch.elseBlock();
        if (!block)
          return;
        runBlock(*block, alone);
        for (auto [result, value] : llvm::zip(
                 branch.getResults(), block->getTerminator()->getOperands()))
          frame.values[result] = get(frame, value);
      })
      .Case([&](affine::AffineApplyOp apply) {
        frame.values[apply] =
            evaluate(apply.getAffineMap(), apply.getMapOperands(), frame)[0];
      })
      .Case([&](affine::AffineLoadOp load) {
        auto at = evaluate(load.getAffineMap(), load.getMapOperands(), frame);
        if (int64_t *p =
                element(load, get(frame, load.getMemRef()), at, false, frame))
          frame.values[load] = *p;
      })
      .Case([&](affine::AffineStoreOp store) {
        auto at = evaluate(store.getAffineMap(), store.getMapOperands(), frame);
        if (int64_t *p =
                element(store, get(frame, store.getMemRef()), at, true, frame))
          *p = get(frame, store.getValueToStore());
      })
      .Case([&](memref::LoadOp load) {
        if (int64_t *p = element(load, get(frame, load.getMemRef()),
                                 indices(load.getIndices()), false, frame))
          frame.values[load] = *p;
      })
      .Case([&](memref::StoreOp store) {
        if (int64_t *p = element(store, get(frame, store.getMemRef()),
                                 indices(store.getIndices()), true, frame))
          *p = get(frame, store.getValueToStore());
      })
      .Case<memref::AllocOp, memref::AllocaOp>([&](auto alloc) {
        frame.values[alloc.getResult()] =
            allocate(alloc.getType(), indices(alloc.getDynamicSizes()));
        buffers.back().definition = alloc;
      })
      .Case([&](gpu::AllocOp alloc) {
        frame.values[alloc.getMemref()] =
            allocate(alloc.getType(), indices(alloc.getDynamicSizes()));
      })
      .Case<memref::DeallocOp, gpu::DeallocOp, affine::AffinePrefetchOp>(
          [](Operation *) {})
      .Case([&](gpu::LaunchOp launch) { runLaunch(launch, frame); })
      .Case([&](gpu::BarrierOp barrier) {
        if (threads)
          threads->wait(barrier);
        else
          fail(barrier, "a barrier outside of a launch");
      })
      .Case([&](memref::DimOp dim) {
        frame.values[dim] = getView(get(frame, dim.getSource()))
                                .shape[get(frame, dim.getIndex())];
      })
      .Case([&](memref::SubViewOp view) {
        frame.values[view] = addView(view, frame);
      })
      .Case([&](memref::CastOp cast) {
        frame.values[cast] = get(frame, cast.getSource());
      })
      .Default([&](Operation *other) { runArith(*other, frame); });
}

RunResult Interpreter::run() {
  buffers = makeArguments(kernel, options);
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
