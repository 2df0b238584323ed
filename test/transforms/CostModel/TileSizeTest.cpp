// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/TileSize.h"

#include "transforms/CostModel/TileTable.h"
#include "gtest/gtest.h"

using namespace tvm;

namespace {
/// A CPU with `registers` vector registers of `bits` bits.
target::CPU makeCPU(int64_t bits, int64_t registers) {
  target::CPU cpu;
  cpu.vectors.bits = bits;
  cpu.vectors.numRegisters = registers;
  cpu.vectors.masks = target::getUsualMasks(bits);
  cpu.memoryOperands = target::getUsualMemoryOperands(bits);
  return cpu;
}
} // namespace

TEST(TileSize, ColumnsOfAProductLeaveNoneOver) {
  target::CPU cpu = makeCPU(/*bits=*/512, /*registers=*/32);
  cost::TileProblem problem;
  problem.lanes = 16;
  problem.columns = 48; // three vectors
  EXPECT_EQ(cost::chooseColumns(problem, cpu).vectors, 2);
  problem.isProduct = true;
  EXPECT_EQ(cost::chooseColumns(problem, cpu).vectors, 3);
  problem.columns = 64;
  EXPECT_EQ(cost::chooseColumns(problem, cpu).vectors, 2);
  problem.columns = 24;
  cost::TileSize size = cost::chooseColumns(problem, cpu);
  EXPECT_EQ(size.vectors, 1);
  EXPECT_EQ(size.columns, 16);
}

TEST(TileSize, AccumulatorsAndOperandsFitTheRegisters) {
  for (target::CPU cpu : {makeCPU(512, 32), makeCPU(256, 16), makeCPU(128, 32)})
    for (int64_t vectors : {1, 2, 3, 4}) {
      int64_t rows = cost::getMostRows(cpu, vectors, {});
      int64_t registers =
          rows * vectors + cost::getOperandRegisters(cpu, vectors, {});
      EXPECT_LE(registers, cpu.vectors.numRegisters);
      EXPECT_LE(rows, cost::TileTable::get(cpu).maxRows);
      EXPECT_GE(rows, 1);
    }
}

TEST(TileSize, AProductThatIsNotFusedTakesARegister) {
  target::CPU cpu = makeCPU(/*bits=*/128, /*registers=*/16);
  EXPECT_EQ(cost::getMostRows(cpu, /*vectors=*/2, {}), 6);
  EXPECT_EQ(cost::getMostRows(cpu, /*vectors=*/3, {}), 4);
  cpu.hasFusedMultiplyAdd = false;
  EXPECT_EQ(cost::getMostRows(cpu, /*vectors=*/2, {}), 6);
  EXPECT_EQ(cost::getMostRows(cpu, /*vectors=*/3, {}), 3);
}

TEST(TileSize, RowsDivideTheExtentWhereTheyCan) {
  EXPECT_EQ(cost::chooseRows(/*extent=*/56, /*limit=*/14), 14);
  EXPECT_EQ(cost::chooseRows(56, 12), 8);
  EXPECT_EQ(cost::chooseRows(13, 12), 12); // a prime
  EXPECT_EQ(cost::chooseRows(5, 12), 5);
}

TEST(TileTable, OnlyMasksAllowCopiedRows) {
  EXPECT_GT(cost::TileTable::get(makeCPU(512, 32)).packedRows, 0);
  EXPECT_EQ(cost::TileTable::get(makeCPU(256, 16)).packedRows, 0);
}
