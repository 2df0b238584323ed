// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts as `split` and `fuse` make them, and ones that only look like it:
// instances that are said to be separated never touch the same element.

#include "transforms/Schedule/Analysis/Dependence/Separation.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace mlir;
using namespace tvm::schedule;

namespace {

/// A nest of loops with constant bounds and an access to a row of numbers.
class SeparationTest : public testing::Test {
protected:
  SeparationTest() {
    context.loadDialect<affine::AffineDialect>();
    access.isWrite = true;
  }

  /// `bounds` are the least and the greatest value of each loop.
  void build(ArrayRef<std::pair<int64_t, int64_t>> bounds,
             ArrayRef<AffineExpr> subscripts);

  AffineExpr dim(unsigned i) { return getAffineDimExpr(i, &context); }
  std::vector<int64_t> evaluate(ArrayRef<int64_t> point) const;

  /// Whether two points that agree in the first `numSame` loops and differ in
  /// the next one have the same subscripts.
  bool hasConflict(unsigned numSame) const;
  bool isSeparated(unsigned numSame) const;

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  SmallVector<Loop> loops;
  Access access;
};

} // namespace

void SeparationTest::build(ArrayRef<std::pair<int64_t, int64_t>> bounds,
                           ArrayRef<AffineExpr> subscripts) {
  Location loc = UnknownLoc::get(&context);
  module = ModuleOp::create(loc);
  loops.clear();
  access.operands.clear();
  OpBuilder builder(module->getBodyRegion());
  for (auto [least, most] : bounds) {
    loops.push_back(Loop::create(builder, loc, least, most + 1));
    access.operands.push_back(loops.back().getInductionVar());
    builder.setInsertionPointToStart(loops.back().getBody());
  }
  access.map = AffineMap::get(bounds.size(), 0, subscripts, &context);
}

std::vector<int64_t> SeparationTest::evaluate(ArrayRef<int64_t> point) const {
  SmallVector<Attribute> values;
  for (int64_t value : point)
    values.push_back(
        IntegerAttr::get(IndexType::get(access.map.getContext()), value));
  SmallVector<Attribute> results;
  EXPECT_TRUE(succeeded(access.map.constantFold(values, results)));
  std::vector<int64_t> subscripts;
  for (Attribute result : results)
    subscripts.push_back(cast<IntegerAttr>(result).getInt());
  return subscripts;
}

bool SeparationTest::hasConflict(unsigned numSame) const {
  // From values of the unchanged loops and of the subscripts to values of the
  // loop in question.
  std::map<std::vector<int64_t>, int64_t> seen;
  SmallVector<int64_t> point;
  std::function<bool(unsigned)> visit = [&](unsigned depth) {
    if (depth == loops.size()) {
      std::vector<int64_t> key = evaluate(point);
      key.insert(key.end(), point.begin(), point.begin() + numSame);
      return seen.try_emplace(key, point[numSame]).first->second !=
             point[numSame];
    }
    Loop loop = loops[depth];
    for (int64_t i = loop.getConstantLowerBound();
         i < loop.getConstantUpperBound(); ++i) {
      point.push_back(i);
      bool found = visit(depth + 1);
      point.pop_back();
      if (found)
        return true;
    }
    return false;
  };
  return visit(0);
}

bool SeparationTest::isSeparated(unsigned numSame) const {
  SmallVector<std::pair<Loop, Order>> orders;
  for (unsigned i = 0; i < numSame; ++i)
    orders.push_back({loops[i], Order::Same});
  orders.push_back({loops[numSame], Order::Earlier});
  return areSeparated(access, access, orders);
}

TEST_F(SeparationTest, Split) {
  // Parts of 4 that do not overlap, and ones that do.
  build({{0, 5}, {0, 3}}, {dim(0) * 4 + dim(1)});
  EXPECT_TRUE(isSeparated(0));
  EXPECT_TRUE(isSeparated(1));
  build({{0, 5}, {0, 4}}, {dim(0) * 4 + dim(1)});
  EXPECT_FALSE(isSeparated(0));
  EXPECT_TRUE(isSeparated(1));
}

TEST_F(SeparationTest, Fuse) {
  build({{0, 11}}, {dim(0).floorDiv(4), dim(0) % 4});
  EXPECT_TRUE(isSeparated(0));
  // One of the two parts.
  build({{0, 11}}, {dim(0) % 4});
  EXPECT_FALSE(isSeparated(0));
  build({{0, 11}}, {dim(0).floorDiv(4), dim(0) % 3});
  EXPECT_FALSE(isSeparated(0));
}

TEST_F(SeparationTest, SplitOfFused) {
  AffineExpr fused = dim(0) * 5 + dim(1);
  build({{0, 6}, {0, 4}},
        {fused.floorDiv(12), (fused % 12).floorDiv(3) * 2, fused % 3});
  EXPECT_TRUE(isSeparated(0));
  EXPECT_TRUE(isSeparated(1));
}

TEST_F(SeparationTest, RandomSubscripts) {
  std::mt19937 random(7);
  auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  constexpr unsigned kCases = 10000;
  unsigned numFree = 0, numFound = 0;
  for (unsigned i = 0; i < kCases; ++i) {
    SmallVector<std::pair<int64_t, int64_t>> bounds;
    for (int64_t n = pick(1, 3); n > 0; --n) {
      int64_t least = pick(-2, 2);
      bounds.push_back({least, least + pick(0, 6)});
    }
    auto makeSum = [&] {
      AffineExpr sum = dim(pick(0, bounds.size() - 1)) + pick(-3, 3);
      for (int64_t n = pick(0, 2); n > 0; --n)
        sum = sum * pick(-2, 5) + dim(pick(0, bounds.size() - 1));
      return sum;
    };
    SmallVector<AffineExpr> subscripts;
    for (int64_t n = pick(1, 3); n > 0; --n) {
      AffineExpr sum = makeSum();
      int64_t by = pick(2, 4), more = pick(1, 3);
      if (pick(0, 1)) {
        subscripts.push_back(sum);
        continue;
      }
      subscripts.push_back(sum.floorDiv(by * more) * pick(-1, 3) + makeSum());
      subscripts.push_back((sum % (by * more)).floorDiv(by));
      if (pick(0, 1))
        subscripts.push_back(sum % by);
    }
    build(bounds, subscripts);
    unsigned numSame = pick(0, bounds.size() - 1);
    bool isFree = !hasConflict(numSame), isFound = isSeparated(numSame);
    numFree += isFree;
    numFound += isFound;
    ASSERT_TRUE(isFree || !isFound) << "case " << i;
  }
  // Most are found, and there are others; the test shows nothing otherwise.
  EXPECT_GT(numFound * 2, numFree);
  EXPECT_LT(numFree, kCases * 9 / 10);
}
