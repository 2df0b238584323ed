// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/SplitCost.h"
#include "transforms/CostModel/VectorCost.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::cost;

/// A product of matrices of f32, with axes m, n and k.
static Nest makeProduct(int64_t m, int64_t n, int64_t k) {
  Nest nest;
  nest.extents = {m, n, k};
  nest.isReduction = {false, false, true};
  nest.accesses = {Access{{m, k}, {{1, 0, 0}, {0, 0, 1}}},
                   Access{{k, n}, {{0, 0, 1}, {0, 1, 0}}},
                   Access{{m, n}, {{1, 0, 0}, {0, 1, 0}}}};
  nest.accesses.back().isWritten = true;
  return nest;
}

TEST(SplitCost, DividesTheOutermostLoopOfTheSum) {
  Nest nest = makeProduct(4, 8, 24);
  EXPECT_EQ(findDividedAxis(nest, 3), 2u);
  EXPECT_EQ(findDividedAxis(nest, 5), std::nullopt);
  EXPECT_EQ(findDividedAxis(makeProduct(4, 8, 1), 1), std::nullopt);
}

TEST(SplitCost, PartsAreANewAxis) {
  Nest parts = divideAxis(makeProduct(4, 8, 24), 2, 3);
  EXPECT_EQ(ArrayRef(parts.extents), ArrayRef<int64_t>({3, 4, 8, 8}));
  EXPECT_FALSE(parts.isReduction.front());
  // A part of the sum is 8 steps further.
  EXPECT_EQ(parts.accesses[0].strides[1].front(), 8);
  EXPECT_EQ(parts.accesses[1].strides[0].front(), 8);
  // Each part has results of its own.
  EXPECT_EQ(ArrayRef(parts.accesses[2].shape), ArrayRef<int64_t>({3, 4, 8}));
  EXPECT_EQ(parts.accesses[2].strides[0].front(), 1);
}

TEST(SplitCost, MorePartsTakeLongerToAdd) {
  target::CPU cpu;
  Nest nest = makeProduct(64, 64, 1024);
  double few = estimateSumOfParts(divideAxis(nest, 2, 2), 0, cpu);
  double many = estimateSumOfParts(divideAxis(nest, 2, 8), 0, cpu);
  EXPECT_GT(few, 0);
  EXPECT_GT(many, few);
}

TEST(VectorCost, VectorsAreAlongContiguousAccesses) {
  target::CPU cpu;
  cpu.vectors.bits = 256;
  EXPECT_EQ(getLanes(cpu, 4), 8);
  EXPECT_EQ(getLanes(cpu, 64), 1);
  Nest nest = makeProduct(64, 64, 64);
  VectorPlan columns = makeVectorPlan(nest, 1, cpu, 16);
  EXPECT_EQ(columns.lanes, 8);
  EXPECT_EQ(columns.tasks, 16);
  EXPECT_EQ(columns.accumulators, 1);
  EXPECT_EQ(ArrayRef(columns.order), ArrayRef<unsigned>({0, 2}));
  EXPECT_EQ(makeVectorPlan(nest, 0, cpu, 16).lanes, 1);
  // Too few points for threads.
  EXPECT_EQ(makeVectorPlan(makeProduct(4, 8, 4), 1, cpu, 16).tasks, 0);
  EXPECT_EQ(estimateInOrder(Nest(), cpu, 16), 1);
}
