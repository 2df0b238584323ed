// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Support/Padding.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

/// Largest number of nests for tiles at borders. More are too much code.
static constexpr int64_t kMaxParts = 4;

/// Whether `block` moves elements, under conditions on their indices.
static bool isMove(te::BlockOp block) {
  return !block.getBody()
              .walk([](Operation *op) {
                bool isIndex =
                    llvm::all_of(op->getResultTypes(), [](Type type) {
                      return type.isIndex() || type.isInteger(1);
                    });
                return isIndex || isa<affine::AffineLoadOp, scf::IfOp>(op) ||
                               op->hasTrait<OpTrait::ConstantLike>()
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

void inlineBorders(ScheduleBuilder &schedule, te::BlockOp block,
                   const Tile &tile) {
  if (!tile.inlinesBorders)
    return;
  for (Value buffer : getReadBuffers(block)) {
    te::BlockOp producer = getOwnProducer(block, buffer);
    if (producer && isMove(producer))
      // Optional: otherwise the copy with its border is read.
      if (succeeded(schedule.computeInline(producer)))
        schedule.noteEffect("inlines_borders");
  }
}

void dropInnerLoops(TiledNest &nest, int64_t tasks) {
  while (nest.outer.size() > 1 &&
         isEnoughForThreads(ArrayRef(nest.outer).drop_back(), tasks))
    nest.outer.pop_back();
}

/// The bounds that conditions of the block's own values test.
static SmallVector<Bound> getTests(te::BlockOp block) {
  SmallVector<Bound> tests;
  block.getBody().walk([&](scf::IfOp choice) {
    if (auto bounds = findBounds(block, choice.getCondition()))
      llvm::append_range(tests, *bounds);
  });
  return tests;
}

/// Whether `index`, over loops `variables`, is in [0, size) throughout
/// iteration `trip` of loop number `fixed`. The answer is exact for an index
/// that increases with all loops: it is least in the first iterations of the
/// others, greatest in the last ones. Nothing where an extent is unknown.
static std::optional<bool> isInside(AffineMap index, ValueRange variables,
                                    unsigned fixed, int64_t trip,
                                    int64_t size) {
  SmallVector<Attribute> least, greatest;
  Builder builder(index.getContext());
  for (auto [i, variable] : llvm::enumerate(variables)) {
    auto loop = affine::getForInductionVarOwner(variable);
    auto trips = loop ? getTripCount(loop) : std::nullopt;
    if (!trips)
      return std::nullopt;
    least.push_back(builder.getIndexAttr(i == fixed ? trip : 0));
    greatest.push_back(builder.getIndexAttr(i == fixed ? trip : *trips - 1));
  }
  auto evaluate = [&](ArrayRef<Attribute> values) {
    SmallVector<Attribute> result;
    bool isKnown = succeeded(index.constantFold(values, result));
    return isKnown ? cast<IntegerAttr>(result.front()).getInt() : -1;
  };
  return evaluate(least) >= 0 && evaluate(least) < size &&
         evaluate(greatest) >= 0 && evaluate(greatest) < size;
}

namespace {
/// The number of iterations of a loop at each border.
struct Borders {
  int64_t first = 0, last = 0;
};
} // namespace

/// The iterations before the first one, and after the last one, that is inside
/// of all bounds that depend on `loop`.
static Borders findBorders(te::BlockOp block, Loop loop) {
  Borders borders;
  int64_t trips = getTripCount(loop).value_or(0);
  for (const Bound &test : getTests(block)) {
    SmallVector<Value> variables;
    AffineMap index = getIndices(block, test, variables);
    affine::canonicalizeMapAndOperands(&index, &variables);
    index = asDims(index);
    auto *variable = llvm::find(variables, loop.getInductionVar());
    if (variable == variables.end())
      continue;
    unsigned fixed = variable - variables.begin();
    auto inside = [&](int64_t trip) {
      return isInside(index, variables, fixed, trip, test.size) == true;
    };
    while (borders.first < trips && !inside(borders.first))
      ++borders.first;
    while (borders.last < trips && !inside(trips - 1 - borders.last))
      ++borders.last;
  }
  return borders;
}

/// Number of nests for the iterations of `loop` if those at borders have nests
/// of their own; 1 where there are no borders, or where these would be too
/// many.
static int64_t countParts(Loop loop, const Borders &borders) {
  int64_t trips = getTripCount(loop).value_or(0);
  int64_t parts = borders.first + borders.last + 1;
  return std::min(trips, parts) > kMaxParts ? 1 : parts;
}

/// Makes each iteration of `loop` at a border a nest of its own; or all
/// iterations, where there are few.
static void partitionAtBorders(ScheduleBuilder &schedule, te::BlockOp block,
                               Loop loop) {
  Borders borders = findBorders(block, loop);
  int64_t parts = countParts(loop, borders);
  if (parts == 1)
    return;
  if (getTripCount(loop).value_or(0) <= parts)
    return (void)schedule.unroll(loop);
  SmallVector<int64_t> extents(borders.first, 1);
  extents.push_back(0);
  extents.append(borders.last, 1);
  // Optional: otherwise the whole loop tests its indices.
  (void)schedule.loopPartition(loop, extents);
}

/// Keeps only the outer loops that threads may share. Returns the others, which
/// may be divided at borders.
static SmallVector<Loop> takeInnerLoops(TiledNest &nest, int64_t tasks) {
  SmallVector<Loop> loops = nest.outer;
  if (loops.size() > 1 && loops.back() == nest.column)
    nest.outer.pop_back();
  dropInnerLoops(nest, tasks);
  return llvm::to_vector(ArrayRef(loops).drop_front(nest.outer.size()));
}

void partitionBorders(ScheduleBuilder &schedule, TiledNest &nest,
                      int64_t tasks) {
  SmallVector<Loop> inner = takeInnerLoops(nest, tasks);
  for (Loop loop : llvm::reverse(inner))
    partitionAtBorders(schedule, nest.block, loop);
}

/// Whether `nest` would have other loops if its borders were no masks.
static bool masksMatter(TiledNest nest, int64_t tasks) {
  TiledNest masked = nest;
  dropInnerLoops(masked, tasks);
  SmallVector<Loop> inner = takeInnerLoops(nest, tasks);
  return masked.outer.size() != nest.outer.size() ||
         llvm::any_of(inner, [&](Loop loop) {
           return countParts(loop, findBorders(nest.block, loop)) != 1;
         });
}

void unrollWindow(ScheduleBuilder &schedule, TiledNest &nest,
                  const Tile &tile) {
  if (!tile.inlinesBorders)
    return;
  for (Loop loop : getInnerLoops(nest.block, nest.outer.back()))
    if (bindsAxis(nest.block, loop.getInductionVar(), /*reduction=*/true) &&
        getLoopKind(loop) == LoopKind::Serial &&
        succeeded(schedule.unroll(loop)))
      schedule.noteEffect("inlines_borders");
  // Where a row is one tile, masks cost less than code for each border.
  if (!tile.masksBorders || getTripCount(nest.column) > 1)
    return partitionBorders(schedule, nest, tile.tasks);
  if (masksMatter(nest, tile.tasks))
    schedule.noteEffect("masked_borders");
  // Whether rows are inside of the image then depends on a loop of its own.
  dropInnerLoops(nest, tile.tasks);
}

} // namespace tvm::schedule
