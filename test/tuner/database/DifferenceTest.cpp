// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Difference.h"
#include "test/tuner/database/Records.h"

namespace tvm::tuner {
namespace {

Database makeDatabase(llvm::StringRef name, llvm::ArrayRef<Record> records) {
  Database database = take(Database::open(makePath(name), Mode::Create));
  EXPECT_EQ(take(database.add(records)), records.size());
  return database;
}

TEST(Difference, BestStrategiesAreCompared) {
  Record other = makeRecord(1, 0.5);
  other.target = "x86_64,mcpu=znver5";
  Database a = makeDatabase("a", {makeRecord(1, 0.5, "same"), other,
                                  makeRecord(1, 0.5, "other strategy"),
                                  makeRecord(2, 0.8, "other share"),
                                  makeRecord(3, 0.7, "only a")});
  // Medians count, and failures do not.
  Database b = makeDatabase(
      "b",
      {makeRecord(1, 0.5, "same"), makeRecord(1, 0.5, "other strategy"),
       makeRecord(4, 0.4, "other strategy"), makeRecord(2, 0.6, "other share"),
       makeRecord(2, 0.7, "other share"), makeRecord(2, 0.9, "other share"),
       makeFailure(5, "crash")});
  DatabaseDifference difference = take(compareBest(a, b));
  EXPECT_EQ(difference.numEqual, 1u);
  ASSERT_EQ(difference.kernels.size(), 4u);
  const KernelDifference &target = difference.kernels[0];
  EXPECT_EQ(target.context.target, other.target);
  EXPECT_TRUE(target.first && !target.second);
  const KernelDifference &only = difference.kernels[1];
  EXPECT_EQ(only.task, "only a");
  EXPECT_EQ(only.first->strategy, "#s<3>");
  EXPECT_FALSE(only.second);
  const KernelDifference &share = difference.kernels[2];
  EXPECT_EQ(share.task, "other share");
  EXPECT_EQ(share.first->share, 0.8);
  EXPECT_EQ(share.second->share, 0.7);
  const KernelDifference &strategy = difference.kernels[3];
  EXPECT_EQ(strategy.task, "other strategy");
  EXPECT_EQ(strategy.first->strategy, "#s<1>");
  EXPECT_EQ(strategy.second->strategy, "#s<4>");
}

TEST(Difference, ContextsAreComparedWithTheirLike) {
  Record gain = makeRecord(1, 0.5), builtAgain = makeRecord(2, 0.6),
         onOneThread = gain, inModel = gain;
  builtAgain.version = "0.1.0+build";
  builtAgain.machine = "another one";
  onOneThread.threads = 1;
  inModel.method = "model"; // and not confirmed
  Database a = makeDatabase("a", {gain});
  Database b = makeDatabase("b", {builtAgain, onOneThread, inModel});
  DatabaseDifference difference = take(compareBest(a, b));
  ASSERT_EQ(difference.kernels.size(), 2u);
  EXPECT_EQ(difference.kernels[0].first->share, 0.5);
  EXPECT_EQ(difference.kernels[0].second->share, 0.6);
  EXPECT_EQ(difference.kernels[1].context.threads, 1);
  EXPECT_FALSE(difference.kernels[1].first);
  // Of several builds, the best one counts.
  EXPECT_EQ(take(b.add(gain)), 1u);
  difference = take(compareBest(a, b));
  EXPECT_EQ(difference.kernels.size(), 1u);
  EXPECT_EQ(difference.numEqual, 1u);
}

TEST(Difference, ADamagedRecordIsAnError) {
  Database a = makeDatabase("a", {makeRecord(1, 0.5)});
  std::string path = makePath("b");
  {
    Database b = take(Database::open(path, Mode::Create));
    EXPECT_EQ(take(b.add(makeRecord(1, 0.5))), 1u);
  }
  auto connection = take(sqlite::Connection::open(path, Mode::Write));
  EXPECT_EQ(getText(connection->run("UPDATE strategies SET text = '#s<9>'")),
            "");
  Database b = take(Database::open(path, Mode::Read));
  EXPECT_EQ(getText(compareBest(a, b)),
            "database '" + path + "': record " +
                makeRecord(1, 0.5).getDigest() +
                " is damaged: its contents are not what was written");
}

} // namespace
} // namespace tvm::tuner
