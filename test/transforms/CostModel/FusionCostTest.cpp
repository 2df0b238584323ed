// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/AttentionCost.h"
#include "transforms/CostModel/DepthwiseCost.h"
#include "transforms/CostModel/Rates.h"
#include "transforms/CostModel/TileTable.h"
#include "transforms/CostModel/WinogradCost.h"
#include "gtest/gtest.h"

using namespace tvm;

/// A CPU whose cores have second-level caches of `bytes` bytes.
static target::CPU makeCPU(int64_t bytes) {
  target::CPU cpu;
  cpu.l2CacheBytes = bytes;
  return cpu;
}

TEST(AttentionCost, ScoresTakeAPartOfTheCache) {
  graph::ScoresShape shape{/*matrices=*/2, /*queries=*/16, /*keys=*/32,
                           /*elementBytes=*/4};
  int64_t bytes = int64_t(2) * 16 * 32 * 4;
  int64_t part = cost::TileTable().scoresPart;
  EXPECT_EQ(graph::estimateSeparateTraffic(shape, makeCPU(bytes * part)), 0);
  // Written, read and written, and read.
  EXPECT_EQ(graph::estimateSeparateTraffic(shape, makeCPU(bytes * part - 1)),
            4.0 * bytes);
}

TEST(AttentionCost, FewQueriesAreNotWorthReadingAllKeys) {
  cost::TileTable table;
  constexpr int64_t keys = 64, bytesOfQuery = keys * 4;
  graph::ScoresShape shape{/*matrices=*/8, /*queries=*/100 * table.minQueries,
                           keys, /*elementBytes=*/4};
  // Scores and exponentials of that many queries.
  int64_t least = 2 * bytesOfQuery * table.minQueries * table.scoresPart;
  EXPECT_EQ(graph::chooseQueries(shape, makeCPU(least)), table.minQueries);
  EXPECT_EQ(graph::chooseQueries(shape, makeCPU(least - 1)), 0);
  EXPECT_EQ(graph::estimateFusedTraffic(shape, makeCPU(least)), 0);
  EXPECT_GT(graph::estimateFusedTraffic(shape, makeCPU(least - 1)), 0);
}

TEST(DepthwiseCost, RowsTakeAPartOfTheCache) {
  graph::DepthwiseShape shape{/*rows=*/10, /*rowBytes=*/1000,
                              /*weightBytes=*/500};
  int64_t part = cost::TileTable().chainPart;
  EXPECT_EQ(graph::estimateSeparateTraffic(shape, makeCPU(10000 * part)), 0);
  EXPECT_EQ(graph::estimateSeparateTraffic(shape, makeCPU(10000 * part - 1)),
            20000);
  EXPECT_EQ(graph::estimateFusedTraffic(shape, makeCPU(1500 * part)), 0);
  EXPECT_EQ(graph::estimateFusedTraffic(shape, makeCPU(1500 * part - 1)), 5000);
}

TEST(WinogradCost, RatesAreThoseOfTheTable) {
  target::CPU cpu;
  cpu.vectors.bits = 256;
  cpu.vectorsPerCycle = 1;
  graph::CoreModel core(cpu);
  EXPECT_EQ(core.lanes, 8);
  EXPECT_EQ(core.vectorOps, 1);
  EXPECT_EQ(core.memoryBytes, cost::Rates::get(cpu).memoryBytes);
  EXPECT_EQ(core.sustained, cost::Rates::get(cpu).sustained);
  EXPECT_EQ(core.tileBytes, cost::Rates::get(cpu).tileBytes);
}

TEST(WinogradCost, OperationsAreThoseOfLavinAndGray) {
  EXPECT_EQ(graph::countDataOperations(2), 32);
  EXPECT_EQ(graph::countResultOperations(2), 24);
  EXPECT_EQ(graph::countDataOperations(4), 144);
  EXPECT_EQ(graph::countResultOperations(4), 100);
  EXPECT_GT(graph::countDataOperations(6), 144);
}

/// A core for which only what is counted in the name of a test takes time.
static graph::CoreModel makeCore() {
  graph::CoreModel core{target::CPU()};
  core.lanes = 1;
  core.vectorOps = core.sustained = 1;
  core.memoryBytes = core.tileBytes = 1e30;
  return core;
}

TEST(WinogradCost, ProductsOfTilesAreCounted) {
  graph::ConvolutionShape shape{/*images=*/2, /*height=*/12, /*width=*/12,
                                /*inputs=*/1000, /*outputs=*/1000};
  double products = 2.0 * 12 * 12 * 1000 * 1000;
  graph::CoreModel core = makeCore();
  EXPECT_EQ(graph::estimateDirect(shape, core), 9 * products);
  // 16 products per 4 elements, 36 per 16 and 64 per 36, and transformations.
  for (auto [tile, perElement] :
       {std::pair<int64_t, double>{2, 4}, {4, 2.25}, {6, 64.0 / 36}}) {
    double tiles = 2.0 * 144 / static_cast<double>(tile * tile);
    double operations = static_cast<double>(graph::countDataOperations(tile) +
                                            graph::countResultOperations(tile));
    EXPECT_NEAR(graph::estimateWinograd(shape, tile, core),
                perElement * products + tiles * operations * 1000, 1);
  }
}

TEST(WinogradCost, LargerTilesHaveMoreWeights) {
  graph::ConvolutionShape shape{/*images=*/1, /*height=*/1, /*width=*/1,
                                /*inputs=*/100, /*outputs=*/100};
  graph::CoreModel core = makeCore();
  core.vectorOps = 1e30;
  core.memoryBytes = 4; // a weight per cycle
  EXPECT_NEAR(graph::estimateDirect(shape, core), 90000, 1);
  EXPECT_NEAR(graph::estimateWinograd(shape, 2, core), 160000, 1);
  EXPECT_NEAR(graph::estimateWinograd(shape, 4, core), 360000, 1);
  EXPECT_NEAR(graph::estimateWinograd(shape, 6, core), 640000, 1);
}

TEST(WinogradCost, TilesThatOverhangAreWhole) {
  graph::ConvolutionShape shape{/*images=*/1, /*height=*/5, /*width=*/5,
                                /*inputs=*/100, /*outputs=*/100};
  graph::ConvolutionShape whole = shape;
  whole.height = whole.width = 8;
  graph::CoreModel core = makeCore();
  EXPECT_EQ(graph::estimateWinograd(shape, 4, core),
            graph::estimateWinograd(whole, 4, core));
  EXPECT_LT(graph::estimateWinograd(shape, 2, core),
            graph::estimateWinograd(whole, 2, core));
}
