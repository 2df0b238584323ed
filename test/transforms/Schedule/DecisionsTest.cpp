// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random decisions: legal, the same for a seed, recorded beside the script and
// replayed from a copy of it.

#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/Schedule/ScheduleSampling.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Schedule/Primitives/Sampling/Sampling.h"
#include "transforms/Schedule/Scripts.h"

#include <gtest/gtest.h>

#include <map>

using namespace mlir;

namespace tvm::schedule {

static constexpr StringLiteral kModule = R"mlir(
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<96xf32>, %b: memref<96xf32>) {
    affine.for %i = 0 to 96 {
      te.block "B" [false] affine_map<(i) -> (i)>(%i)
          captures(%a, %b : memref<96xf32>, memref<96xf32>) do {
      ^bb0(%v: index, %x: memref<96xf32>, %y: memref<96xf32>):
        %0 = affine.load %x[%v] : memref<96xf32>
        affine.store %0, %y[%v] : memref<96xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    %i = schedule.get_loops of %b
    %f:3 = schedule.sample_perfect_tile %i max_innermost_factor 8
    %n = schedule.sample_categorical [1, 2, 3, 4, 6] weights [1.0, 1.0, 1.0, 1.0, 1.0]
    %l:3 = schedule.split %i by [%f#0, %f#1, %f#2]
    %m:2 = schedule.split %l#0 by [0, %n]
    transform.yield
  }
})mlir";

class DecisionsTest : public ::testing::Test {
protected:
  DecisionsTest() {
    context.loadDialect<ScheduleDialect, te::TEDialect, func::FuncDialect,
                        transform::TransformDialect>();
    module = parseSourceString<ModuleOp>(kModule, &context);
  }

  /// The kernel after a run of `script` on a copy of it.
  OwningOpRef<Operation *> schedule(transform::NamedSequenceOp script,
                                    uint64_t seed, Decisions *decisions) {
    OwningOpRef<Operation *> kernel =
        (*module->getOps<func::FuncOp>().begin())->clone();
    ScriptOptions options;
    options.seed = seed;
    EXPECT_TRUE(succeeded(runScript(*kernel, script, options, decisions)));
    return kernel;
  }

  static bool isEqual(Operation *a, Operation *b) {
    return OperationEquivalence::isEquivalentTo(
        a, b, OperationEquivalence::IgnoreLocations);
  }

  static Loop getLoop(Operation *kernel) {
    Loop outermost;
    kernel->walk<WalkOrder::PreOrder>([&](Loop loop) {
      outermost = loop;
      return WalkResult::interrupt();
    });
    return outermost;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(DecisionsTest, FollowFromTheSeed) {
  transform::NamedSequenceOp script = findScript(*module);
  Decisions first, again, other;
  auto a = schedule(script, 1, &first), b = schedule(script, 1, &again);
  EXPECT_TRUE(isEqual(*a, *b));
  EXPECT_EQ(first.takeVector(), again.takeVector());
  int different = 0;
  for (uint64_t seed = 2; seed < 12; ++seed)
    different += !isEqual(*a, *schedule(script, seed, &other));
  EXPECT_GT(different, 5);
}

TEST_F(DecisionsTest, AreReplayedFromACopy) {
  transform::NamedSequenceOp script = findScript(*module);
  std::string before;
  llvm::raw_string_ostream(before) << *script;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Decisions decisions, recorded;
    auto drawn = schedule(script, seed, &decisions);
    ASSERT_EQ(decisions.size(), 2u);
    IRMapping mapping;
    OwningOpRef<Operation *> copy = module->getOperation()->clone(mapping);
    for (auto [step, decision] : decisions)
      recorded[mapping.lookup(step)] = decision;
    recordDecisions(recorded);
    auto replayed = schedule(findScript(cast<ModuleOp>(*copy)), seed + 1,
                             /*decisions=*/nullptr);
    EXPECT_TRUE(isEqual(*drawn, *replayed));
  }
  std::string after;
  llvm::raw_string_ostream(after) << *script;
  EXPECT_EQ(before, after);
}

TEST_F(DecisionsTest, TilesAreEquallyLikely) {
  Loop loop = getLoop(*module);
  Random random(1);
  std::map<std::vector<int64_t>, int> counts;
  for (int i = 0; i < 10000; ++i) {
    SmallVector<int64_t> factors;
    ASSERT_TRUE(samplePerfectTile(loop, 3, 8, random, factors).succeeded());
    EXPECT_TRUE(checkPerfectTile(loop, factors, 8).succeeded());
    ++counts[std::vector<int64_t>(factors.begin(), factors.end())];
  }
  // 96 = 2^5 * 3: as many as 96, 48, 32, 24, 16 and 12 have divisors.
  EXPECT_EQ(counts.size(), 12u + 10u + 6u + 8u + 5u + 6u);
  for (const auto &[factors, count] : counts)
    EXPECT_NEAR(count, 10000 / 47, 75);
}

TEST_F(DecisionsTest, TilesOfEveryTripCountAreLegal) {
  Loop loop = getLoop(*module);
  Random random(2);
  for (int64_t extent : {1, 2, 7, 12, 97, 1024, 30030, 1 << 30})
    for (unsigned count = 2; count <= 8; ++count) {
      loop.setConstantUpperBound(extent);
      SmallVector<int64_t> factors;
      ASSERT_TRUE(
          samplePerfectTile(loop, count, 16, random, factors).succeeded());
      EXPECT_EQ(factors.size(), count);
      EXPECT_TRUE(checkPerfectTile(loop, factors, 16).succeeded());
    }
}

TEST_F(DecisionsTest, LocationsAreThoseOfComputeAt) {
  auto chain = parseSourceString<ModuleOp>(R"mlir(
    func.func @chain(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
      %t = memref.alloc() : memref<4x8xf32>
      affine.for %i = 0 to 4 { affine.for %j = 0 to 8 {
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j)
            captures(%a, %t : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          affine.store %0, %y[%v, %w] : memref<4x8xf32>
          te.yield
        }
      }}
      affine.for %i = 0 to 4 { affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j)
            captures(%t, %b : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          affine.store %0, %y[%v, %w] : memref<4x8xf32>
          te.yield
        }
      } {te.kind = "vectorized"} }
      return
    })mlir",
                                           &context);
  te::BlockOp block;
  chain->walk([&](te::BlockOp op) {
    if (op.getName() == "A")
      block = op;
  });
  // Nowhere, or at the outer loop: the inner one is vectorized.
  Random random(4);
  std::map<int64_t, int> counts;
  for (int i = 0; i < 200; ++i) {
    int64_t position;
    Loop loop, again;
    SmallVector<int64_t> legal;
    sampleComputeLocation(block, random, position, loop, legal);
    EXPECT_TRUE(llvm::is_contained(legal, position));
    ASSERT_TRUE(getComputeLocation(block, position, again).succeeded());
    EXPECT_EQ(loop, again);
    ++counts[position];
  }
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_NEAR(counts[-1], 100, 40);
  EXPECT_NEAR(counts[0], 100, 40);
}

TEST(CategoricalTest, HasTheProbabilitiesOfItsWeights) {
  Random random(3);
  int counts[4] = {};
  for (int i = 0; i < 8000; ++i)
    ++counts[sampleCategorical({2.0, 0.0, 5.0, 1.0}, random)];
  EXPECT_NEAR(counts[0], 2000, 150);
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[2], 5000, 150);
  EXPECT_NEAR(counts[3], 1000, 150);
}

} // namespace tvm::schedule
