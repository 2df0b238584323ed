// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/StartingPoints.h"
#include "test/tuner/database/Records.h"

namespace tvm::tuner {
namespace {

class StartingPointsTest : public testing::Test {
protected:
  StartingPointsTest()
      : database(take(Database::open(makePath("db"), Mode::Create))) {
    context = makeRecord(0, 1);
    context.target = "x86_64-linux,mcpu=znver4";
  }

  /// Adds a record of a strategy, in this context but for one part.
  template <typename T>
  void add(int number, double share, T RecordContext::*part, T value,
           llvm::StringRef task = "func.func @kernel()") {
    Record record = makeRecord(number, share, task);
    static_cast<RecordContext &>(record) = context;
    record.*part = std::move(value);
    EXPECT_EQ(take(database.add(record)), 1u);
  }

  Texts findFromElsewhere(unsigned limit) {
    return take(tuner::findFromElsewhere(database, "func.func @kernel()",
                                         context, limit));
  }
  Texts findFromOthers(unsigned limit) {
    return take(
        tuner::findFromOthers(database, "func.func @kernel()", context, limit));
  }

  Database database;
  RecordContext context;
};

TEST_F(StartingPointsTest, TheClosestContextsComeFirst) {
  EXPECT_EQ(findFromElsewhere(9), Texts());
  add<std::string>(0, 0.9, &RecordContext::version, context.version); // here
  add<std::string>(1, 0.1, &RecordContext::target, "x86_64-linux,mcpu=skylake");
  add<std::string>(2, 0.2, &RecordContext::machine, "another one");
  add<int64_t>(3, 0.3, &RecordContext::threads, 1);
  add<std::string>(4, 0.4, &RecordContext::method, "alone-cold");
  add<int64_t>(5, 0.5, &RecordContext::optLevel, 2);
  add<std::string>(6, 0.7, &RecordContext::version, "0.1.0+old");
  add<std::string>(7, 0.6, &RecordContext::version, "0.1.0+old");
  EXPECT_EQ(findFromElsewhere(9), Texts({"#s<7>", "#s<6>", "#s<5>", "#s<4>",
                                         "#s<3>", "#s<2>", "#s<1>"}));
  EXPECT_EQ(findFromElsewhere(3), Texts({"#s<7>", "#s<6>", "#s<5>"}));
}

TEST_F(StartingPointsTest, OnlyGainsCount) {
  add<std::string>(1, 1, &RecordContext::version, "0.1.0+old");
  add<std::string>(2, 0.5, &RecordContext::target, "aarch64-linux");
  add<std::string>(3, 0.5, &RecordContext::method, "configuration");
  add<std::string>(4, 0.5, &RecordContext::method, "model"); // not confirmed
  EXPECT_EQ(findFromElsewhere(9), Texts());
  add<std::string>(5, 0.8, &RecordContext::version, "0.1.0+old");
  add<std::string>(5, 0.8, &RecordContext::version, "0.1.0+older");
  EXPECT_EQ(findFromElsewhere(9), Texts({"#s<5>"})); // once
}

TEST_F(StartingPointsTest, OtherKernelsInThisContextComeFirst) {
  EXPECT_EQ(findFromOthers(9), Texts());
  add<std::string>(1, 0.1, &RecordContext::version, context.version);
  add<std::string>(2, 0.2, &RecordContext::version, "0.1.0+old", "other");
  add<std::string>(3, 0.3, &RecordContext::version, context.version, "other");
  add<std::string>(4, 0.4, &RecordContext::target, "aarch64-linux", "other");
  add<std::string>(3, 0.5, &RecordContext::machine, "another one", "third");
  add<std::string>(5, 0.6, &RecordContext::machine, "another one", "third");
  EXPECT_EQ(findFromOthers(9), Texts({"#s<3>", "#s<2>", "#s<5>"}));
  EXPECT_EQ(findFromOthers(2), Texts({"#s<3>", "#s<2>"}));
}

} // namespace
} // namespace tvm::tuner
