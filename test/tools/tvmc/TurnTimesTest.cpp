// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/TurnTimes.h"
#include "gtest/gtest.h"

#include <vector>

namespace tvm::tvmc {
namespace {

/// Times whose quartiles are `first` and `second` of the median apart.
TurnTimes makeTimes(double first, double second) {
  auto make = [](double spread) {
    return RunTimes{2, 2 - spread, 2 + spread, 1};
  };
  return {make(first), make(second), 5};
}

/// Measurements whose spreads are `spreads`, and then the last one of these.
class Measurements {
public:
  explicit Measurements(std::vector<double> spreads)
      : spreads(std::move(spreads)) {}

  TurnTimes run(double maxSpread) {
    auto measure = [&](double time) -> llvm::Expected<TurnTimes> {
      size_t i = std::min(seconds.size(), spreads.size() - 1);
      seconds.push_back(time);
      return makeTimes(spreads[i], 0);
    };
    return llvm::cantFail(measureUntilCalm(1, maxSpread, measure));
  }

  std::vector<double> seconds; // of each measurement

private:
  std::vector<double> spreads;
};

using Seconds = std::vector<double>;

TEST(TurnTimesTest, TheSpreadIsTheLargerOne) {
  EXPECT_EQ(makeTimes(0.5, 0.25).getSpread(), 0.5);
  EXPECT_EQ(makeTimes(0.25, 0.5).getSpread(), 0.5);
  EXPECT_TRUE(makeTimes(0.25, 0.5).isNoisy(0.4));
  EXPECT_FALSE(makeTimes(0.25, 0.5).isNoisy(0.5));
}

TEST(TurnTimesTest, AnySpreadWillDo) {
  Measurements measurements({100});
  EXPECT_FALSE(measurements.run(0).isNoisy(0));
  EXPECT_EQ(measurements.seconds, Seconds({1}));
}

TEST(TurnTimesTest, CalmTimesAreMeasuredOnce) {
  Measurements measurements({0.125});
  EXPECT_FALSE(measurements.run(0.25).isNoisy(0.25));
  EXPECT_EQ(measurements.seconds, Seconds({1}));
}

TEST(TurnTimesTest, NoiseIsMeasuredAgain) {
  Measurements measurements({0.5, 0.125});
  EXPECT_EQ(measurements.run(0.25).getSpread(), 0.125);
  EXPECT_EQ(measurements.seconds, Seconds({1, 2}));
}

TEST(TurnTimesTest, NoiseIsReportedAtLast) {
  Measurements measurements({0.5});
  EXPECT_TRUE(measurements.run(0.25).isNoisy(0.25));
  EXPECT_EQ(measurements.seconds, Seconds({1, 2, 4}));
  EXPECT_EQ(getLongestTime(1), 7);
}

TEST(TurnTimesTest, ErrorsEndTheMeasurements) {
  unsigned count = 0;
  auto measure = [&](double) -> llvm::Expected<TurnTimes> {
    if (++count == 2)
      return llvm::createStringError("the run fails");
    return makeTimes(1, 1);
  };
  EXPECT_EQ(llvm::toString(measureUntilCalm(1, 0.25, measure).takeError()),
            "the run fails");
  EXPECT_EQ(count, 2u);
}

} // namespace
} // namespace tvm::tvmc
