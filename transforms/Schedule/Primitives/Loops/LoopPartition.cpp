// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Initialization.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The treatment of an initialisation in the second nest.
enum class Init { Keep, Drop, Unknown };
} // namespace

/// Initialisations run in front of the outermost reduction loop. Where that is
/// `loop` or a loop around it, the first nest initialises for both nests,
/// unless they have separate elements.
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
  // A loop without a binding may have no iterations in the first nest.
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

/// Names the blocks in `loop` like those in `first`, its original, with a
/// number.
static void nameBlocks(Loop loop, Loop first) {
  SmallVector<StringRef> names;
  first->walk([&](te::BlockOp block) { names.push_back(block.getName()); });
  auto *name = names.begin();
  loop->walk([&](te::BlockOp block) {
    block.setName(makeUniqueName(block, *name++));
  });
}

/// Lets `loop` end at `first`, in terms of its bound's operands. Returns a copy
/// of it, behind it, that continues there and ends at the least of `left`.
static Loop partitionAt(RewriterBase &rewriter, Loop loop, AffineExpr first,
                        ArrayRef<AffineExpr> left) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(loop);
  auto rest = cast<Loop>(rewriter.clone(*loop));
  rest->walk([&](te::BlockOp block) {
    if (getInit(block, rest) == Init::Drop)
      block.getInit().getBlocks().clear();
  });
  MLIRContext *context = loop.getContext();
  AffineMap bound = loop.getUpperBoundMap();
  unsigned numDims = bound.getNumDims(), numSymbols = bound.getNumSymbols();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  loop.setUpperBound(operands, AffineMap::get(numDims, numSymbols, first));
  rest.setUpperBound(operands,
                     AffineMap::get(numDims, numSymbols, left, context));
  // i -> i + first, in terms of i and the operands of the bound.
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned i = 0; i < numDims; ++i)
    dims.push_back(getAffineDimExpr(1 + i, context));
  for (unsigned i = 0; i < numSymbols; ++i)
    symbols.push_back(getAffineDimExpr(1 + numDims + i, context));
  AffineExpr offset = first.replaceDimsAndSymbols(dims, symbols);
  auto map = AffineMap::get(1 + operands.size(), 0,
                            getAffineDimExpr(0, context) + offset);
  SmallVector<Value> mapOperands{rest.getInductionVar()};
  mapOperands.append(operands);
  substitute(rest, rest.getInductionVar(), map, mapOperands);
  return rest;
}

DiagnosedSilenceableFailure loopPartition(RewriterBase &rewriter, Loop loop,
                                          int64_t factor,
                                          SmallVectorImpl<Loop> &rest) {
  if (factor < 1) // (P3)
    return emitSilenceableFailure(loop)
           << "expected a positive factor to partition by, got " << factor;
  if (auto d = requireSerial(loop, "partition"); !d.succeeded())
    return d;
  AffineMap bound = loop.getUpperBoundMap();
  AffineExpr count = bound.getResult(0);
  if (count.isMultipleOf(factor))
    return DiagnosedSilenceableFailure::success();
  if (auto d = checkInits(loop); !d.succeeded())
    return d;
  // The difference `i + 1 - (i + 1) floordiv 2 * 2` is used because upstream's
  // canonicalisation takes a bound of `(i + 1) mod 2` for 1.
  SmallVector<AffineExpr> left{simplifyAffineExpr(
      count % factor, bound.getNumDims(), bound.getNumSymbols())};
  if (mayEndBelowZero(loop)) // in which case it must not run
    left.push_back(count);
  AffineExpr full = count.floorDiv(factor) * factor;
  rest.push_back(partitionAt(rewriter, loop, full, left));
  nameBlocks(rest.back(), loop);
  return DiagnosedSilenceableFailure::success();
}

/// (P3) `extents` with the remainder in place of 0; empty where they do not add
/// up to `count`.
static SmallVector<int64_t> inferExtents(ArrayRef<int64_t> extents,
                                         std::optional<int64_t> count) {
  int64_t left = count.value_or(-1);
  for (int64_t extent : extents) {
    if (extent < 0 || extent > left)
      return {};
    left -= extent;
  }
  SmallVector<int64_t> inferred(extents);
  auto *open = llvm::find(inferred, 0);
  if ((open == inferred.end()) != (left == 0))
    return {};
  if (left != 0)
    *open = left;
  return llvm::is_contained(inferred, 0) ? SmallVector<int64_t>() : inferred;
}

DiagnosedSilenceableFailure loopPartition(RewriterBase &rewriter, Loop loop,
                                          ArrayRef<int64_t> extents,
                                          SmallVectorImpl<Loop> &rest) {
  if (auto d = requireSerial(loop, "partition"); !d.succeeded())
    return d;
  auto count = getTripCount(loop);
  SmallVector<int64_t> inferred = inferExtents(extents, count);
  if (inferred.empty()) {
    auto failure = emitSilenceableFailure(loop)
                   << "cannot partition: expected positive extents that add up "
                      "to the trip count, ";
    if (count)
      failure << *count << ", got [" << extents << "]";
    else
      failure << "which is unknown";
    return failure;
  }
  if (inferred.size() == 1)
    return DiagnosedSilenceableFailure::success();
  if (auto d = checkInits(loop); !d.succeeded())
    return d;
  int64_t left = *count;
  Loop last = loop;
  for (int64_t extent : ArrayRef(inferred).drop_back()) {
    left -= extent;
    last = partitionAt(rewriter, last, rewriter.getAffineConstantExpr(extent),
                       rewriter.getAffineConstantExpr(left));
    nameBlocks(last, loop);
    rest.push_back(last);
  }
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
