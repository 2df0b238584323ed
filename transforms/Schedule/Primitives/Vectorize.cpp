#include "transforms/Schedule/Analysis/Dependences.h"
#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// The operation of the block's body, or of its init, that holds `op`.
static Operation *getStatement(te::BlockOp block, Operation *op) {
  while (op->getParentOp() != block)
    op = op->getParentOp();
  return op;
}

/// Lanes run a body operation by operation: what comes first in the body comes
/// first for all of them. Values that all lanes combine in one element are
/// joined behind the loop.
static bool staysInOrder(Loop loop, const Access &source, const Access &sink) {
  if (isReductionPair(source, sink) &&
      !bindsAxis(source.block, loop.getInductionVar(), /*reduction=*/false))
    return true;
  if (source.block != sink.block)
    return source.block->isBeforeInBlock(sink.block);
  te::BlockOp block = source.block;
  Operation *first = getStatement(block, source.op);
  Operation *second = getStatement(block, sink.op);
  if (first->getBlock() != second->getBlock())
    return block.getInit().isAncestor(first->getParentRegion());
  // One statement runs lane by lane.
  return first == second || first->isBeforeInBlock(second);
}

/// (P1) No loop inside, or one vectorized loop: a tile that is transposed.
static DiagnosedSilenceableFailure requireInnermost(Loop loop) {
  Loop inside;
  loop.getBody()->walk([&](Loop inner) { inside = inner; });
  if (!inside || (getLoopKind(inside) == LoopKind::Vectorized &&
                  isPerfectlyNested(loop, inside)))
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(loop)
                 << "cannot vectorize: expected an innermost loop";
  failure.attachNote(inside.getLoc()) << "a loop inside";
  return failure;
}

DiagnosedSilenceableFailure vectorize(Loop loop) {
  if (auto d = requireSerial(loop, "vectorize"); !d.succeeded())
    return d;
  if (auto d = requireInnermost(loop); !d.succeeded())
    return d;
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(loop, "vectorize", use.opaque);
  auto mayIgnore = [&](const Access &source, const Access &sink) {
    return staysInOrder(loop, source, sink);
  };
  if (std::optional<Dependence> carried = findCarried(loop, use, mayIgnore))
    return refuse(loop, "vectorize", *carried);
  setLoopKind(loop, LoopKind::Vectorized);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
