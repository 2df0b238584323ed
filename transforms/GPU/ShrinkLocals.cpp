// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/GPU/Passes.h"

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/WrittenBuffer.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_SHRINKLOCALSPASS
#include "transforms/GPU/Passes.h.inc"

namespace {
/// A subscript `high * period + index * stride + low`, 0 <= low < stride, of
/// the thread's index on `axis`, which is less than period / stride.
struct Digit {
  GPUAxis axis;
  int64_t stride, period;
};

/// A subscript as a sum: factors of the operands, and a constant.
struct Sum {
  SmallVector<int64_t> factors;
  int64_t constant;
};
} // namespace

static std::optional<Sum> getSum(const Access &access, unsigned dimension) {
  SmallVector<int64_t> terms;
  if (!access.map || !access.sizes.empty() ||
      failed(mlir::getFlattenedAffineExpr(access.map.getResult(dimension),
                                          access.map.getNumDims(), 0,
                                          &terms)) ||
      terms.size() != access.operands.size() + 1)
    return std::nullopt;
  int64_t constant = terms.pop_back_val();
  return Sum{std::move(terms), constant};
}

/// The digit of the first term with the thread's own index, for one access.
static std::optional<Digit> getDigit(const Access &access, unsigned dimension,
                                     GPUAxis axis) {
  Loop loop = getLoopOfAxis(access.block, axis);
  std::optional<Sum> sum = getSum(access, dimension);
  if (!loop || !sum)
    return std::nullopt;
  for (auto [operand, factor] : llvm::zip(access.operands, sum->factors))
    if (operand == loop.getInductionVar() && factor > 0)
      return Digit{axis, factor, factor * *getTripCount(loop)};
  return std::nullopt;
}

/// `sum` without the digit, if it contains it.
static std::optional<Sum> dropDigit(const Access &access, const Digit &digit,
                                    Sum sum) {
  Loop own = getLoopOfAxis(access.block, digit.axis);
  int64_t stride = digit.stride, period = digit.period;
  int64_t low = llvm::mod(sum.constant, period);
  int64_t count = period / stride;
  sum.constant = llvm::divideFloorSigned(sum.constant, period) * stride + low;
  for (auto [operand, factor] : llvm::zip(access.operands, sum.factors)) {
    Loop loop = affine::getForInductionVarOwner(operand);
    if (loop == own) {
      if (factor != stride)
        return std::nullopt;
      factor = 0;
    } else if (factor % period == 0) {
      factor /= count;
    } else {
      if (!loop || !isNormalized(loop) || !getTripCount(loop) || factor < 0)
        return std::nullopt;
      low += factor * std::max<int64_t>(*getTripCount(loop) - 1, 0);
    }
  }
  return low < stride ? std::optional(sum) : std::nullopt;
}

/// The subscripts of all `accesses` along `dimension`, without `digit`.
static std::optional<SmallVector<Sum>>
dropDigit(ArrayRef<Access> accesses, unsigned dimension, Digit digit) {
  SmallVector<Sum> sums;
  for (const Access &access : accesses) {
    std::optional<Sum> sum = getSum(access, dimension);
    sum = sum ? dropDigit(access, digit, *sum) : std::nullopt;
    if (!sum)
      return std::nullopt;
    sums.push_back(*std::move(sum));
  }
  return sums;
}

/// The digit of the access in the loop with the most threads.
static std::optional<Digit> findDigit(ArrayRef<Access> accesses,
                                      unsigned dimension, GPUAxis axis) {
  std::optional<Digit> found;
  for (const Access &access : accesses) {
    std::optional<Digit> digit = getDigit(access, dimension, axis);
    if (!digit)
      return std::nullopt;
    if (!found || found->period < digit->period)
      found = digit;
  }
  return found;
}
static SmallVector<Access> getAccessesOf(Loop launch, Value buffer) {
  SmallVector<Access> accesses;
  for (Access &access : getMemoryUse(launch).accesses)
    if (access.buffer == buffer)
      accesses.push_back(std::move(access));
  return accesses;
}

/// Whether blocks use `buffer` only by accesses.
static bool isOnlyAccessed(Value buffer, ArrayRef<Access> accesses) {
  size_t count = 0;
  for (OpOperand &use : buffer.getUses()) {
    auto block = dyn_cast<te::BlockOp>(use.getOwner());
    if (!block)
      return false;
    unsigned capture = use.getOperandNumber() - block.getIters().size();
    for (Region *region : {&block.getInit(), &block.getBody()})
      if (!region->empty())
        count += llvm::range_size(
            block.getCaptureArgument(*region, capture).getUses());
  }
  return count == accesses.size();
}

/// Replaces subscript `dimension` of `access` by `sum`.
static void setSubscript(const Access &access, unsigned dimension, Sum sum) {
  OpBuilder builder(access.block);
  unsigned rank = access.map.getNumResults();
  AffineExpr expr = builder.getAffineConstantExpr(sum.constant);
  for (auto [i, factor] : llvm::enumerate(sum.factors))
    expr = expr + builder.getAffineDimExpr(i) * factor;
  Value index =
      buildIndex(builder, access.op->getLoc(),
                 AffineMap::get(sum.factors.size(), 0, expr), access.operands);
  te::BlockOp block = access.block;
  Region &region = block.getBody().isAncestor(access.op->getParentRegion())
                       ? block.getBody()
                       : block.getInit();
  Value inside = block.getCaptureArgument(region, addCapture(block, index));
  SmallVector<AffineExpr> results;
  for (unsigned i = 0; i < rank; ++i)
    results.push_back(builder.getAffineDimExpr(i == dimension ? rank : i));
  rewriteSubscripts(access.op,
                    AffineMap::get(rank + 1, 0, results, builder.getContext()),
                    inside);
}

/// Drops a dimension of size 1.
static void dropSubscript(const Access &access, unsigned dimension) {
  AffineMap identity = AffineMap::getMultiDimIdentityMap(
      access.map.getNumResults(), access.op->getContext());
  rewriteSubscripts(access.op, identity.dropResult(dimension), {});
}

static void shrinkDimension(Value buffer, ArrayRef<Access> accesses,
                            unsigned dimension, const Digit &digit,
                            ArrayRef<Sum> sums) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t size =
      llvm::divideCeil(shape[dimension], digit.period) * digit.stride;
  if (size == 1)
    shape.erase(shape.begin() + dimension);
  else
    shape[dimension] = size;
  setBufferType(buffer, MemRefType::Builder(type).setShape(shape));
  for (auto [access, sum] : llvm::zip(accesses, sums)) {
    if (size == 1)
      dropSubscript(access, dimension);
    else
      setSubscript(access, dimension, sum);
  }
}

/// Shrinks `buffer` along one dimension by the threads of one axis.
static bool shrink(Loop launch, Value buffer) {
  SmallVector<Access> accesses = getAccessesOf(launch, buffer);
  if (accesses.empty() || !isOnlyAccessed(buffer, accesses))
    return false;
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    for (GPUAxis axis : kThreadAxes) {
      std::optional<Digit> digit = findDigit(accesses, dimension, axis);
      if (!digit)
        continue;
      auto sums = dropDigit(accesses, dimension, *digit);
      if (!sums)
        continue;
      shrinkDimension(buffer, accesses, dimension, *digit, *sums);
      return true;
    }
  return false;
}

void shrinkLocals(Operation *function) {
  for (Loop launch : getLaunches(function))
    launch->walk([&](Operation *op) {
      if (!isa<memref::AllocOp, memref::AllocaOp>(op))
        return;
      Value buffer = op->getResult(0);
      auto type = cast<MemRefType>(buffer.getType());
      if (isShared(buffer) || !type.hasStaticShape() ||
          !type.getLayout().isIdentity())
        return;
      while (shrink(launch, buffer)) {
      }
    });
}

namespace {
struct ShrinkLocalsPass : impl::ShrinkLocalsPassBase<ShrinkLocalsPass> {
  void runOnOperation() override { shrinkLocals(getOperation()); }
};
} // namespace

} // namespace tvm::schedule
