#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Initialization.h"
#include "transforms/Schedule/Primitives/Loops.h"
#include "transforms/Schedule/Primitives/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// What becomes of an initialisation in the second nest.
enum class Init { Keep, Drop, Unknown };
} // namespace

/// Initialisations run in front of the outermost reduction loop. Where that is
/// `loop` or around it, those of the first nest are for both, unless the nests
/// have elements of their own.
static Init getInit(te::BlockOp block, Loop loop) {
  Loop reduction = getReductionLoop(block);
  if (block.getInit().empty() || !reduction || !reduction->isAncestor(loop))
    return Init::Keep;
  auto isSpatial = [&](Loop each) {
    return bindsAxis(block, each.getInductionVar(), /*reduction=*/false);
  };
  for (Loop each = loop; reduction->isAncestor(each);
       each = each->getParentOfType<Loop>()) {
    if (isSpatial(each) &&
        bindsAxis(block, each.getInductionVar(), /*reduction=*/true))
      return Init::Unknown;
    if (each == reduction)
      break;
  }
  // A loop that binds nothing may not run at all in the first nest.
  if (!isSpatial(loop))
    return bindsAxis(block, loop.getInductionVar(), /*reduction=*/true)
               ? Init::Drop
               : Init::Unknown;
  return repeatsInit(block, loop) ? Init::Unknown : Init::Keep;
}

/// (P2)
static DiagnosedSilenceableFailure checkInits(Loop loop) {
  auto failure = DiagnosedSilenceableFailure::success();
  loop.walk([&](te::BlockOp block) {
    if (getInit(block, loop) != Init::Unknown)
      return WalkResult::advance();
    failure =
        emitSilenceableFailure(loop)
        << "cannot partition: expected loops that bind axes of one kind, from "
           "where the block is initialised on";
    failure.attachNote(block.getLoc()) << "this block";
    return WalkResult::interrupt();
  });
  return failure;
}

DiagnosedSilenceableFailure loopPartition(RewriterBase &rewriter, Loop loop,
                                          int64_t factor, Loop &rest) {
  if (factor < 1)
    return emitSilenceableFailure(loop)
           << "expected a positive factor to partition by, got " << factor;
  if (auto d = requireSerial(loop, "partition"); !d.succeeded())
    return d;
  AffineMap bound = loop.getUpperBoundMap();
  AffineExpr count = bound.getResult(0);
  if (count.isMultipleOf(factor))
    return DiagnosedSilenceableFailure::success();
  auto boundAt = [&](AffineExpr expr) {
    return AffineMap::get(bound.getNumDims(), bound.getNumSymbols(), expr);
  };
  AffineExpr full = count.floorDiv(factor) * factor;
  if (auto d = checkInits(loop); !d.succeeded())
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(loop);
  rest = cast<Loop>(rewriter.clone(*loop));
  rest->walk([&](te::BlockOp block) {
    block.setName(makeUniqueName(block, block.getName()));
    if (getInit(block, rest) == Init::Drop)
      block.getInit().getBlocks().clear();
  });
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  // As a difference, `i + 1 - (i + 1) floordiv 2 * 2`: upstream's
  // canonicalisation takes a bound of `(i + 1) mod 2` for 1.
  SmallVector<AffineExpr> left{simplifyAffineExpr(
      count % factor, bound.getNumDims(), bound.getNumSymbols())};
  if (mayEndBelowZero(loop)) // and is not to run then
    left.push_back(count);
  loop.setUpperBound(operands, boundAt(full));
  rest.setUpperBound(operands,
                     AffineMap::get(bound.getNumDims(), bound.getNumSymbols(),
                                    left, loop.getContext()));
  // i -> i + full, in terms of i and the operands of the bound.
  MLIRContext *context = loop.getContext();
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned i = 0; i < bound.getNumDims(); ++i)
    dims.push_back(getAffineDimExpr(1 + i, context));
  for (unsigned i = 0; i < bound.getNumSymbols(); ++i)
    symbols.push_back(getAffineDimExpr(1 + bound.getNumDims() + i, context));
  AffineExpr offset = full.replaceDimsAndSymbols(dims, symbols);
  auto map = AffineMap::get(1 + operands.size(), 0,
                            getAffineDimExpr(0, context) + offset);
  SmallVector<Value> mapOperands{rest.getInductionVar()};
  mapOperands.append(operands);
  substitute(rest, rest.getInductionVar(), map, mapOperands);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
