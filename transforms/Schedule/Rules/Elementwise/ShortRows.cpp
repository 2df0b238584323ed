// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Elementwise/ShortRows.h"

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/LinearAccess.h"

using namespace mlir;

namespace tvm::schedule {

/// Rows of up to this many elements are less than half of a vector.
static constexpr int64_t kMaxShortRow = 7;
/// Loops of fewer iterations are not worth vectors of their own.
static constexpr int64_t kMinLanes = 8;
/// Largest number of operations of a body that is repeated.
static constexpr int64_t kMaxRepeated = 256;

static bool isShort(std::optional<int64_t> count) {
  return count && *count >= 2 && *count <= kMaxShortRow;
}

namespace {
/// The distance in elements between accesses of consecutive iterations, for the
/// short and the long loop.
struct Strides {
  bool isWrite;
  int64_t inShort, inLong;
};
} // namespace

/// The strides of all accesses of `block`; nothing where one varies.
static std::optional<SmallVector<Strides>>
getStrides(te::BlockOp block, Loop shortLoop, Loop longLoop) {
  SmallVector<Strides> strides;
  for (const Access &access : getAccesses(block)) {
    auto linear = LinearAccess::get(access);
    if (!linear)
      return std::nullopt;
    auto inShort = linear->getStride(shortLoop.getInductionVar());
    auto inLong = linear->getStride(longLoop.getInductionVar());
    if (!inShort || !inLong)
      return std::nullopt;
    strides.push_back({access.isWrite, *inShort, *inLong});
  }
  return strides;
}

/// Whether an access covers one contiguous row of memory with the short loop,
/// which has `count` iterations, inside of the long one.
static bool isOneRow(const Strides &strides, int64_t count) {
  return strides.inShort == 1 && strides.inLong == count;
}

/// Whether `access` reads from a different place for each remainder of
/// `variable` by `count`: the parts alternate and share no element.
static bool takesTurns(const LinearAccess &access, Value variable,
                       int64_t count) {
  AffineExpr step = access.position;
  unsigned numDims = access.operands.size();
  for (auto [i, operand] : llvm::enumerate(access.operands)) {
    if (operand != variable)
      continue;
    AffineExpr dim = getAffineDimExpr(i, step.getContext());
    step = step.replace(dim, dim * count + 1) - step.replace(dim, dim * count);
  }
  auto distance =
      dyn_cast<AffineConstantExpr>(simplifyAffineExpr(step, numDims, 0));
  return !distance || distance.getValue() != 0;
}

/// Number of parts between which the reads of `block` alternate along `loop`,
/// by divisions of its variable. 1 where there is no division.
static int64_t countTurns(te::BlockOp block, Loop loop) {
  int64_t turns = 1;
  Value variable = loop.getInductionVar();
  for (const Access &access : getAccesses(block)) {
    auto linear = LinearAccess::get(access);
    if (access.isWrite || !linear)
      continue;
    linear->position.walk([&](AffineExpr expr) {
      bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                     expr.getKind() == AffineExprKind::Mod;
      if (!divides)
        return;
      auto division = cast<AffineBinaryOpExpr>(expr);
      auto dim = dyn_cast<AffineDimExpr>(division.getLHS());
      auto count = dyn_cast<AffineConstantExpr>(division.getRHS());
      if (dim && count && linear->operands[dim.getPosition()] == variable &&
          takesTurns(*linear, variable, count.getValue()))
        turns = std::max(turns, count.getValue());
    });
  }
  return turns;
}

/// Fuses loops over short rows that are contiguous in all buffers.
static void fuseRows(ScheduleBuilder &schedule, te::BlockOp block) {
  while (true) {
    SmallVector<Loop> loops = getNestLoops(block);
    if (loops.size() < 2)
      return;
    Loop inner = loops.back(), outer = loops[loops.size() - 2];
    auto count = getTripCount(inner);
    auto strides = getStrides(block, inner, outer);
    bool areRows = isShort(count) && getTripCount(outer) && strides &&
                   llvm::all_of(*strides, [&](const Strides &access) {
                     return isOneRow(access, *count);
                   });
    if (!areRows || failed(schedule.fuse(outer, inner)))
      return;
  }
}

/// Whether repeating `block` for a short row, with iterations of the long loop
/// as lanes, is better: one buffer has contiguous rows, and results are either
/// in that order or each in a row of its own.
static bool areLanesOfLong(te::BlockOp block, Loop shortLoop, Loop longLoop) {
  auto count = getTripCount(shortLoop);
  auto strides = getStrides(block, shortLoop, longLoop);
  if (!isShort(count) || getTripCount(longLoop).value_or(0) < kMinLanes ||
      !strides)
    return false;
  bool hasRow = false;
  for (const Strides &access : *strides) {
    hasRow |= isOneRow(access, *count);
    if (access.isWrite && access.inLong != 1 && !isOneRow(access, *count))
      return false;
  }
  return hasRow;
}

namespace {
struct ShortAndLong {
  Loop shortLoop, longLoop;
};
} // namespace

/// The short loop for which the block is repeated, and the long one whose
/// iterations become lanes; nothing where there is no such pair.
static std::optional<ShortAndLong> findLanes(te::BlockOp block) {
  SmallVector<Loop> loops = getNestLoops(block);
  for (Loop shortLoop : loops)
    for (Loop longLoop : llvm::reverse(loops))
      if (shortLoop != longLoop && areLanesOfLong(block, shortLoop, longLoop))
        return ShortAndLong{shortLoop, longLoop};
  return std::nullopt;
}

/// Makes the long loop, and the short one inside of it, innermost.
static LogicalResult repeatShort(ScheduleBuilder &schedule, te::BlockOp block,
                                 Loop shortLoop, Loop longLoop) {
  SmallVector<Loop> order;
  for (Loop loop : getNestLoops(block))
    if (loop != shortLoop && loop != longLoop)
      order.push_back(loop);
  order.append({longLoop, shortLoop});
  if (failed(schedule.reorder(order)))
    return failure();
  return schedule.unroll(shortLoop);
}

void scheduleShortRows(ScheduleBuilder &schedule, te::BlockOp block) {
  SmallVector<Loop> loops = getNestLoops(block);
  int64_t size = 0;
  block.getBody().walk([&](Operation *) { ++size; });
  if (block.hasReduction() || block.getPredicate() || loops.empty() ||
      size * kMaxShortRow > kMaxRepeated)
    return;
  fuseRows(schedule, block);
  Loop last = getNestLoops(block).back();
  int64_t turns = countTurns(block, last);
  // Alternating parts get a loop of their own even where nothing is repeated
  // for them: they become lanes. Optional: otherwise the whole loop does.
  if (isShort(turns) && getTripCount(last).value_or(1) % turns == 0)
    (void)schedule.split(last, {0, turns});
  // Optional: otherwise loops keep their order.
  if (auto lanes = findLanes(block))
    (void)schedule.attempt([&] {
      return repeatShort(schedule, block, lanes->shortLoop, lanes->longLoop);
    });
}

} // namespace tvm::schedule
