// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleQueries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Apply/Payload.h"

using namespace mlir;

namespace tvm::schedule {

/// The only operation of type `OpTy` called `name` inside of the payload of
/// `root`.
template <typename OpTy>
static DiagnosedSilenceableFailure
find(transform::TransformOpInterface step, transform::TransformState &state,
     Value root, StringRef kind, StringRef name,
     transform::TransformResults &results) {
  SmallVector<Operation *> found;
  for (Operation *operation : state.getPayloadOps(root))
    operation->walk([&](OpTy op) {
      if (op.getName() == name)
        found.push_back(op);
    });
  if (found.size() == 1) {
    results.set(step->getResult(0), found);
    return DiagnosedSilenceableFailure::success();
  }
  auto failure = step.emitSilenceableError();
  failure << "expected one " << kind << " '" << name << "', got "
          << found.size();
  for (Operation *op : found)
    failure.attachNote(op->getLoc()) << "one of them";
  return failure;
}

DiagnosedSilenceableFailure
GetKernelOp::apply(transform::TransformRewriter &,
                   transform::TransformResults &results,
                   transform::TransformState &state) {
  return find<func::FuncOp>(*this, state, getRoot(), "function", getName(),
                            results);
}

DiagnosedSilenceableFailure
GetBlockOp::apply(transform::TransformRewriter &,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  return find<te::BlockOp>(*this, state, getRoot(), "block", getName(),
                           results);
}

DiagnosedSilenceableFailure
GetLoopsOp::apply(transform::TransformRewriter &,
                  transform::TransformResults &results,
                  transform::TransformState &state) {
  te::BlockOp block;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  SmallVector<Loop> loops = schedule::getLoops(block);
  if (loops.size() != getLoops().size()) {
    auto failure = emitSilenceableError();
    failure << "expected " << getLoops().size() << " loops around '"
            << block.getName() << "', got " << loops.size();
    failure.attachNote(block.getLoc()) << "the block";
    return failure;
  }
  for (auto [handle, loop] : llvm::zip(getLoops(), loops))
    results.set(cast<OpResult>(handle), {loop.getOperation()});
  return DiagnosedSilenceableFailure::success();
}

/// One handle per block of `found`.
static DiagnosedSilenceableFailure
setBlocks(transform::TransformOpInterface step, te::BlockOp block,
          StringRef kind, ArrayRef<te::BlockOp> found,
          transform::TransformResults &results) {
  if (found.size() == step->getNumResults()) {
    for (auto [handle, other] :
         llvm::zip(step->getResults(), llvm::to_vector(found)))
      results.set(handle, {other.getOperation()});
    return DiagnosedSilenceableFailure::success();
  }
  auto failure = step.emitSilenceableError();
  failure << "expected " << step->getNumResults() << " " << kind << " of '"
          << block.getName() << "', got " << found.size();
  for (te::BlockOp other : found)
    failure.attachNote(other.getLoc()) << "'" << other.getName() << "'";
  return failure;
}

DiagnosedSilenceableFailure
GetProducersOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  te::BlockOp block;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  return setBlocks(*this, block, "producers", schedule::getProducers(block),
                   results);
}

DiagnosedSilenceableFailure
GetConsumersOp::apply(transform::TransformRewriter &,
                      transform::TransformResults &results,
                      transform::TransformState &state) {
  te::BlockOp block;
  if (auto d = getPayload(*this, state, getBlock(), block); !d.succeeded())
    return d;
  return setBlocks(*this, block, "consumers", schedule::getConsumers(block),
                   results);
}

} // namespace tvm::schedule
