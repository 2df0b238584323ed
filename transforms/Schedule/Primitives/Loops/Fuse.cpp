// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/EmptyReductions.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Initialization.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether a predicate that may hold nowhere depends on `loop`.
static bool mayBeEmpty(te::BlockOp block, Loop loop) {
  return llvm::any_of(getUnmetConstraints(block), [&](unsigned i) {
    return dependsOn(block, block.getPredicate()->getConstraint(i),
                     [&](Value v) { return v == loop.getInductionVar(); });
  });
}

/// (P3) Initialisations run in front of the outermost reduction loop. That may
/// become the fused loop if each iteration of `outer` has its own elements,
/// which nothing uses before. Points of spatial axes are initialised even where
/// `outer` reduces over nothing.
static DiagnosedSilenceableFailure checkInit(te::BlockOp block, Loop outer,
                                             Loop inner) {
  if (block.getInit().empty())
    return DiagnosedSilenceableFailure::success();
  auto refuse = [&](Loop empty) {
    auto failure = emitSilenceableFailure(outer)
                   << "cannot fuse: '" << block.getName()
                   << "' would not be initialised when it is now";
    failure.attachNote(block.getLoc()) << "this block";
    failure.attachNote(empty.getLoc())
        << "it is initialised even where this reduces over nothing";
    return failure;
  };
  bool isOuter = bindsReductionOnly(block, outer.getInductionVar());
  Loop reducing = isOuter ? outer : inner;
  if (isOuter != bindsReductionOnly(block, inner.getInductionVar()) &&
      mayBeEmpty(block, reducing))
    return refuse(reducing);
  if (getReductionLoop(block) == inner) {
    if (repeatsInit(block, outer))
      return getRepeatedInit(block, outer).refuse(outer, "fuse");
    if (auto conflict = findUseBeforeInit(block, outer))
      return conflict->refuse(outer, "fuse");
    return DiagnosedSilenceableFailure::success();
  }
  if (getTripCount(outer).value_or(0) > 0 ||
      !bindsAxis(block, outer.getInductionVar(), /*reduction=*/true) ||
      !bindsAxis(block, inner.getInductionVar(), /*reduction=*/false))
    return DiagnosedSilenceableFailure::success();
  return refuse(outer);
}

DiagnosedSilenceableFailure fuse(RewriterBase &rewriter, Loop outer, Loop inner,
                                 Loop &fused) {
  for (Loop loop : {outer, inner})
    if (auto d = requireSerial(loop, "fuse"); !d.succeeded())
      return d;
  if (auto d = requirePerfectNest(outer, inner, "fuse"); !d.succeeded())
    return d;
  std::optional<int64_t> trips = getTripCount(inner);
  if (!trips || *trips < 1)
    return emitSilenceableFailure(inner)
           << "cannot fuse: expected an inner loop with a constant, positive "
              "trip count";
  SmallVector<te::BlockOp> blocks;
  outer.walk([&](te::BlockOp block) { blocks.push_back(block); });
  for (te::BlockOp block : blocks)
    if (auto d = checkInit(block, outer, inner); !d.succeeded())
      return d;
  int64_t count = *trips;
  AffineMap bound = outer.getUpperBoundMap();
  SmallVector<Value> operands(outer.getUpperBoundOperands());
  outer.setUpperBound(operands,
                      AffineMap::get(bound.getNumDims(), bound.getNumSymbols(),
                                     bound.getResult(0) * count));
  outer.getBody()->getOperations().splice(
      inner->getIterator(), inner.getBody()->getOperations(),
      inner.getBody()->begin(), std::prev(inner.getBody()->end()));
  Value variable = outer.getInductionVar();
  AffineExpr f = rewriter.getAffineDimExpr(0);
  // The outer variable is replaced first: afterwards it is the fused one.
  substitute(outer, variable, AffineMap::get(1, 0, f.floorDiv(count)),
             variable);
  substitute(outer, inner.getInductionVar(), AffineMap::get(1, 0, f % count),
             variable);
  rewriter.eraseOp(inner);
  fused = outer;
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
