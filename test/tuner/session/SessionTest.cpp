// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tuner/session/Fakes.h"

namespace tvm::tuner {
namespace {

TEST_F(SessionTest, FindsTheBestAndRecordsAll) {
  Task task = makeTask("a");
  Progress progress = run(task);
  EXPECT_EQ(progress.counts.trials, 99u);
  EXPECT_EQ(progress.counts.failed, 1u);
  EXPECT_EQ(progress.counts.failures, (CountsByText{{"wrong result", 1}}));
  EXPECT_EQ(progress.counts.repeated, 1u); // the default
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6);
  EXPECT_NEAR(progress.speedup, 2, 1e-5);
  Database database = open();
  auto best = database.getBest(task.text, options.context);
  ASSERT_TRUE(static_cast<bool>(best));
  EXPECT_EQ(best->front().strategy, "0");
}

TEST_F(SessionTest, CountsStrategiesThatDoNotApply) {
  Progress progress = run(makeTask("a", 1, /*last=*/59));
  EXPECT_EQ(progress.counts.trials, 59u);
  EXPECT_EQ(progress.counts.refused, 40u);
  EXPECT_EQ(progress.counts.refusals, (CountsByText{{"too large", 40}}));
}

TEST_F(SessionTest, EndsWhereNothingIsNew) {
  Task task{"a", "func.func @a()", 1, std::make_unique<UniformSpace>()};
  Progress progress = run(task);
  EXPECT_EQ(progress.counts.trials, 0u);
  EXPECT_LT(progress.counts.repeated, 100u); // of 100,000 points
}

TEST_F(SessionTest, RecordsFaultsOfApplying) {
  Task task = makeFaultyTask();
  CountsByText failures{{"compile error", 1}, {"wrong result", 1}};
  Progress progress = run(task);
  EXPECT_EQ(progress.counts.trials, 99u);
  EXPECT_EQ(progress.counts.failures, failures);
  EXPECT_EQ(progress.counts.refused, 0u);
  const auto &space = static_cast<const FaultySpace &>(*task.space);
  EXPECT_EQ(space.numBuilt, 100u);
  // The next session does not apply it again.
  Progress again = run(task);
  EXPECT_EQ(space.numBuilt, 199u);
  EXPECT_EQ(again.counts.failures, failures);
  EXPECT_EQ(again.counts.replayed, 99u);
}

TEST_F(SessionTest, StrategiesThatDoTheSameAreOneTrial) {
  Task task{"a", "func.func @a()", 1, std::make_unique<PairedSpace>()};
  Progress progress = run(task);
  EXPECT_EQ(progress.counts.trials, 49u);
  EXPECT_EQ(progress.counts.repeated, 50u);
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6);
}

TEST_F(SessionTest, EndsWhereNothingCanBeApplied) {
  Task task = makeFaultyTask(/*broken=*/8);
  Database database = open();
  EXPECT_EQ(llvm::toString(Session(task, database, measurer, options)
                               .run([](const Progress &) { return true; })),
            "no process");
}

TEST_F(SessionTest, EndsAfterItsTrials) {
  options.maxTrials = 20;
  Progress progress = run(makeTask("a"));
  EXPECT_EQ(progress.counts.trials, 20u);
}

TEST_F(SessionTest, EndsAfterItsTime) {
  options.maxSeconds = 1e-9;
  EXPECT_EQ(run(makeTask("a")).counts.trials, 0u);
}

TEST_F(SessionTest, EndsWhenItIsTold) {
  options.roundSize = 16; // nothing is confirmed before the end
  unsigned count = 0;
  Progress progress =
      run(makeTask("a"), [&](const Progress &) { return ++count < 7; });
  EXPECT_EQ(progress.counts.trials, 7u);
}

TEST_F(SessionTest, GoesOnWhereItEnded) {
  options.maxTrials = 30;
  run(makeTask("a"));
  unsigned before = measurer.numMeasured;
  // The same trials again are all known.
  Progress again = run(makeTask("a"));
  EXPECT_EQ(measurer.numMeasured, before);
  EXPECT_EQ(again.counts.trials, 30u);
  EXPECT_EQ(again.counts.replayed, 30u);
  options.maxTrials = 40;
  Progress further = run(makeTask("a"));
  EXPECT_EQ(further.counts.trials, 40u);
  EXPECT_LE(measurer.numMeasured, before + 10 + TaskTuner::kConfirmations);
}

TEST_F(SessionTest, RecordsOfOtherMachinesDoNotCount) {
  options.maxTrials = 10;
  run(makeTask("a"));
  for (std::string RecordContext::*member :
       {&RecordContext::machine, &RecordContext::version,
        &RecordContext::method}) {
    unsigned before = measurer.numMeasured;
    options.context.*member = "another";
    run(makeTask("a"));
    EXPECT_GT(measurer.numMeasured, before);
  }
  for (int64_t RecordContext::*member :
       {&RecordContext::threads, &RecordContext::optLevel}) {
    unsigned before = measurer.numMeasured;
    options.context.*member = 1;
    run(makeTask("a"));
    EXPECT_GT(measurer.numMeasured, before);
  }
}

TEST_F(SessionTest, ALuckyMeasurementIsCorrected) {
  // One measurement is 40 microseconds too short.
  measurer.noise = [](unsigned number) { return number == 25 ? -40. : 0.; };
  Task task = makeTask("a");
  Progress progress = run(task);
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6);
  Database database = open();
  auto records = database.getRecords(task.text, options.context);
  ASSERT_TRUE(static_cast<bool>(records));
  auto best = database.getBest(task.text, options.context);
  ASSERT_TRUE(static_cast<bool>(best));
  unsigned count = 0;
  for (const Record &record : *records)
    count += record.strategy == best->front().strategy;
  EXPECT_GE(count, TaskTuner::kConfirmations);
}

TEST_F(SessionTest, LargerTasksGetMoreTrials) {
  options.maxTrials = 100;
  options.roundSize = 5;
  std::vector<Task> tasks;
  tasks.push_back(makeTask("small"));
  tasks.push_back(makeTask("large", /*numLaunches=*/20));
  run(tasks);
  EXPECT_GT(measurer.byTask["large"], 2 * measurer.byTask["small"]);
  EXPECT_GT(measurer.byTask["small"], 5u);
}

TEST_F(SessionTest, StrategiesOfOtherKernelsComeFirst) {
  // Finds "0" to "4", the best ones, among all.
  run(makeTask("a"));
  Progress progress = run(makeTask("b", 1, /*last=*/1));
  EXPECT_EQ(progress.counts.borrowed, 2u); // "0" and "1" apply
  EXPECT_EQ(progress.counts.trials, 2u);   // and are points of its space
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6);
  // Again, they are known.
  unsigned before = measurer.numMeasured;
  Progress again = run(makeTask("b", 1, /*last=*/1));
  EXPECT_EQ(again.counts.trials, 2u);
  EXPECT_EQ(measurer.numMeasured, before);
}

TEST_F(SessionTest, StrategiesOfOtherBuildsComeFirst) {
  run(makeTask("a"));
  options.maxTrials = 4;
  options.context.version = "0.1.0+build";
  Progress progress = run(makeTask("a"));
  EXPECT_EQ(progress.counts.borrowed, 4u);
  EXPECT_EQ(progress.counts.replayed, 0u);
  EXPECT_EQ(progress.counts.trials, 4u);
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6); // the best one of that build
}

TEST_F(SessionTest, StrategiesOfOtherArchitecturesDoNot) {
  run(makeTask("a"));
  options.maxTrials = 4;
  options.context.target = "aarch64";
  EXPECT_EQ(run(makeTask("a")).counts.borrowed, 0u);
}

TEST_F(SessionTest, ModelsArePerTask) {
  struct Model : ScoreModel {
    explicit Model(unsigned &numFits) : numFits(numFits) {}
    void fit(llvm::ArrayRef<Trial>) override { ++numFits; }
    std::vector<double> predict(llvm::ArrayRef<Point> points) const override {
      std::vector<double> scores;
      for (const Point &point : points)
        scores.push_back(-static_cast<double>(point[0]));
      return scores;
    }
    unsigned &numFits;
  };
  unsigned numFits = 0, numModels = 0;
  options.search = findSearchMethod("annealing");
  options.makeModel = [&](const Task &) {
    ++numModels;
    return std::make_unique<Model>(numFits);
  };
  options.maxTrials = 32;
  options.roundSize = 16;
  std::vector<Task> tasks;
  tasks.push_back(makeTask("a"));
  Progress progress = run(tasks);
  EXPECT_EQ(numModels, 1u);
  EXPECT_EQ(numFits, 2u);
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6); // the model knows
}

TEST_F(SessionTest, ADefaultThatFailsIsNotTuned) {
  struct Failing : Measurer {
    llvm::Expected<Outcome> measure(const Task &, llvm::StringRef) override {
      return Outcome{std::nullopt, "crash"};
    }
  } failing;
  Database database = open();
  Task task = makeTask("a");
  Session session(task, database, failing, options);
  EXPECT_EQ(llvm::toString(session.run([](const Progress &) { return true; })),
            "");
  EXPECT_EQ(session.getProgress().counts.trials, 0u);
}

TEST_F(SessionTest, ErrorsOfTheMeasurerAndTheDatabaseEndIt) {
  struct Broken : Measurer {
    llvm::Expected<Outcome> measure(const Task &, llvm::StringRef) override {
      return llvm::createStringError("no space left");
    }
  } broken;
  auto listener = [](const Progress &) { return true; };
  Task task = makeTask("a");
  {
    Database database = open();
    EXPECT_EQ(
        llvm::toString(Session(task, database, broken, options).run(listener)),
        "no space left");
  }
  auto database = Database::open(path, Mode::Read);
  ASSERT_TRUE(static_cast<bool>(database));
  EXPECT_EQ(
      llvm::toString(Session(task, *database, measurer, options).run(listener)),
      "database '" + path + "': attempt to write a readonly database");
}

} // namespace
} // namespace tvm::tuner
