#include "transforms/Schedule/Primitives/ReadRegion.h"

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AffineExpr.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// One dimension of one access: linear in the loops inside, a base outside.
struct Interval {
  AffineExpr base;
  int64_t size;
};
} // namespace

/// Subscripts of `load` as a map over values outside of the block.
static AffineMap getAccessMap(te::BlockOp block, affine::AffineLoadOp load,
                              SmallVectorImpl<Value> &operands) {
  MLIRContext *context = block.getContext();
  AffineMap map = load.getAffineMap();
  SmallVector<AffineExpr> replacements;
  auto add = [&](Value value) {
    operands.push_back(value);
    return getAffineDimExpr(operands.size() - 1, context);
  };
  AffineMap bindings = block.getBindings();
  SmallVector<AffineExpr> iters;
  for (Value iter : block.getIters())
    iters.push_back(add(iter));
  SmallVector<AffineExpr> dims(
      ArrayRef(iters).take_front(bindings.getNumDims()));
  SmallVector<AffineExpr> symbols(
      ArrayRef(iters).drop_front(bindings.getNumDims()));
  for (Value operand : load.getMapOperands()) {
    auto argument = cast<BlockArgument>(operand);
    unsigned position = argument.getArgNumber();
    if (position < block.getNumAxes())
      replacements.push_back(
          bindings.getResult(position).replaceDimsAndSymbols(dims, symbols));
    else
      replacements.push_back(
          add(block.getCaptures()[position - block.getNumAxes()]));
  }
  SmallVector<AffineExpr> mapDims(
      ArrayRef(replacements).take_front(map.getNumDims()));
  SmallVector<AffineExpr> mapSymbols(
      ArrayRef(replacements).drop_front(map.getNumDims()));
  AffineMap access =
      map.replaceDimsAndSymbols(mapDims, mapSymbols, operands.size(), 0);
  affine::fullyComposeAffineMapAndOperands(&access, &operands);
  affine::canonicalizeMapAndOperands(&access, &operands);
  return access;
}

/// Splits `expr` into its value at the first inner iteration and its extent.
static FailureOr<Interval> getInterval(AffineExpr expr,
                                       ArrayRef<Value> operands, Loop loop,
                                       unsigned numDims) {
  MLIRContext *context = expr.getContext();
  SmallVector<int64_t> coefficients;
  Interval interval{expr, 1};
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto inner = affine::getForInductionVarOwner(operand);
    if (!inner || !loop->isProperAncestor(inner) || i >= numDims)
      continue;
    if (!expr.isFunctionOfDim(i))
      continue;
    std::optional<int64_t> trips = getTripCount(inner);
    if (!trips || !inner.hasConstantLowerBound() ||
        inner.getConstantLowerBound() != 0 || inner.getStepAsInt() != 1)
      return failure();
    AffineExpr d = getAffineDimExpr(i, context);
    AffineExpr step = simplifyAffineExpr(expr.replace(d, d + 1) - expr,
                                         operands.size(), operands.size());
    auto constant = dyn_cast<AffineConstantExpr>(step);
    if (!constant)
      return failure();
    int64_t reach = constant.getValue() * (*trips - 1);
    interval.size += std::abs(reach);
    interval.base = interval.base.replace(
        d, getAffineConstantExpr(reach < 0 ? *trips - 1 : 0, context));
  }
  interval.base =
      simplifyAffineExpr(interval.base, operands.size(), operands.size());
  return interval;
}

/// Grows `interval` to hold `other`; their bases differ by a constant.
static LogicalResult unite(Interval &interval, const Interval &other,
                           unsigned numDims) {
  auto distance = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(other.base - interval.base, numDims, numDims));
  if (!distance)
    return failure();
  int64_t d = distance.getValue();
  int64_t end = std::max(interval.size, d + other.size);
  if (d < 0) {
    interval.base = other.base;
    end -= d;
  }
  interval.size = end;
  return success();
}

namespace {
class RegionFinder {
public:
  RegionFinder(Loop loop, Value buffer) : loop(loop), buffer(buffer) {}
  FailureOr<ReadRegion> find();

private:
  LogicalResult addBlock(te::BlockOp block);
  LogicalResult addLoad(te::BlockOp block, affine::AffineLoadOp load);

  Loop loop;
  Value buffer;
  ReadRegion region;
  SmallVector<Interval> intervals;
};
} // namespace

LogicalResult RegionFinder::addLoad(te::BlockOp block,
                                    affine::AffineLoadOp load) {
  SmallVector<Value> operands;
  AffineMap access = getAccessMap(block, load, operands);
  // All accesses speak about one list of operands.
  MLIRContext *context = block.getContext();
  SmallVector<AffineExpr> dims;
  for (Value operand : operands) {
    auto *it = llvm::find(region.operands, operand);
    dims.push_back(getAffineDimExpr(it - region.operands.begin(), context));
    if (it == region.operands.end())
      region.operands.push_back(operand);
  }
  unsigned numDims = access.getNumDims();
  access = access.replaceDimsAndSymbols(ArrayRef(dims).take_front(numDims),
                                        ArrayRef(dims).drop_front(numDims),
                                        region.operands.size(), 0);
  bool isFirst = intervals.empty();
  for (auto [i, expr] : llvm::enumerate(access.getResults())) {
    auto interval =
        getInterval(expr, region.operands, loop, region.operands.size());
    if (failed(interval))
      return failure();
    if (isFirst)
      intervals.push_back(*interval);
    else if (failed(unite(intervals[i], *interval, region.operands.size())))
      return failure();
  }
  return success();
}

LogicalResult RegionFinder::addBlock(te::BlockOp block) {
  for (auto [i, capture] : llvm::enumerate(block.getCaptures())) {
    if (capture != buffer)
      continue;
    region.readers.push_back({block, i});
    BlockArgument argument = block.getCaptureArgument(block.getBody(), i);
    for (Operation *user : argument.getUsers()) {
      auto load = dyn_cast<affine::AffineLoadOp>(user);
      // A guarded read may lie outside of the buffer.
      if (!load || load->getParentOp() != block || failed(addLoad(block, load)))
        return failure();
    }
  }
  return success();
}

FailureOr<ReadRegion> RegionFinder::find() {
  WalkResult result = loop.walk([&](te::BlockOp block) {
    return failed(addBlock(block)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  if (result.wasInterrupted() || intervals.empty())
    return failure();
  for (const Interval &interval : intervals) {
    region.base.push_back(interval.base);
    region.size.push_back(interval.size);
  }
  return region;
}

FailureOr<ReadRegion> getReadRegion(Loop loop, Value buffer) {
  return RegionFinder(loop, buffer).find();
}

} // namespace tvm::schedule
