// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Answers.h"
#include "test/tuner/database/Records.h"

namespace tvm::tuner {
namespace {

class AnswersTest : public testing::Test {
protected:
  AnswersTest() : database(take(Database::open(makePath("db"), Mode::Create))) {
    asked = makeRecord(0, 1);
    asked.method = "";
  }

  /// A record by a method.
  static Record make(int number, double share, llvm::StringRef method) {
    Record record = makeRecord(number, share);
    record.method = method.str();
    return record;
  }

  void add(std::vector<Record> records) {
    EXPECT_EQ(take(database.add(records)), records.size());
  }

  /// Adds as many records as the method "model" needs.
  void addConfirmed(Record record) {
    for (int i = 0; i < 4; ++i) {
      record.times->runs = 10 + i;
      add({record});
    }
  }

  Answer find() {
    return take(findAnswer(database, "func.func @kernel()", asked, 8));
  }

  /// The strategies of the answer.
  std::vector<std::string> getStrategies() {
    std::vector<std::string> strategies;
    for (const RankedStrategy &each : find().strategies)
      strategies.push_back(each.strategy);
    return strategies;
  }

  Database database;
  RecordContext asked;
};

TEST_F(AnswersTest, TheFastestComesFirst) {
  EXPECT_TRUE(find().strategies.empty());
  add({makeRecord(1, 0.6), makeRecord(2, 0.5), makeRecord(3, 1.5)});
  EXPECT_EQ(getStrategies(), Texts({"#s<2>", "#s<1>"}));
  Answer answer = find();
  EXPECT_FALSE(answer.isOfOtherBuild || answer.isOfOtherMachine ||
               answer.isLeftOut);
}

TEST_F(AnswersTest, TheDefaultInTheModelHidesNoGainsOfKernelsAlone) {
  add({make(0, 1, "model"), make(1, 0.5, "alone"), make(2, 0.6, "alone-cold"),
       make(3, 0.1, "of another program")});
  EXPECT_EQ(getStrategies(), Texts({"#s<1>"}));
  // One that is not confirmed hides none, either.
  add({make(4, 0.9, "model")});
  EXPECT_EQ(getStrategies(), Texts({"#s<1>"}));
  // A strategy that gains nothing in the model is no answer.
  add({make(1, 1.1, "model")});
  EXPECT_EQ(getStrategies(), Texts({"#s<2>"}));
  add({make(2, 1.1, "alone")});
  EXPECT_EQ(getStrategies(), Texts({"#s<3>"}));
  addConfirmed(make(5, 0.95, "model"));
  EXPECT_EQ(getStrategies(), Texts({"#s<5>"}));
}

TEST_F(AnswersTest, RecordsOfThisBuildComeFirst) {
  Record old = makeRecord(1, 0.5), slower = makeRecord(2, 0.8);
  old.version = "0.1.0+old";
  add({old});
  Answer answer = find();
  EXPECT_TRUE(answer.isOfOtherBuild);
  EXPECT_FALSE(answer.isOfOtherMachine);
  EXPECT_EQ(answer.strategies.front().share, 0.5);
  add({slower});
  answer = find();
  EXPECT_FALSE(answer.isOfOtherBuild);
  EXPECT_EQ(answer.strategies.front().share, 0.8);
}

TEST_F(AnswersTest, WhatThisBuildRefutesIsNoAnswer) {
  Record old = makeRecord(1, 0.5), slower = makeRecord(1, 1.2);
  old.version = "0.1.0+old";
  add({old, slower});
  EXPECT_TRUE(find().strategies.empty());
}

TEST_F(AnswersTest, RecordsOfOtherMachinesComeLater) {
  Record elsewhere = makeRecord(1, 0.5), old = makeRecord(2, 0.4),
         third = makeRecord(1, 0.6);
  elsewhere.machine = "another one";
  third.machine = "a third one";
  old.version = "0.1.0+old";
  add({elsewhere, old, third});
  Answer answer = find();
  EXPECT_TRUE(answer.isOfOtherMachine);
  EXPECT_FALSE(answer.isOfOtherBuild);
  ASSERT_EQ(answer.strategies.size(), 1u); // once
  EXPECT_EQ(answer.strategies.front().share, 0.5);
}

TEST_F(AnswersTest, OtherThreadsAndLevelsAreNoAnswer) {
  Record onOneThread = makeRecord(1, 0.5), quick = makeRecord(2, 0.5),
         slower = makeRecord(3, 1.5), elsewhere = makeRecord(4, 0.5);
  slower.threads = onOneThread.threads = 1;
  elsewhere.target = "aarch64";
  add({slower, elsewhere});
  EXPECT_FALSE(find().isLeftOut); // there is nothing to take
  add({onOneThread});
  EXPECT_TRUE(find().isLeftOut);
  EXPECT_TRUE(find().strategies.empty());
  asked.threads = 1;
  EXPECT_EQ(getStrategies(), Texts({"#s<1>"}));
  EXPECT_FALSE(find().isLeftOut);
  quick.optLevel = 1;
  add({quick});
  EXPECT_EQ(getStrategies(), Texts({"#s<1>"}));
  asked.optLevel = 1;
  EXPECT_TRUE(find().isLeftOut);
  asked.threads = 0;
  EXPECT_EQ(getStrategies(), Texts({"#s<2>"}));
}

} // namespace
} // namespace tvm::tuner
