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
