// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/ReadRegion.h"

#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Divisions.h"
#include "transforms/Schedule/Analysis/Intervals.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
class RegionFinder {
public:
  RegionFinder(Loop loop, const ReadRegionOptions &options, ReadRegion &region)
      : loop(loop), options(options), region(region) {}
  LogicalResult add(const Access &access);
  void finish();

private:
  AffineMap overAllOperands(const Access &access);
  FailureOr<Interval> find(AffineExpr expr, bool mayBeWhole);
  bool isInside(Loop inner) const;

  Loop loop;
  const ReadRegionOptions &options;
  ReadRegion &region;
  SmallVector<Interval> intervals;
};
} // namespace

/// All accesses are expressed over one list of operands.
AffineMap RegionFinder::overAllOperands(const Access &access) {
  SmallVector<AffineExpr> dims;
  for (Value operand : access.operands) {
    auto *it = llvm::find(region.operands, operand);
    dims.push_back(getAffineDimExpr(it - region.operands.begin(),
                                    access.map.getContext()));
    if (it == region.operands.end())
      region.operands.push_back(operand);
  }
  return access.map.replaceDimsAndSymbols(dims, {}, region.operands.size(), 0);
}

/// Whether `inner` runs while the box is read.
bool RegionFinder::isInside(Loop inner) const {
  return loop->isProperAncestor(inner) ||
         llvm::is_contained(options.also, inner);
}

/// With `mayBeWhole`, extents that are not constant give the whole dimension.
FailureOr<Interval> RegionFinder::find(AffineExpr expr, bool mayBeWhole) {
  for (auto [i, operand] : llvm::enumerate(region.operands)) {
    auto inner = affine::getForInductionVarOwner(operand);
    if (mayBeWhole && inner && expr.isFunctionOfDim(i) && isInside(inner) &&
        !getTripCount(inner))
      return Interval::getWhole(expr.getContext());
  }
  return getInterval(
      resolveDivisions(expr, region.operands), region.operands,
      [this](Loop inner) { return isInside(inner); }, options.divisions);
}

/// Whether a loop inside of `loop` may have no iterations, so that `block` does
/// not run.
static bool mayBeSkipped(te::BlockOp block, Loop loop) {
  return llvm::any_of(getLoops(block), [&](Loop inner) {
    return loop->isProperAncestor(inner) && getTripCount(inner).value_or(0) < 1;
  });
}

LogicalResult RegionFinder::add(const Access &access) {
  if (!access.map)
    return failure();
  AffineMap map = overAllOperands(access);
  auto type = cast<MemRefType>(access.buffer.getType());
  bool isFirst = intervals.empty();
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    auto interval = find(expr, options.wholeDims && type.isDynamicDim(i));
    if (failed(interval))
      return failure();
    region.mayExceed |= !interval->isExact;
    if (!access.sizes.empty() && !interval->isWhole() &&
        failed(interval->grow(access.sizes[i] - 1)))
      return failure();
    if (isFirst)
      intervals.push_back(*interval);
    else if (failed(unite(intervals[i], *interval, region.operands)))
      return failure();
  }
  te::BlockOp block = access.block;
  region.mayExceed |= access.isGuarded || block.getPredicate().has_value() ||
                      mayBeSkipped(block, loop);
  return success();
}

void RegionFinder::finish() {
  for (const Interval &interval : intervals) {
    region.base.push_back(interval.base);
    region.size.push_back(interval.size);
  }
}

/// Collects the captures of `buffers` by blocks in `loop` that read them or,
/// with `isWrite`, write them.
static void findUsers(Loop loop, ArrayRef<Value> buffers, bool isWrite,
                      ReadRegion &region) {
  loop.walk([&](te::BlockOp block) {
    SmallVector<Access> accesses = getAccesses(block);
    auto isAccessed = [&](Value buffer) {
      return llvm::any_of(accesses, [&](const Access &access) {
        return access.buffer == buffer && access.isWrite == isWrite;
      });
    };
    for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
      if (llvm::is_contained(buffers, capture) && isAccessed(capture))
        region.readers.push_back({block, i});
  });
}

/// A loop inside of `loop` in which subscripts of `access` vary and whose
/// number of iterations is not constant; null if there is none.
static Loop findUnknownExtent(const Access &access, Loop loop) {
  for (Value operand : access.operands)
    if (Loop inner = affine::getForInductionVarOwner(operand);
        inner && loop->isProperAncestor(inner) && !getTripCount(inner))
      return inner;
  return {};
}

static DiagnosedSilenceableFailure refuseAccess(const Access &access, Loop loop,
                                                const Twine &action) {
  std::string kind = access.isWrite ? "writes" : "reads";
  if (Loop unknown = findUnknownExtent(access, loop)) {
    auto failure =
        emitSilenceableFailure(loop, "cannot " + action + ": expected " + kind +
                                         " over a constant extent inside of "
                                         "the loop");
    failure.attachNote(access.op->getLoc()) << "this one is not";
    failure.attachNote(unknown.getLoc())
        << "this has a number of iterations that is not known before it runs";
    return failure;
  }
  auto failure = emitSilenceableFailure(
      loop, "cannot " + action + ": expected " + kind +
                " that vary linearly, over a constant extent, inside of the "
                "loop");
  failure.attachNote(access.op->getLoc()) << "this one does not";
  return failure;
}

static DiagnosedSilenceableFailure getRegion(Loop loop, ArrayRef<Value> buffers,
                                             bool isWrite, const Twine &action,
                                             const ReadRegionOptions &options,
                                             ReadRegion &region) {
  RegionFinder finder(loop, options, region);
  findUsers(loop, buffers, isWrite, region);
  if (region.readers.empty())
    return emitSilenceableFailure(
        loop, "cannot " + action + ": expected a loop that " +
                  (isWrite ? "writes what the block reads"
                           : "reads what the block writes"));
  for (auto [block, index] : region.readers)
    for (const Access &access : getAccesses(block)) {
      if (access.buffer != block.getCaptures()[index] ||
          access.isWrite != isWrite || succeeded(finder.add(access)))
        continue;
      return refuseAccess(access, loop, action);
    }
  finder.finish();
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure getReadRegion(Loop loop, ArrayRef<Value> buffers,
                                          const Twine &action,
                                          ReadRegion &region,
                                          const ReadRegionOptions &options) {
  return getRegion(loop, buffers, /*isWrite=*/false, action, options, region);
}

DiagnosedSilenceableFailure getWrittenRegion(Loop loop, Value buffer,
                                             const Twine &action,
                                             ReadRegion &region) {
  return getRegion(loop, buffer, /*isWrite=*/true, action, {}, region);
}

} // namespace tvm::schedule
