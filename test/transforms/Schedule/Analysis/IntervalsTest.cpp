// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Intervals of subscripts hold all values that these take, and nothing else
// where they are said to be exact.

#include "transforms/Schedule/Analysis/Intervals.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace tvm::schedule;

namespace {

constexpr int64_t kOuter = 7, kMiddle = 5, kInner = 4;

/// Subscripts of two loops inside of one.
class IntervalsTest : public testing::Test {
protected:
  IntervalsTest() {
    context.loadDialect<affine::AffineDialect>();
    Location loc = UnknownLoc::get(&context);
    module = ModuleOp::create(loc);
    OpBuilder builder(module->getBodyRegion());
    for (int64_t count : {kOuter, kMiddle, kInner}) {
      loops.push_back(Loop::create(builder, loc, 0, count));
      operands.push_back(loops.back().getInductionVar());
      builder.setInsertionPointToStart(loops.back().getBody());
    }
  }

  AffineExpr dim(unsigned i) { return getAffineDimExpr(i, &context); }

  FailureOr<Interval> find(AffineExpr expr, bool divisions = true) {
    auto isInner = [this](Loop loop) { return loop != loops[0]; };
    return getInterval(expr, operands, isInner, divisions);
  }

  int64_t evaluate(AffineExpr expr, int64_t i, int64_t j, int64_t k) {
    SmallVector<Attribute> point, result;
    for (int64_t value : {i, j, k})
      point.push_back(Builder(&context).getIndexAttr(value));
    EXPECT_TRUE(
        succeeded(AffineMap::get(3, 0, expr).constantFold(point, result)));
    return cast<IntegerAttr>(result.front()).getInt();
  }

  void check(AffineExpr expr);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  SmallVector<Loop> loops;
  SmallVector<Value> operands;
};

} // namespace

void IntervalsTest::check(AffineExpr expr) {
  auto interval = find(expr);
  ASSERT_TRUE(succeeded(interval));
  for (int64_t i = 0; i < kOuter; ++i) {
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (int64_t j = 0; j < kMiddle; ++j)
      for (int64_t k = 0; k < kInner; ++k) {
        int64_t value = evaluate(expr, i, j, k);
        least = std::min(least, value);
        most = std::max(most, value);
      }
    int64_t begin = evaluate(interval->base, i, 0, 0);
    int64_t end = begin + interval->size - 1;
    EXPECT_LE(begin, least);
    EXPECT_GE(end, most);
    if (interval->isExact) {
      EXPECT_EQ(begin, least);
      EXPECT_EQ(end, most);
    }
  }
}

TEST_F(IntervalsTest, HoldsRandomSubscripts) {
  std::mt19937 random(1);
  auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  auto linear = [&] {
    return dim(0) * draw(-6, 12) + dim(1) * draw(-4, 8) + dim(2) * draw(-2, 4) +
           draw(-9, 9);
  };
  for (int i = 0; i < 2000; ++i) {
    AffineExpr expr = linear();
    for (int64_t depth = draw(0, 3); depth > 0; --depth)
      switch (draw(0, 3)) {
      case 0:
        expr = expr.floorDiv(draw(1, 6));
        break;
      case 1:
        expr = expr % draw(1, 12);
        break;
      case 2:
        expr = expr * draw(-3, 3);
        break;
      default:
        expr = expr + linear().floorDiv(draw(1, 5));
      }
    check(expr);
  }
}

TEST_F(IntervalsTest, IsExactWhereTilesAreAligned) {
  AffineExpr row = dim(0) * 20 + dim(1) * 4 + dim(2);
  auto quotient = find((dim(0) * 6 + dim(1) * 3).floorDiv(6));
  auto rest = find(row % 20);
  ASSERT_TRUE(succeeded(quotient) && succeeded(rest));
  EXPECT_TRUE(quotient->isExact);
  EXPECT_EQ(quotient->size, 3);
  EXPECT_TRUE(rest->isExact);
  EXPECT_EQ(rest->size, 20);
  EXPECT_FALSE(find((row + 1).floorDiv(3))->isExact);
}

/// Multiples of 3 from 3 on, which are 3, 6, 9 and 2 modulo 10, not 0.
TEST_F(IntervalsTest, IsNotExactWhereValuesAreLeftOut) {
  auto interval = find((dim(2) * 3 + 3) % 10);
  ASSERT_TRUE(succeeded(interval));
  EXPECT_EQ(interval->size, 10);
  EXPECT_FALSE(interval->isExact);
}

TEST_F(IntervalsTest, RefusesWhatItDoesNotKnow) {
  AffineExpr quotient = (dim(1) * 3 + dim(2)).floorDiv(2);
  EXPECT_TRUE(failed(find(quotient, /*divisions=*/false)));
  EXPECT_TRUE(failed(find((dim(1) * 3 + dim(2)).ceilDiv(2))));
}

TEST_F(IntervalsTest, Unites) {
  Interval row{dim(0) * 4, 3}, next{dim(0) * 4 + 5, 2}, other{dim(0) * 3, 3};
  ASSERT_TRUE(succeeded(unite(row, next, operands)));
  EXPECT_EQ(row.size, 7);
  EXPECT_EQ(row.base, dim(0) * 4);
  EXPECT_TRUE(failed(unite(row, other, operands)));
  ASSERT_TRUE(succeeded(unite(next, Interval{dim(0) * 4 - 1, 1}, operands)));
  EXPECT_EQ(next.base, dim(0) * 4 - 1);
  EXPECT_EQ(next.size, 8);
  ASSERT_TRUE(succeeded(unite(row, Interval::getWhole(&context), operands)));
  EXPECT_TRUE(row.isWhole());
}
