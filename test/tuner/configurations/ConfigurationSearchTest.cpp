// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/configurations/ConfigurationSearch.h"

#include "test/tuner/session/Fakes.h"

namespace tvm::tuner {
namespace {

/// A model whose regions take the share of their time that a change has in its
/// name, without running anything.
class FakeConfigurations : public ConfigurationMeasurer {
public:
  double getShare(const Change &change) override {
    return shares.lookup(change.name);
  }

  llvm::Expected<std::string>
  prepare(const Configuration &configuration) override {
    prepared.push_back(configuration);
    return configuration.back().value == "refused" ? "compile error: no" : "";
  }

  llvm::Expected<RegionOutcome> run() override {
    double share;
    llvm::StringRef value = prepared.back().back().value;
    if (value == "crash")
      return RegionOutcome{{}, "crash: signal"};
    (void)value.getAsDouble(share);
    ++numRuns;
    share += disturb(numRuns);
    double seconds = 1 + numRuns * 1e-9; // no two measurements are equal
    std::vector<double> many(11, seconds);
    if (value == "noise")
      many = {1, 1, 1, 2, 2, 2, 3, 3, 3};
    std::vector<double> others(many.size(), 1);
    std::vector<KernelRuns> before{{"old", many}}, now{{"new", many}};
    for (double &each : now.front().seconds)
      each *= value == "noise" ? 1 : share;
    for (const char *text : {"a", "b", "c"})
      for (auto *kernels : {&before, &now})
        kernels->push_back({text, others});
    if (value == "same")
      now = before;
    return RegionOutcome{compareRegions(before, now), ""};
  }

  llvm::Error adopt() override {
    ++numAdopted;
    return llvm::Error::success();
  }

  llvm::StringMap<double> shares;
  std::vector<Configuration> prepared;
  unsigned numRuns = 0, numAdopted = 0;
  std::function<double(unsigned)> disturb = [](unsigned) { return 0; };
};

class ConfigurationSearchTest : public SessionTest {
protected:
  /// A change to a value of a decision on two operators.
  static Change makeChange(llvm::StringRef name, llvm::StringRef value) {
    return {name.str(),     "default",    value.str(),
            {"op1", "op2"}, {"n1", "n2"}, 0.5};
  }

  /// Tries all changes, and returns what came of each.
  std::vector<TriedChange> run(std::vector<Change> changes) {
    Database database = open();
    ConfigurationSearch search(std::move(changes), database, options.context,
                               options.maxSpread);
    EXPECT_EQ(llvm::toString(search.start()), "");
    first = search.getConfiguration();
    known.assign(search.getKnown().begin(), search.getKnown().end());
    std::vector<TriedChange> all;
    while (!search.isDone())
      all.push_back(*llvm::cantFail(search.tryNext(model)));
    last = search.getConfiguration();
    return all;
  }

  std::vector<Record> getRecords(llvm::StringRef op, llvm::StringRef name) {
    Database database = open();
    RecordContext context = options.context;
    context.method = kConfigurations.name.str();
    return llvm::cantFail(
        database.getRecords(getRecordedTask(op, name), context));
  }

  FakeConfigurations model;
  Configuration first, last;
  std::vector<TriedChange> known; // when the last search began
};

TEST_F(ConfigurationSearchTest, AFasterChangeIsConfirmedAndAdopted) {
  auto all = run({makeChange("algorithm", "0.8")});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].result, TriedChange::Result::Adopted);
  EXPECT_NEAR(all[0].share, 0.8, 1e-6);
  EXPECT_EQ(all[0].measurements, 1 + kConfirmingRounds);
  EXPECT_EQ(model.numAdopted, 1u);
  EXPECT_EQ(last, Configuration({{"op1", "algorithm", "0.8"},
                                 {"op2", "algorithm", "0.8"}}));
  for (const char *op : {"op1", "op2"})
    EXPECT_EQ(getRecords(op, "algorithm").size(), 1 + kConfirmingRounds);
  EXPECT_EQ(getRecords("op1", "algorithm").front().method, "configuration");
}

TEST_F(ConfigurationSearchTest, ASlowerOneIsMeasuredOnce) {
  auto all = run({makeChange("algorithm", "1.2")});
  EXPECT_EQ(all[0].result, TriedChange::Result::Slower);
  EXPECT_EQ(all[0].measurements, 1u);
  EXPECT_TRUE(last.empty());
}

TEST_F(ConfigurationSearchTest, ALuckyMeasurementIsNotConfirmed) {
  model.disturb = [](unsigned run) { return run == 1 ? -0.3 : 0; };
  auto all = run({makeChange("algorithm", "1.1")});
  EXPECT_EQ(all[0].result, TriedChange::Result::Slower);
  EXPECT_EQ(all[0].measurements, 2u); // the median is the upper one of two
  EXPECT_EQ(model.numAdopted, 0u);
}

TEST_F(ConfigurationSearchTest, ChangesAddUp) {
  run({makeChange("algorithm", "0.8"), makeChange("layout", "0.9")});
  EXPECT_EQ(last.size(), 4u);
  EXPECT_EQ(model.prepared.back().size(), 4u);
}

/// The median share of the records of a value of "algorithm" on "op1".
static double getRecordedShare(llvm::ArrayRef<Record> records,
                               llvm::StringRef value) {
  std::vector<double> shares;
  for (const Record &record : records)
    if (record.strategy == value)
      shares.push_back(record.times->share);
  llvm::sort(shares);
  return shares.empty() ? 0 : shares[shares.size() / 2];
}

TEST_F(ConfigurationSearchTest, AnotherValueCompetesWithTheAdoptedOne) {
  model.shares["algorithm"] = 1;
  Change close = makeChange("algorithm", "0.8");
  close.closeness = 0.9;
  auto all = run({makeChange("algorithm", "1.1"), close});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].change.after, "0.8");
  EXPECT_EQ(all[0].change.before, "default");
  EXPECT_EQ(all[1].change.before, "0.8");
  EXPECT_EQ(all[1].result, TriedChange::Result::Slower);
  EXPECT_NEAR(all[1].share, 1.1, 1e-6); // of the time with the adopted one
  // Of the time with the default.
  EXPECT_NEAR(getRecordedShare(getRecords("op1", "algorithm"), "1.1"),
              0.8 * 1.1, 1e-6);
  EXPECT_EQ(last, Configuration({{"op1", "algorithm", "0.8"},
                                 {"op2", "algorithm", "0.8"}}));
}

TEST_F(ConfigurationSearchTest, ABetterValueReplacesTheAdoptedOne) {
  std::vector<Change> changes{makeChange("algorithm", "0.8"),
                              makeChange("algorithm", "0.9")};
  auto all = run(changes);
  EXPECT_EQ(all[0].result, TriedChange::Result::Adopted);
  EXPECT_EQ(all[1].result, TriedChange::Result::Adopted);
  EXPECT_NEAR(all[1].share, 0.9, 1e-6);
  Configuration found(
      {{"op1", "algorithm", "0.9"}, {"op2", "algorithm", "0.9"}});
  EXPECT_EQ(last, found);
  // The next session takes the best one, in whichever order they come.
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(run(changes).empty());
    EXPECT_EQ(first, found);
    for (const TriedChange &tried : known)
      EXPECT_EQ(tried.result, tried.change.after == "0.9"
                                  ? TriedChange::Result::Adopted
                                  : TriedChange::Result::Slower);
    std::reverse(changes.begin(), changes.end());
  }
}

TEST_F(ConfigurationSearchTest, ThePromiseIsThatOfTheValueByThen) {
  model.shares["algorithm"] = 0.1;
  Change slow = makeChange("algorithm", "0.8"), fast = slow;
  slow.closeness = 2; // the estimates say that it is twice as fast
  fast.after = "0.9";
  fast.closeness = 1;
  Database database = open();
  ConfigurationSearch search({slow, fast}, database, options.context,
                             options.maxSpread);
  EXPECT_TRUE(llvm::cantFail(search.tryNext(model, /*leastPromise=*/0.15)));
  // Half of what it was before.
  EXPECT_FALSE(llvm::cantFail(search.tryNext(model, /*leastPromise=*/0.06)));
  EXPECT_TRUE(llvm::cantFail(search.tryNext(model, /*leastPromise=*/0.04)));
}

TEST_F(ConfigurationSearchTest, TheMostPromisingComesFirst) {
  model.shares["small"] = 0.1;
  model.shares["large"] = 0.5;
  model.shares["far"] = 0.6;
  Change far = makeChange("far", "1.2"), large = makeChange("large", "1.2");
  far.closeness = 0.2; // the estimates say that it is five times as slow
  large.closeness = 0.9;
  auto all = run({makeChange("small", "1.2"), far, large});
  EXPECT_EQ(all[0].change.name, "large");
  EXPECT_EQ(all[1].change.name, "far");
  EXPECT_EQ(all[2].change.name, "small");
}

TEST_F(ConfigurationSearchTest, ChangesOfSmallPromiseWait) {
  model.shares["small"] = 0.1;
  Database database = open();
  ConfigurationSearch search({makeChange("small", "1.2")}, database,
                             options.context, options.maxSpread);
  EXPECT_FALSE(llvm::cantFail(search.tryNext(model, /*leastPromise=*/0.06)));
  EXPECT_FALSE(search.isDone());
  EXPECT_TRUE(llvm::cantFail(search.tryNext(model, /*leastPromise=*/0.05)));
  EXPECT_TRUE(search.isDone());
}

TEST_F(ConfigurationSearchTest, ConfirmedChangesCanBeLeftOut) {
  run({makeChange("algorithm", "0.8")});
  Database database = open();
  ConfigurationSearch search({makeChange("algorithm", "0.8")}, database,
                             options.context, options.maxSpread);
  EXPECT_EQ(llvm::toString(search.start()), "");
  EXPECT_EQ(search.getConfiguration().size(), 2u);
  search.leaveOutKnown();
  EXPECT_TRUE(search.getConfiguration().empty());
  EXPECT_TRUE(search.isDone());
}

TEST_F(ConfigurationSearchTest, FailuresAreRecorded) {
  auto all = run({makeChange("algorithm", "refused"),
                  makeChange("layout", "crash"), makeChange("fusion", "same")});
  for (const TriedChange &tried : all)
    EXPECT_EQ(tried.result, TriedChange::Result::Failed);
  EXPECT_EQ(getRecords("op1", "algorithm").front().failure,
            "compile error: no");
  EXPECT_EQ(getRecords("op2", "layout").front().failure,
            "crash: signal (in the model)");
  EXPECT_EQ(getRecords("op2", "fusion").front().failure,
            "run error: the decision changes no kernel");
  EXPECT_TRUE(last.empty());
}

TEST_F(ConfigurationSearchTest, NoiseIsNotRecorded) {
  auto all = run({makeChange("algorithm", "noise")});
  EXPECT_EQ(all[0].result, TriedChange::Result::Noisy);
  EXPECT_EQ(model.numRuns, 3u);
  EXPECT_TRUE(getRecords("op1", "algorithm").empty());
}

TEST_F(ConfigurationSearchTest, TheNextSessionKnowsTheResults) {
  std::vector<Change> changes{
      makeChange("algorithm", "0.8"), makeChange("layout", "1.2"),
      makeChange("fusion", "crash"), makeChange("other", "noise")};
  run(changes);
  Configuration found = last;
  auto all = run(changes);
  ASSERT_EQ(all.size(), 1u); // noise is tried again
  EXPECT_EQ(all[0].change.name, "other");
  EXPECT_EQ(first, found);
  ASSERT_EQ(known.size(), 3u);
  EXPECT_EQ(known[0].result, TriedChange::Result::Adopted);
  EXPECT_EQ(known[0].measurements, 1 + kConfirmingRounds);
  EXPECT_EQ(known[1].result, TriedChange::Result::Slower);
  EXPECT_NEAR(known[1].share, 1.2, 1e-6);
  EXPECT_EQ(known[2].result, TriedChange::Result::Failed);
  options.context.machine = "another one";
  EXPECT_EQ(run(changes).size(), 4u);
  EXPECT_TRUE(first.empty());
}

TEST_F(ConfigurationSearchTest, GainsOfOtherBuildsComeFirst) {
  std::vector<Change> changes{makeChange("layout", "1.2"),
                              makeChange("algorithm", "0.8")};
  model.shares["layout"] = 1;
  EXPECT_EQ(run(changes).front().change.name, "layout");
  options.context.version = "0.1.0+build";
  auto all = run(changes);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all.front().change.name, "algorithm");
  EXPECT_EQ(all.front().measurements, 1 + kConfirmingRounds);
}

} // namespace
} // namespace tvm::tuner
