// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tuner/database/Records.h"
#include "tuner/database/Exchange.h"
#include "tuner/database/Methods.h"
#include "llvm/ADT/STLExtras.h"

namespace tvm::tuner {
namespace {

static std::vector<std::string> getBest(Database &database, unsigned limit) {
  Record any = makeRecord(0, 1);
  std::vector<std::string> texts;
  for (const RankedStrategy &best :
       take(database.getBest(any.task, any, limit)))
    texts.push_back(best.strategy);
  return texts;
}

static std::string print(Database &database) {
  std::string text;
  llvm::raw_string_ostream os(text);
  EXPECT_EQ(getText(exportRecords(database, os)), "");
  return text;
}

TEST(Database, KeepsRecords) {
  std::string path = makePath("db");
  Record record = makeRecord(1, 0.5), failure = makeFailure(2, "crash");
  {
    Database database = take(Database::open(path, Mode::Create));
    EXPECT_EQ(take(database.add({record, failure})), 2u);
  }
  Database database = take(Database::open(path, Mode::Read));
  std::vector<Record> records = take(database.getRecords(record.task, record));
  ASSERT_EQ(records.size(), 2u);
  EXPECT_TRUE(records[0] == record || records[1] == record);
  EXPECT_TRUE(records[0] == failure || records[1] == failure);
  EXPECT_EQ(getText(database.check()), "");
}

TEST(Database, HasEqualRecordsOnce) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  Record record = makeRecord(1, 0.5);
  EXPECT_EQ(take(database.add({record, record})), 1u);
  EXPECT_EQ(take(database.add(record)), 0u);
  EXPECT_EQ(take(database.getRecords(record.task, record)).size(), 1u);
}

TEST(Database, RanksByMedianShare) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  // 1 was lucky once; 3 failed once; 4 was unlucky once.
  EXPECT_EQ(take(database.add(
                {makeRecord(1, 0.4), makeRecord(1, 0.8), makeRecord(2, 0.5),
                 makeRecord(3, 0.3), makeFailure(3, "wrong result"),
                 makeRecord(4, 0.9), makeRecord(4, 0.95), makeRecord(4, 7)})),
            8u);
  EXPECT_EQ(getBest(database, 1), Texts({"#s<2>"}));
  EXPECT_EQ(getBest(database, 9), Texts({"#s<2>", "#s<1>", "#s<4>"}));
}

TEST(Database, KeepsKernelsAndTargetsApart) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  Record other = makeRecord(2, 0.1, "func.func @kernel(%a: index)");
  Record elsewhere = makeRecord(3, 0.1);
  elsewhere.target = "aarch64";
  EXPECT_EQ(take(database.add({makeRecord(1, 0.5), other, elsewhere})), 3u);
  EXPECT_EQ(getBest(database, 9), Texts({"#s<1>"}));
  EXPECT_TRUE(take(database.getBest("func.func @none()", other)).empty());
  EXPECT_TRUE(take(database.getRecords("none", other)).empty());
}

TEST(Database, KeepsMethodsApart) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  Record inModel = makeRecord(1, 1.1), failed = makeFailure(3, "crash");
  inModel.method = failed.method = "model";
  Record alone = makeRecord(1, 0.5), other = makeRecord(2, 0.6);
  EXPECT_EQ(take(database.add({inModel, failed, alone, other})), 4u);
  auto getShares = [&](const RecordContext &context) {
    std::vector<double> shares;
    for (const RankedStrategy &best :
         take(database.getBest(alone.task, context, 9)))
      shares.push_back(best.share);
    return shares;
  };
  EXPECT_EQ(getShares(inModel), std::vector({1.1}));
  EXPECT_EQ(getShares(alone), std::vector({0.5, 0.6}));
  EXPECT_EQ(take(database.getBestOfOthers("new", alone, 9)).size(), 2u);
  EXPECT_TRUE(take(database.getBestOfOthers("new", inModel, 9)).empty());
  EXPECT_TRUE(take(database.isRefuted(alone.task, inModel, "#s<1>")));
  EXPECT_TRUE(take(database.isRefuted(alone.task, inModel, "#s<3>")));
  EXPECT_FALSE(take(database.isRefuted(alone.task, inModel, "#s<2>")));
  EXPECT_FALSE(take(database.isRefuted(alone.task, alone, "#s<1>")));
  // A failure by one method says nothing about another one.
  Record other3 = makeRecord(3, 0.1);
  EXPECT_EQ(take(database.add(other3)), 1u);
  EXPECT_EQ(getShares(alone).front(), 0.1);
}

/// All records that `forEach` visits.
static Texts visit(Database &database, unsigned limit) {
  Texts texts;
  EXPECT_EQ(getText(database.forEach(
                [&](const Record &record) {
                  texts.push_back(record.strategy);
                  return llvm::Error::success();
                },
                limit)),
            "");
  return texts;
}

TEST(Database, NeedsConfirmation) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  std::vector<Record> records{makeRecord(1, 0.5), makeRecord(2, 0.6),
                              makeRecord(2, 0.7), makeRecord(2, 0.75),
                              makeRecord(2, 0.8), makeRecord(3, 1)};
  for (Record &record : records)
    record.method = kInModel.name.str();
  EXPECT_EQ(take(database.add(records)), records.size());
  std::vector<RankedStrategy> best =
      take(database.getBest(records[0].task, records[0], 9));
  ASSERT_EQ(best.size(), 2u);
  EXPECT_EQ(best[0].share, 0.75);
  EXPECT_EQ(best[1].share, 1); // no gain, nothing to confirm
  // All questions for the best have the same answer.
  EXPECT_EQ(visit(database, 1), Texts(4, "#s<2>"));
  EXPECT_EQ(take(database.prune(1)), 2u);
  EXPECT_EQ(visit(database, 0), Texts(4, "#s<2>"));
}

TEST(Database, KeepsContextsApart) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  std::vector<Record> records(6, makeRecord(1, 0.5));
  records[1].machine = "another one";
  records[2].version = "0.1.0+build";
  records[3].threads = 1;
  records[4].optLevel = 2;
  records[5].target = "aarch64";
  for (auto [i, record] : llvm::enumerate(records))
    record.strategy = "#s<" + std::to_string(i) + ">";
  EXPECT_EQ(take(database.add(records)), records.size());
  for (const Record &record : records) {
    auto best = take(database.getBest(record.task, record, 9));
    ASSERT_EQ(best.size(), 1u);
    EXPECT_EQ(best.front().strategy, record.strategy);
    EXPECT_EQ(take(database.getRecords(record.task, record)),
              std::vector({record}));
  }
  std::vector<RecordContext> contexts =
      take(database.getContexts(records[0].task));
  EXPECT_EQ(contexts.size(), records.size());
  for (const Record &record : records)
    EXPECT_TRUE(llvm::is_contained(contexts, record));
  EXPECT_TRUE(take(database.getContexts("none")).empty());
  EXPECT_EQ(take(database.prune(1)), 0u);
}

TEST(Database, KnowsTheBestOfOtherKernels) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  Record elsewhere = makeRecord(9, 0.1, "other");
  elsewhere.target = "aarch64";
  Record own = makeRecord(1, 0.2);
  EXPECT_EQ(take(database.add({own, elsewhere, makeRecord(2, 0.5, "other"),
                               makeRecord(3, 0.4, "other"),
                               makeRecord(2, 0.3, "third"),
                               makeRecord(4, 1.1, "third")})),
            6u);
  auto getOthers = [&](llvm::StringRef task, unsigned limit) {
    std::vector<std::string> texts;
    for (const RankedStrategy &best :
         take(database.getBestOfOthers(task, own, limit)))
      texts.push_back(best.strategy);
    return texts;
  };
  EXPECT_EQ(getOthers(own.task, 9), Texts({"#s<2>", "#s<3>"}));
  EXPECT_EQ(getOthers(own.task, 1), Texts({"#s<2>"}));
  EXPECT_EQ(getOthers("new", 9), Texts({"#s<1>", "#s<2>", "#s<3>"}));
}

TEST(Database, AddsNothingIfOneRecordIsWrong) {
  std::string path = makePath("db");
  Database database = take(Database::open(path, Mode::Create));
  Record wrong = makeRecord(2, 1);
  wrong.failure = "crash";
  EXPECT_EQ(getText(database.add({makeRecord(1, 1), wrong})),
            "database '" + path + "': expected times or a failure, got both");
  EXPECT_EQ(print(database), "");
}

TEST(Database, ExportsAndImportsExactly) {
  Database database = take(Database::open(makePath("a"), Mode::Create));
  EXPECT_EQ(take(database.add({makeRecord(1, 1. / 3), makeRecord(2, 0.7),
                               makeFailure(3, "timeout"),
                               makeRecord(4, 2, "other")})),
            4u);
  std::string text = print(database);
  Database copy = take(Database::open(makePath("b"), Mode::Create));
  EXPECT_EQ(take(importRecords(copy, text, "x.jsonl")), 4u);
  EXPECT_EQ(print(copy), text);
  EXPECT_EQ(take(importRecords(copy, text, "x.jsonl")), 0u);
}

TEST(Database, ImportsAllLinesOrNone) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  std::string text = printRecord(makeRecord(1, 1)) + "\n\n{}\n";
  EXPECT_EQ(getText(importRecords(database, text, "x.jsonl")),
            "x.jsonl:3: expected schema 3, got none");
  EXPECT_EQ(print(database), "");
  // A damaged line is named.
  text = printRecord(makeRecord(1, 1)) + "\n" + printRecord(makeRecord(2, 1));
  std::string truncated =
      getText(importRecords(database, llvm::StringRef(text).drop_back(9), "x"));
  EXPECT_EQ(truncated.substr(0, 5), "x:2: ");
  size_t place = text.rfind("\"runs\":10");
  text[place + strlen("\"runs\":")] = '-';
  EXPECT_EQ(getText(importRecords(database, text, "x")),
            "x:2: expected a positive number of runs, got 0");
  EXPECT_EQ(print(database), "");
}

TEST(Database, Merges) {
  Database a = take(Database::open(makePath("a"), Mode::Create));
  Database b = take(Database::open(makePath("b"), Mode::Create));
  EXPECT_EQ(take(a.add({makeRecord(1, 0.5), makeRecord(2, 0.6)})), 2u);
  EXPECT_EQ(take(b.add({makeRecord(2, 0.6), makeRecord(3, 0.4)})), 2u);
  EXPECT_EQ(take(mergeRecords(a, b)), 1u);
  EXPECT_EQ(getBest(a, 9), Texts({"#s<3>", "#s<1>", "#s<2>"}));
  EXPECT_EQ(take(mergeRecords(a, b)), 0u);
}

TEST(Database, PrunesAllButTheBest) {
  Database database = take(Database::open(makePath("db"), Mode::Create));
  Record only = makeFailure(5, "crash");
  only.task = "only failures";
  EXPECT_EQ(take(database.add({makeRecord(1, 0.5), makeRecord(1, 0.6),
                               makeRecord(2, 0.7), makeRecord(3, 0.8),
                               makeFailure(4, "crash"), only,
                               makeRecord(6, 3, "other")})),
            7u);
  EXPECT_EQ(visit(database, 1), Texts({"#s<1>", "#s<1>", "#s<6>"}));
  EXPECT_EQ(take(database.prune(2)), 3u);
  EXPECT_EQ(getBest(database, 9), Texts({"#s<1>", "#s<2>"}));
  EXPECT_EQ(take(database.prune(2)), 0u);
  EXPECT_EQ(getText(database.check()), "");
}

} // namespace
} // namespace tvm::tuner
