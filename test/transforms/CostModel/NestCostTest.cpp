// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/TileCost.h"
#include "transforms/CostModel/VectorCost.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace tvm;
using namespace tvm::cost;

/// A product of matrices of f32, with axes m, n and k.
static Nest makeProduct(int64_t m, int64_t n, int64_t k) {
  Nest nest;
  nest.extents = {m, n, k};
  nest.isReduction = {false, false, true};
  Access a{{m, k}, {{1, 0, 0}, {0, 0, 1}}};
  Access b{{k, n}, {{0, 0, 1}, {0, 1, 0}}};
  Access c{{m, n}, {{1, 0, 0}, {0, 1, 0}}};
  a.operand = 0;
  b.operand = 1;
  b.isWeight = c.isWritten = true;
  a.isPacked = b.isPacked = c.isPacked = true; // no rows share sets of a cache
  nest.accesses = {a, b, c};
  return nest;
}

static TilePlan makePlan(const Nest &nest, int64_t rows, int64_t columns) {
  TilePlan plan;
  plan.sizes = {rows, columns, nest.extents[2]};
  plan.loops = {{1, (nest.extents[1] + columns - 1) / columns},
                {0, (nest.extents[0] + rows - 1) / rows}};
  plan.column = 1;
  plan.lanes = 8;
  plan.isCopied.assign(nest.accesses.size(), false);
  return plan;
}

TEST(Nest, KnowsHowAccessesMove) {
  Nest nest = makeProduct(64, 64, 64);
  EXPECT_TRUE(nest.accesses[0].dependsOn(0));
  EXPECT_FALSE(nest.accesses[0].dependsOn(1));
  EXPECT_TRUE(nest.accesses[1].isContiguousAlong(1));
  EXPECT_FALSE(nest.accesses[1].isContiguousAlong(2));
  EXPECT_EQ(nest.getNumPoints(), 64.0 * 64 * 64);
  EXPECT_EQ(nest.getNumSteps(), 64);
  EXPECT_EQ(nest.getInnermostSteps(), 64);
  EXPECT_EQ(nest.accesses[1].getStrideAlong(1), 1);
  EXPECT_EQ(nest.accesses[1].getStrideAlong(2), 0); // another dimension
  EXPECT_EQ((Access{{64}, {{-2}}}).getStrideAlong(0), 2);
}

TEST(Nest, TouchesWholeLines) {
  Nest nest = makeProduct(64, 64, 64);
  // 4 rows of 16 elements, 4 rows of one element, and all.
  EXPECT_EQ(getTouchedBytes(nest.accesses[2], {4, 16, 1}), 4 * 64.0);
  EXPECT_EQ(getTouchedBytes(nest.accesses[2], {4, 1, 1}), 4 * 64.0);
  EXPECT_EQ(getTouchedBytes(nest.accesses[2], {64, 64, 64}), 64 * 64 * 4.0);
}

TEST(Nest, WindowsOverlap) {
  Access data{{66}, {{1, 1}}}; // i + r
  EXPECT_EQ(getTouchedBytes(data, {64, 3}), 66 * 4.0);
}

TEST(Nest, TrafficIsCountedOnceWhereACacheHoldsAll) {
  Nest nest = makeProduct(256, 256, 256);
  double matrix = 256 * 256 * 4;
  llvm::SmallVector<TileLoop> loops{{1, 16}, {0, 64}};
  llvm::SmallVector<double> large =
      estimateTraffic(nest, loops, {4, 16, 256}, 1 << 30);
  EXPECT_EQ(large[0], matrix);
  EXPECT_EQ(large[1], matrix);
  EXPECT_EQ(large[2], matrix);
  // Rows come again for each of 16 tiles of columns where they do not fit.
  llvm::SmallVector<double> small =
      estimateTraffic(nest, loops, {4, 16, 256}, 64 << 10);
  EXPECT_EQ(small[0], 16 * matrix);
  EXPECT_EQ(small[1], matrix);
}

TEST(Nest, RowsInOneSetReplaceEachOther) {
  // Tiles of 16 columns whose 256 rows of 4096 bytes are in one set of the
  // cache.
  Nest nest = makeProduct(64, 1024, 256);
  llvm::SmallVector<TileLoop> loops{{1, 64}, {0, 16}};
  llvm::SmallVector<int64_t> sizes{4, 16, 256};
  double weights = 256 * 1024 * 4;
  EXPECT_EQ(estimateTraffic(nest, loops, sizes, 48 << 10)[1], weights);
  nest.accesses[1].isPacked = false;
  EXPECT_EQ(estimateTraffic(nest, loops, sizes, 48 << 10)[1], 16 * weights);
  // The last-level cache hashes addresses.
  EXPECT_EQ(estimateTraffic(nest, loops, sizes, 32 << 20)[1], weights);
  EXPECT_EQ(getRowDistance(nest.accesses[1], sizes), 4096);
  EXPECT_EQ(getRowDistance(nest.accesses[1], {4, 1024, 256}), 0);
}

TEST(Nest, ColumnsOfAGroupShareData) {
  Access data{{64}, {{1}}};
  data.groupAxis = 0;
  data.group = 8;
  EXPECT_EQ(data.getLength(0, {16}), 2);
  EXPECT_EQ(data.getLength(0, {12}), 2);
  EXPECT_EQ(data.getLength(0, {1}), 1);
}

TEST(TileCost, LargerTilesOfRegistersAreFaster) {
  target::CPU cpu;
  Nest nest = makeProduct(192, 256, 256);
  double one = estimateTile(nest, makePlan(nest, 1, 8), cpu);
  double few = estimateTile(nest, makePlan(nest, 3, 16), cpu);
  double good = estimateTile(nest, makePlan(nest, 6, 16), cpu);
  EXPECT_GT(one, few);
  EXPECT_GT(few, good);
  // More accumulators than registers.
  EXPECT_GT(estimateTile(nest, makePlan(nest, 12, 16), cpu), good);
  // No less than the multiplications take.
  EXPECT_GE(good, nest.getNumPoints() / 8 / 2 / 4);
}

TEST(TileCost, VectorsOfSeveralGroupsAreShuffled) {
  target::CPU cpu;
  Nest nest = makeProduct(240, 40, 256);
  TilePlan plan = makePlan(nest, 4, 20);
  auto estimate = [&](int64_t group) {
    nest.accesses[0].strides = {{1, 0, 0}, {0, 256, 1}};
    nest.accesses[0].groupAxis = 1;
    nest.accesses[0].group = group;
    return estimateTile(nest, plan, cpu);
  };
  // The second of three vectors of 8 columns has columns of two groups of 10,
  // none has columns of two groups of 8 or 20.
  EXPECT_GT(estimate(10), 1.2 * estimate(20));
  EXPECT_LT(estimate(8), estimate(10));
}

/// A plan for an order of loops with blocks of `blockRows` tiles of rows and
/// `blockColumns` tiles of columns, which divide the nest.
static TilePlan makeBlocks(const Nest &nest, int64_t blockRows,
                           int64_t blockColumns) {
  TilePlan plan = makePlan(nest, 6, 16);
  int64_t columns = plan.loops[0].trips, rows = plan.loops[1].trips;
  plan.loops = {{1, columns / blockColumns},
                {0, rows / blockRows},
                {1, blockColumns},
                {0, blockRows}};
  return plan;
}

TEST(TileCost, BlocksReduceTraffic) {
  // The weights and the rows of one block fit in the second-level cache; all
  // rows do not, nor do all weights.
  target::CPU cpu;
  cpu.l2CacheBytes = 1 << 20;
  Nest nest = makeProduct(3072, 4096, 512);
  int64_t rows = 3072 / 6, columns = 4096 / 16;
  TilePlan blocked = makeBlocks(nest, 32, columns);
  TilePlan columnsFirst = makeBlocks(nest, rows, columns);
  TilePlan rowsFirst = makeBlocks(nest, 1, columns);
  auto traffic = [&](const TilePlan &plan) {
    return llvm::sum_of(estimateTraffic(nest, plan.loops, plan.sizes,
                                        static_cast<double>(cpu.l2CacheBytes)),
                        0.0);
  };
  EXPECT_LT(traffic(blocked), traffic(columnsFirst) / 4);
  EXPECT_LT(traffic(blocked), traffic(rowsFirst) / 4);
  EXPECT_LT(estimateTile(nest, blocked, cpu),
            estimateTile(nest, columnsFirst, cpu));
  EXPECT_LT(estimateTile(nest, blocked, cpu),
            estimateTile(nest, rowsFirst, cpu));
  // Blocks of both axes of all tiles, or of one tile, are no blocks.
  EXPECT_EQ(traffic(makeBlocks(nest, rows, 1)), traffic(columnsFirst));
}

/// Sums of windows of 5 by 1 elements, with axes row, column and window. The
/// rows of the data are `stride` columns apart.
static Nest makeWindows(int64_t stride) {
  Nest nest;
  nest.extents = {120, 512, 5};
  nest.isReduction = {false, false, true};
  Access data{{124, stride * 512}, {{1, 0, 1}, {0, stride, 0}}};
  Access sum{{120, 512}, {{1, 0, 0}, {0, 1, 0}}};
  data.operand = 0;
  sum.isWritten = true;
  nest.accesses = {data, sum};
  return nest;
}

TEST(TileCost, RowsOfAWindowShareLoads) {
  target::CPU cpu;
  Nest nest = makeWindows(2);
  TilePlan plan = makePlan(nest, 6, 8);
  double apart = estimateTile(nest, plan, cpu);
  plan.row = 0;
  plan.window = 2;
  EXPECT_LT(estimateTile(nest, plan, cpu), apart);
}

TEST(TileCost, EachElementOfAStrideIsALoad) {
  target::CPU cpu;
  auto estimate = [&](int64_t stride) {
    Nest nest = makeWindows(stride);
    return estimateTile(nest, makePlan(nest, 6, 8), cpu);
  };
  EXPECT_LT(estimate(1), estimate(4));
  EXPECT_LT(estimate(4), estimate(8));
}

TEST(TileCost, StoredDataOfAnotherBlockCost) {
  target::CPU cpu;
  Nest nest = makeWindows(1);
  TilePlan plan = makePlan(nest, 6, 8);
  plan.storesProduced = true;
  double without = estimateTile(nest, plan, cpu);
  nest.accesses.front().isProduced = true;
  EXPECT_GT(estimateTile(nest, plan, cpu), without);
  plan.storesProduced = false;
  EXPECT_EQ(estimateTile(nest, plan, cpu), without);
}

TEST(TileCost, MatrixRegistersWantAllTheirRows) {
  Nest nest = makeProduct(192, 256, 256);
  auto estimate = [&](int64_t rows) {
    TilePlan plan = makePlan(nest, rows, 32);
    plan.lanes = 16;
    plan.productsPerLane = 2;
    plan.isMatrix = true;
    return estimateTile(nest, plan, target::CPU());
  };
  EXPECT_LT(estimate(32), estimate(16));
  EXPECT_LT(estimate(16), estimate(12));
  EXPECT_LT(estimate(12), estimate(4));
}

TEST(TileCost, MasksBeyondTheirRegistersCost) {
  Nest nest = makeWindows(1); // with 5 masks per vector of a row
  TilePlan plan = makePlan(nest, 4, 8);
  double one = estimateTile(nest, plan, target::CPU());
  plan.masksLoads = true;
  EXPECT_EQ(estimateTile(nest, plan, target::CPU()), one);
  plan.masksLoads = false;
  plan.sizes[1] = 16;
  double whole = estimateTile(nest, plan, target::CPU());
  plan.masksLoads = true;
  EXPECT_GT(estimateTile(nest, plan, target::CPU()), whole);
}

TEST(TileCost, ShortIndependentTilesOverlap) {
  // A sum of few steps does not wait for the latency of each of them.
  target::CPU cpu;
  Nest shortSums = makeProduct(192, 256, 4),
       longSums = makeProduct(192, 256, 256);
  double ofShort = estimateTile(shortSums, makePlan(shortSums, 1, 8), cpu);
  double ofLong = estimateTile(longSums, makePlan(longSums, 1, 8), cpu);
  EXPECT_LT(ofShort / shortSums.getNumPoints(),
            2 * ofLong / longSums.getNumPoints());
}

TEST(TileCost, MasksMakeRemaindersOneVector) {
  Nest nest = makeProduct(192, 15, 256);
  target::CPU cpu;
  TilePlan plan = makePlan(nest, 6, 15);
  plan.lanes = 16;
  cpu.vectors.bits = 512;
  double halves = estimateTile(nest, plan, cpu);
  cpu.vectors.masks = target::Masks::All;
  EXPECT_LT(estimateTile(nest, plan, cpu), halves);
}

TEST(TileCost, ThreadsShareTiles) {
  target::CPU cpu;
  Nest nest = makeProduct(768, 768, 768);
  TilePlan plan = makePlan(nest, 6, 16);
  double one = estimateTile(nest, plan, cpu);
  plan.tasks = 16;
  double shared = estimateTile(nest, plan, cpu);
  EXPECT_LT(shared, one / 3);
  EXPECT_GT(shared, one / 5);
}

TEST(VectorCost, ScalarsAreSlower) {
  target::CPU cpu;
  Nest nest;
  nest.extents = {1024, 1024};
  nest.isReduction = {false, false};
  Access load{{1024, 1024}, {{1, 0}, {0, 1}}}, store = load;
  store.isWritten = true;
  nest.accesses = {load, store};
  VectorPlan plan;
  plan.sizes = {1, 1024};
  plan.order = {0};
  plan.axis = 1;
  double scalar = estimateVectors(nest, plan, cpu);
  plan.lanes = 8;
  EXPECT_LT(estimateVectors(nest, plan, cpu), scalar);
}

TEST(Rates, TasksThatDoNotDivideLeaveCoresIdle) {
  EXPECT_EQ(getParallelPart(0, 4), 1.0);
  EXPECT_EQ(getParallelPart(4, 4), 0.25);
  EXPECT_EQ(getParallelPart(5, 4), 0.4);
}
