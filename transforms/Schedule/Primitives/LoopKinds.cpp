#include "transforms/Schedule/Primitives/Primitives.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"

using namespace mlir;

namespace tvm::schedule {

static constexpr StringLiteral kKind = "te.kind";

void setLoopKind(Loop loop, LoopKind kind) {
  switch (kind) {
  case LoopKind::Serial:
    loop->removeAttr(kKind);
    return;
  case LoopKind::Parallel:
    loop->setAttr(kKind, StringAttr::get(loop.getContext(), "parallel"));
    return;
  case LoopKind::Vectorized:
    loop->setAttr(kKind, StringAttr::get(loop.getContext(), "vectorized"));
    return;
  case LoopKind::Unrolled:
    loop->setAttr(kKind, StringAttr::get(loop.getContext(), "unrolled"));
    return;
  }
}

LoopKind getLoopKind(Loop loop) {
  auto kind = loop->getAttrOfType<StringAttr>(kKind);
  if (!kind)
    return LoopKind::Serial;
  if (kind.getValue() == "parallel")
    return LoopKind::Parallel;
  return kind.getValue() == "vectorized" ? LoopKind::Vectorized
                                         : LoopKind::Unrolled;
}

std::optional<int64_t> getTripCount(Loop loop) {
  std::optional<uint64_t> count = affine::getConstantTripCount(loop);
  if (!count)
    return std::nullopt;
  return static_cast<int64_t>(*count);
}

SmallVector<Loop> getLoops(Operation *op) {
  SmallVector<Loop> loops;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<Loop>(parent))
      loops.push_back(loop);
  std::reverse(loops.begin(), loops.end());
  return loops;
}

void vectorize(Loop loop) { setLoopKind(loop, LoopKind::Vectorized); }

LogicalResult unroll(Loop loop) {
  if (!getTripCount(loop))
    return failure();
  setLoopKind(loop, LoopKind::Unrolled);
  return success();
}

/// Whether a reduction axis of a block inside of `loop` depends on it.
static bool carriesReduction(Loop loop) {
  WalkResult result = loop.walk([&](te::BlockOp block) {
    for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
      if (!block.isReduction(axis))
        continue;
      AffineExpr expr = block.getBindings().getResult(axis);
      for (auto [i, iter] : llvm::enumerate(block.getIters()))
        if (iter == loop.getInductionVar() && expr.isFunctionOfDim(i))
          return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

LogicalResult parallel(Loop loop) {
  if (carriesReduction(loop))
    return failure();
  setLoopKind(loop, LoopKind::Parallel);
  return success();
}

} // namespace tvm::schedule
