// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tuner/database/Records.h"

#include <limits>

namespace tvm::tuner {
namespace {

TEST(Record, PrintsAndParsesExactly) {
  Record record = makeRecord(1, 0.1 + 0.2, "func.func @kernel() {\n  \"x\"\n}");
  record.machine = "Zen 4 \xc2\xb5";
  record.threads = 2;
  record.optLevel = 1;
  Record parsed = take(parseRecord(printRecord(record)));
  EXPECT_EQ(parsed, record);
  EXPECT_EQ(parsed.getDigest(), record.getDigest());
  EXPECT_EQ(printRecord(record).find('\n'), std::string::npos);
}

TEST(Record, PrintsFailures) {
  Record record = makeFailure(1, "time limit of 4 s");
  Record parsed = take(parseRecord(printRecord(record)));
  EXPECT_EQ(parsed, record);
  EXPECT_FALSE(parsed.times);
}

TEST(Record, DigestDependsOnAllContents) {
  Record record = makeRecord(1, 0.5), other = record;
  EXPECT_EQ(other.getDigest(), record.getDigest());
  other.times->upper *= 2;
  EXPECT_NE(other.getDigest(), record.getDigest());
  other = record;
  other.threads = 1;
  EXPECT_NE(other.getDigest(), record.getDigest());
  EXPECT_FALSE(other == record);
  other = record;
  other.optLevel = 2;
  EXPECT_NE(other.getDigest(), record.getDigest());
  // What one text loses, the next one gains.
  Record moved = record;
  moved.task = record.task + record.target.front();
  moved.target = record.target.substr(1);
  EXPECT_NE(moved.getDigest(), record.getDigest());
}

TEST(Record, RefusesOtherLines) {
  EXPECT_EQ(getText(parseRecord("[]")), "expected a JSON object");
  EXPECT_EQ(getText(parseRecord("{}")), "expected schema 3, got none");
  EXPECT_EQ(getText(parseRecord(R"({"schema":1})")),
            "expected schema 3, got 1");
  EXPECT_EQ(getText(parseRecord(R"({"schema":3,"colour":1})")),
            "unknown field 'colour'");
  EXPECT_EQ(getText(parseRecord(R"({"schema":3,"task":1})")),
            "expected a text in 'task'");
  EXPECT_EQ(getText(parseRecord(R"({"schema":3})")),
            "expected a number in 'threads'");
  EXPECT_EQ(getText(parseRecord(R"({"schema":3,"threads":1})")),
            "expected a number in 'opt_level'");
  EXPECT_EQ(getText(parseRecord(
                R"({"schema":3,"threads":1,"opt_level":3,"median":1})")),
            "expected a number in 'lower'");
  EXPECT_EQ(
      getText(parseRecord(
          R"({"schema":3,"threads":1,"opt_level":3,"median":1,"lower":1,"upper":1,"reference":1,"share":1,"ratio":1})")),
      "expected a number in 'runs'");
  EXPECT_NE(getText(parseRecord("{")), "");
}

TEST(Record, RefusesWrongContents) {
  Record both = makeRecord(1, 1), neither = both, negative = both,
         unordered = both, never = both, text = both, infinite = both,
         threads = both, level = both;
  both.failure = "crash";
  neither.times.reset();
  negative.times->reference = -1;
  unordered.times->lower = 1;
  never.times->runs = 0;
  text.machine = "\xff";
  threads.threads = -1;
  level.optLevel = 4;
  infinite.times->upper = std::numeric_limits<double>::infinity();
  EXPECT_EQ(getText(both.verify()), "expected times or a failure, got both");
  EXPECT_EQ(getText(neither.verify()),
            "expected times or a failure, got neither");
  EXPECT_EQ(getText(negative.verify()),
            "expected a positive time 'reference', got -1.00");
  EXPECT_EQ(getText(infinite.verify()),
            "expected a positive time 'upper', got INF");
  EXPECT_EQ(getText(unordered.verify()), "expected lower ≤ median ≤ upper");
  EXPECT_EQ(getText(never.verify()),
            "expected a positive number of runs, got 0");
  EXPECT_EQ(getText(text.verify()), "expected UTF-8 in 'machine'");
  EXPECT_EQ(getText(threads.verify()),
            "expected a number from 0 to 2147483647 in 'threads', got -1");
  EXPECT_EQ(getText(level.verify()),
            "expected a number from 0 to 3 in 'opt_level', got 4");
}

} // namespace
} // namespace tvm::tuner
