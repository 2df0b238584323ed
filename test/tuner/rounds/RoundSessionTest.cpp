// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/tuner/rounds/FakeModel.h"

#include "tuner/database/Methods.h"

namespace tvm::tuner {
namespace {

class RoundSessionTest : public SessionTest {
protected:
  RoundSessionTest() { options.context.method = kInModel.name.str(); }

  /// Tasks that are launched every third time.
  static std::vector<Task> makeTasks(unsigned count) {
    std::vector<Task> tasks;
    for (unsigned i = 0; i < count; ++i) {
      tasks.push_back(makeTask(std::string(1, static_cast<char>('a' + i))));
      tasks.back().places = {3 * i};
    }
    return tasks;
  }

  /// Runs a session and returns its last state.
  Progress runRounds(
      llvm::ArrayRef<Task> tasks,
      RoundSession::Listener listener = [](const Progress &) { return true; }) {
    Database database = open();
    RoundSession session(tasks, database, model, options);
    EXPECT_EQ(llvm::toString(session.run(listener)), "");
    incumbents = session.getBest();
    costs = session.getCosts();
    return session.getProgress();
  }

  std::vector<Record> getRecords(const Task &task, llvm::StringRef strategy) {
    Database database = open();
    std::vector<Record> records;
    for (Record &record :
         llvm::cantFail(database.getRecords(task.text, options.context)))
      if (record.strategy == strategy)
        records.push_back(std::move(record));
    return records;
  }

  /// The number of tasks without their default strategy.
  static unsigned countNew(const Choice &choice) {
    return choice.size() - llvm::count(choice, "50");
  }

  FakeModel model;
  Choice incumbents;
  RoundCosts costs; // of the last session
};

TEST_F(RoundSessionTest, CountsItsCosts) {
  options.maxTrials = 5;
  std::vector<Task> tasks = makeTasks(1);
  runRounds(tasks);
  EXPECT_EQ(costs.candidates, model.numChecked);
  EXPECT_GE(costs.rounds, costs.candidates);
  EXPECT_LT(costs.rounds, model.numRuns); // the default is none
  EXPECT_GT(costs.seconds, 0);
  EXPECT_EQ(costs.steps.checking, 0.5 * costs.candidates);
  EXPECT_EQ(costs.steps.running, 0.25 * (model.numRuns - 1));
  EXPECT_EQ(costs.steps.linking, 0);
}

TEST_F(RoundSessionTest, FindsTheBestOfAllTasks) {
  std::vector<Task> tasks = makeTasks(2);
  Progress progress = runRounds(tasks);
  EXPECT_EQ(incumbents, Choice({"0", "0"}));
  EXPECT_EQ(progress.counts.trials, 198u);
  EXPECT_EQ(progress.counts.failed, 2u);
  EXPECT_EQ(progress.counts.failures, (CountsByText{{"wrong result", 2}}));
  // The defaults, and the strategies of the other task, are points as well.
  EXPECT_EQ(progress.counts.repeated, 2 + progress.counts.borrowed);
  EXPECT_EQ(progress.counts.noisy, 0u);
  EXPECT_NEAR(progress.speedup, 2, 1e-5);
}

TEST_F(RoundSessionTest, GoesOnAfterAListenerEndedIt) {
  options.maxTrials = 12;
  std::vector<Task> tasks = makeTasks(1);
  Database database = open();
  RoundSession session(tasks, database, model, options);
  unsigned numSlices = 0;
  while (!session.isDone()) {
    unsigned numRounds = 0;
    auto listen = [&](const Progress &) { return ++numRounds < 3; };
    ASSERT_EQ(llvm::toString(session.run(listen)), "");
    EXPECT_LE(numRounds, 3u);
    ++numSlices;
  }
  EXPECT_GT(numSlices, 3u);
  EXPECT_EQ(session.getProgress().counts.trials, 12u);
  ASSERT_NE(session.getBest().front(), "50");
  EXPECT_EQ(getRecords(tasks[0], session.getBest().front()).size(),
            1 + kConfirmingRounds);
  EXPECT_EQ(session.getCosts().candidates, model.numChecked);
}

TEST_F(RoundSessionTest, TheBudgetMayHaveBegunBefore) {
  options.maxSeconds = 60;
  options.start = std::chrono::steady_clock::now() - std::chrono::minutes(2);
  std::vector<Task> tasks = makeTasks(1);
  Progress progress = runRounds(tasks);
  EXPECT_GE(progress.seconds, 120);
  EXPECT_EQ(progress.counts.trials, 0u);
}

TEST_F(RoundSessionTest, TriesSeveralTasksAtOnce) {
  options.maxTrials = 12;
  std::vector<Task> tasks = makeTasks(20);
  std::swap(tasks[1].places, tasks[15].places);
  tasks[1].places = {1}; // next to the first one
  runRounds(tasks);
  unsigned most = 0;
  for (const std::vector<Choice> &choices : model.runs) {
    most = std::max(most, countNew(choices.back()));
    EXPECT_FALSE(choices.back()[0] != "50" && choices.back()[1] != "50");
  }
  EXPECT_EQ(most, RoundSession::kMaxCandidates);
}

TEST_F(RoundSessionTest, TriesSomeTasksOnly) {
  std::vector<Task> tasks = makeTasks(3);
  options.maxTrials = 20;
  Database database = open();
  RoundSession session(tasks, database, model, options);
  llvm::SmallBitVector some(3);
  some.set(1);
  session.restrictTo(some);
  EXPECT_EQ(llvm::toString(session.run([](const Progress &) { return true; })),
            "");
  std::vector<TaskResult> results = session.getResults();
  EXPECT_EQ(results[0].counts.trials, 0u);
  EXPECT_EQ(results[1].counts.trials, 20u);
  EXPECT_EQ(results[2].counts.trials, 0u);
  EXPECT_EQ(session.getBest()[0], "50");
  EXPECT_NE(session.getBest()[1], "50");
  EXPECT_EQ(session.getBest()[2], "50");
}

TEST_F(RoundSessionTest, ChecksBeforeItMeasures) {
  std::vector<Task> tasks = makeTasks(1);
  runRounds(tasks);
  EXPECT_EQ(model.numChecked, 99u); // all but the default
  for (const std::vector<Choice> &choices : model.runs)
    EXPECT_NE(choices.back()[0], "13");
  EXPECT_EQ(getRecords(tasks[0], "13").front().failure,
            "wrong result: output y differs");
}

TEST_F(RoundSessionTest, ConfirmsAnIncumbentInTurns) {
  options.maxTrials = 12;
  std::vector<Task> tasks = makeTasks(1);
  runRounds(tasks);
  ASSERT_NE(incumbents[0], "50");
  EXPECT_EQ(getRecords(tasks[0], incumbents[0]).size(), 1 + kConfirmingRounds);
  unsigned inTurns = 0;
  for (const std::vector<Choice> &choices : model.runs)
    inTurns += choices.size() == 2 && choices.back()[0] == incumbents[0];
  EXPECT_EQ(inTurns, kConfirmingRounds);
}

TEST_F(RoundSessionTest, ALuckyMeasurementIsCorrected) {
  // "77" is slower than the default, but not in the first round with it.
  unsigned count = 0;
  model.disturb = [&](unsigned, const Choice &choice) {
    FakeModel::Disturbance disturbance;
    if (choice[0] == "77" && count++ == 0)
      disturbance.firstTask = -120;
    return disturbance;
  };
  std::vector<Task> tasks = makeTasks(1);
  runRounds(tasks);
  EXPECT_EQ(incumbents, Choice({"0"}));
  EXPECT_GE(getRecords(tasks[0], "77").size(), 2u);
}

TEST_F(RoundSessionTest, ASlowerMachineIsTakenOut) {
  // Each round is slower or faster as a whole than those before.
  model.disturb = [](unsigned run, const Choice &) {
    FakeModel::Disturbance disturbance;
    disturbance.factor = 1 + 0.2 * (run % 3);
    return disturbance;
  };
  std::vector<Task> tasks = makeTasks(1);
  Progress progress = runRounds(tasks);
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6);
  for (const Record &record : getRecords(tasks[0], "90")) {
    EXPECT_NEAR(record.times->share, 1.4, 1e-5);
    EXPECT_NEAR(record.times->median,
                record.times->share * record.times->reference, 1e-12);
  }
}

TEST_F(RoundSessionTest, StoresTheRatio) {
  model.disturb = [](unsigned run, const Choice &) {
    FakeModel::Disturbance disturbance;
    disturbance.factor = run == 1 ? 1 : 1.04;
    return disturbance;
  };
  options.maxTrials = 2;
  options.search = findSearchMethod("grid");
  std::vector<Task> tasks = makeTasks(1);
  runRounds(tasks);
  std::vector<Record> records = getRecords(tasks[0], "0");
  ASSERT_FALSE(records.empty());
  EXPECT_TRUE(llvm::any_of(records, [](const Record &record) {
    return std::abs(record.times->ratio - 1.04) < 1e-9;
  }));
  EXPECT_EQ(getRecords(tasks[0], "50").front().times->ratio, 1);
}

TEST_F(RoundSessionTest, FewReferencesRunInTurns) {
  model = FakeModel(/*numOthers=*/0);
  model.disturb = [](unsigned run, const Choice &) {
    FakeModel::Disturbance disturbance;
    disturbance.factor = 1 + 0.2 * (run % 3);
    return disturbance;
  };
  std::vector<Task> tasks = makeTasks(1);
  Progress progress = runRounds(tasks);
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6);
  for (const std::vector<Choice> &choices :
       llvm::drop_begin(model.runs)) // the default
    EXPECT_EQ(choices.size(), 2u);
  EXPECT_EQ(getRecords(tasks[0], "90").front().times->ratio, 1);
}

TEST_F(RoundSessionTest, NoiseIsReported) {
  options.maxTrials = 5;
  model.disturb = [](unsigned run, const Choice &) {
    FakeModel::Disturbance disturbance;
    disturbance.spread = run == 1 ? 0 : 0.5;
    return disturbance;
  };
  std::vector<Task> tasks = makeTasks(1);
  Progress progress = runRounds(tasks);
  EXPECT_EQ(progress.counts.trials, 5u);
  EXPECT_EQ(progress.counts.noisy + progress.counts.replayed +
                progress.counts.failed,
            5u);
  EXPECT_GE(progress.counts.noisy, 3u);
  EXPECT_EQ(progress.bestShare, 1);
  EXPECT_EQ(incumbents, Choice({"50"}));
}

TEST_F(RoundSessionTest, ANoisyRoundIsRepeated) {
  options.maxTrials = 20;
  model.disturb = [](unsigned run, const Choice &) {
    FakeModel::Disturbance disturbance;
    disturbance.spread = run % 2 == 0 ? 0.5 : 0;
    return disturbance;
  };
  Progress progress = runRounds(makeTasks(1));
  EXPECT_LT(progress.bestShare, 1);
}

TEST_F(RoundSessionTest, NoiseDoesNotConfirmForEver) {
  // Whatever runs beside its incumbent is noisy.
  model.disturb = [this](unsigned, const Choice &) {
    FakeModel::Disturbance disturbance;
    disturbance.spread = model.runs.back().size() == 2 ? 0.5 : 0;
    return disturbance;
  };
  Progress progress = runRounds(makeTasks(1));
  EXPECT_EQ(progress.counts.trials, 99u);
  EXPECT_EQ(incumbents, Choice({"50"}));
  EXPECT_GT(progress.counts.noisy, 0u);
}

TEST_F(RoundSessionTest, FindsTheKernelThatFailsInTheModel) {
  model.disturb = [](unsigned, const Choice &choice) {
    FakeModel::Disturbance disturbance;
    if (choice[0] == "3")
      disturbance.failure = "crash: signal: Segmentation fault";
    return disturbance;
  };
  std::vector<Task> tasks = makeTasks(3);
  runRounds(tasks);
  EXPECT_EQ(getRecords(tasks[0], "3").front().failure,
            "crash: signal: Segmentation fault (in the model)");
  EXPECT_EQ(incumbents, Choice({"0", "0", "0"}));
  for (const Task &task : llvm::drop_begin(tasks))
    EXPECT_TRUE(getRecords(task, "3").front().times);
}

TEST_F(RoundSessionTest, GoesOnWhereItEnded) {
  std::vector<Task> tasks = makeTasks(1);
  options.maxTrials = 30;
  runRounds(tasks);
  Choice before = incumbents;
  unsigned numRuns = model.numRuns;
  Progress again = runRounds(tasks);
  EXPECT_EQ(model.numRuns, numRuns);
  EXPECT_EQ(again.counts.replayed, 30u);
  EXPECT_EQ(incumbents, before);
}

TEST_F(RoundSessionTest, ConfirmsWhatAnEarlierSessionFound) {
  std::vector<Task> tasks = makeTasks(1);
  options.maxTrials = 1;
  runRounds(tasks,
            [](const Progress &) { return false; }); // before confirmations
  Record lucky = getRecords(tasks[0], "50").front();
  lucky.strategy = "1";
  lucky.times->share = 0.51;
  {
    Database database = open();
    EXPECT_EQ(llvm::cantFail(database.add(lucky)), 1u);
  }
  runRounds(tasks);
  EXPECT_EQ(getRecords(tasks[0], "1").size(), 1 + kConfirmingRounds);
  EXPECT_EQ(incumbents, Choice({"1"}));
}

TEST_F(RoundSessionTest, EndsAfterItsTimeAndWhenItIsTold) {
  unsigned count = 0;
  runRounds(makeTasks(2), [&](const Progress &) { return ++count < 4; });
  EXPECT_EQ(count, 4u);
  options.maxSeconds = 1e-9;
  EXPECT_EQ(runRounds(makeTasks(2)).counts.trials, 0u);
}

TEST_F(RoundSessionTest, AModelThatFailsIsAnError) {
  model.disturb = [](unsigned, const Choice &) {
    FakeModel::Disturbance disturbance;
    disturbance.failure = "hang: time limit of 300 s";
    return disturbance;
  };
  Database database = open();
  std::vector<Task> tasks = makeTasks(1);
  RoundSession session(tasks, database, model, options);
  EXPECT_EQ(
      llvm::toString(session.run([](const Progress &) { return true; })),
      "the model fails without new strategies: hang: time limit of 300 s");
}

} // namespace
} // namespace tvm::tuner
