// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/asktell/AskTell.h"

#include "test/tuner/session/Fakes.h"

namespace tvm::tuner {
namespace {

class AskTellTest : public SessionTest {
protected:
  AskTellTest() : database(open()) {}

  void start(llvm::ArrayRef<Task> tasks) {
    session = std::make_unique<AskTell>(tasks, database, options);
    ASSERT_EQ(llvm::toString(session->start()), "");
  }

  std::vector<AskedCandidate> ask(unsigned count) {
    auto candidates = session->ask(count);
    if (!candidates)
      llvm::report_fatal_error(candidates.takeError());
    return *candidates;
  }

  Outcome measure(const AskedCandidate &candidate) {
    const Task &task = session->getTasks()[candidate.task].getTask();
    return llvm::cantFail(measurer.measure(task, candidate.proposal.strategy));
  }

  std::string tell(const AskedCandidate &candidate) {
    return llvm::toString(session->tell(candidate.id, measure(candidate)));
  }

  /// Tells that the machine was too noisy.
  void tellNoise(const AskedCandidate &candidate) {
    Outcome noise{std::nullopt, "", /*isNoisy=*/true};
    EXPECT_EQ(llvm::toString(session->tell(candidate.id, noise)), "");
  }

  /// Measures until the end, `count` at a time, the last one first.
  void finish(unsigned count) {
    while (!session->isDone()) {
      std::vector<AskedCandidate> candidates = ask(count);
      for (const AskedCandidate &candidate : llvm::reverse(candidates))
        ASSERT_EQ(tell(candidate), "");
    }
  }

  Database database;
  std::unique_ptr<AskTell> session;
};

TEST_F(AskTellTest, FindsTheBestAndRecordsAll) {
  Task task = makeTask("a", 1, /*last=*/59);
  start(task);
  finish(7);
  Progress progress = session->getProgress();
  EXPECT_EQ(progress.counts.trials, 59u);
  EXPECT_EQ(progress.counts.refused, 40u);
  EXPECT_EQ(progress.counts.refusals, (CountsByText{{"too large", 40}}));
  EXPECT_EQ(progress.counts.failed, 1u);
  EXPECT_EQ(progress.counts.repeated, 1u); // the default
  EXPECT_NEAR(progress.bestShare, 0.5, 1e-6);
  auto best = database.getBest(task.text, options.context);
  ASSERT_TRUE(static_cast<bool>(best));
  EXPECT_EQ(best->front().strategy, "0");
}

TEST_F(AskTellTest, EndsWhereNothingIsNew) {
  Task task{"a", "func.func @a()", 1, std::make_unique<UniformSpace>()};
  start(task);
  finish(7);
  EXPECT_EQ(session->getProgress().counts.trials, 0u);
  EXPECT_LT(session->getProgress().counts.repeated, 100u); // of 100,000 points
}

TEST_F(AskTellTest, RecordsFaultsOfApplying) {
  Task task = makeFaultyTask();
  CountsByText failures{{"compile error", 1}, {"wrong result", 1}};
  for (unsigned numBuilt : {100, 199}) { // not again in the next session
    start(task);
    finish(7);
    Progress progress = session->getProgress();
    EXPECT_EQ(progress.counts.trials, 99u);
    EXPECT_EQ(progress.counts.failures, failures);
    const auto &space = static_cast<const FaultySpace &>(*task.space);
    EXPECT_EQ(space.numBuilt, numBuilt);
  }
}

TEST_F(AskTellTest, StrategiesThatDoTheSameAreOneTrial) {
  Task task{"a", "func.func @a()", 1, std::make_unique<PairedSpace>()};
  start(task);
  finish(7);
  EXPECT_EQ(session->getProgress().counts.trials, 49u);
  EXPECT_EQ(session->getProgress().counts.repeated, 50u);
}

TEST_F(AskTellTest, EndsWhereNothingCanBeApplied) {
  Task task = makeFaultyTask(/*broken=*/8);
  start(task);
  while (true) {
    auto candidates = session->ask(7);
    if (!candidates) {
      EXPECT_EQ(llvm::toString(candidates.takeError()), "no process");
      break;
    }
    ASSERT_FALSE(candidates->empty());
    for (const AskedCandidate &candidate : *candidates)
      ASSERT_EQ(tell(candidate), "");
  }
}

TEST_F(AskTellTest, DefaultsComeFirst) {
  Task tasks[] = {makeTask("a"), makeTask("b")};
  start(tasks);
  std::vector<AskedCandidate> defaults = ask(10);
  ASSERT_EQ(defaults.size(), 2u);
  EXPECT_EQ(defaults[1].task, 1u);
  EXPECT_EQ(defaults[1].proposal.strategy, "50");
  EXPECT_TRUE(ask(10).empty());
  EXPECT_FALSE(session->isDone());
  EXPECT_EQ(tell(defaults[1]), "");
  for (const AskedCandidate &candidate : ask(10))
    EXPECT_EQ(candidate.task, 1u);
}

TEST_F(AskTellTest, TasksTakeTurnsBeforeResultsArrive) {
  Task tasks[] = {makeTask("a"), makeTask("b")};
  start(tasks);
  for (const AskedCandidate &candidate : ask(2))
    EXPECT_EQ(tell(candidate), "");
  unsigned counts[2] = {};
  for (const AskedCandidate &candidate : ask(2 * options.roundSize))
    ++counts[candidate.task];
  EXPECT_EQ(counts[0], options.roundSize);
  EXPECT_EQ(counts[1], options.roundSize);
}

TEST_F(AskTellTest, EndsAfterItsTrialsAndGoesOn) {
  options.maxTrials = 20;
  Task task = makeTask("a");
  start(task);
  finish(4);
  EXPECT_EQ(session->getProgress().counts.trials, 20u);
  EXPECT_GE(
      session->getTasks()[0].getResults().findBest()->second.shares.size(),
      TaskTuner::kConfirmations);
  unsigned before = measurer.numMeasured;
  start(task);
  finish(4);
  EXPECT_EQ(session->getProgress().counts.replayed, 20u);
  EXPECT_EQ(measurer.numMeasured, before);
}

TEST_F(AskTellTest, EndsAfterItsTime) {
  options.maxSeconds = 1e-9;
  Task task = makeTask("a");
  start(task);
  EXPECT_TRUE(ask(4).empty());
  EXPECT_TRUE(session->isDone());
}

TEST_F(AskTellTest, ReleasedCandidatesAreAskedAgain) {
  options.maxTrials = 5;
  Task task = makeTask("a");
  start(task);
  for (unsigned i = 0; i < 2; ++i) { // the default, then a trial
    AskedCandidate first = ask(1).front();
    EXPECT_EQ(llvm::toString(session->release(first.id)), "");
    AskedCandidate second = ask(1).front();
    EXPECT_NE(second.id, first.id);
    EXPECT_EQ(second.proposal.strategy, first.proposal.strategy);
    EXPECT_EQ(tell(second), "");
  }
  finish(2);
  EXPECT_EQ(session->getProgress().counts.trials, 5u);
}

TEST_F(AskTellTest, NoiseIsCountedAndNotRecorded) {
  options.maxTrials = 5;
  Task task = makeTask("a");
  start(task);
  EXPECT_EQ(tell(ask(1).front()), "");
  std::vector<AskedCandidate> trials = ask(5);
  ASSERT_EQ(trials.size(), 5u);
  for (const AskedCandidate &trial : trials)
    tellNoise(trial);
  EXPECT_TRUE(ask(1).empty()); // they are not asked again
  Progress progress = session->getProgress();
  EXPECT_EQ(progress.counts.trials, 5u);
  EXPECT_EQ(progress.counts.noisy, 5u);
  EXPECT_EQ(progress.bestShare, 1);
  auto records = database.getRecords(task.text, options.context);
  ASSERT_TRUE(static_cast<bool>(records));
  EXPECT_EQ(records->size(), 1u); // the default
}

TEST_F(AskTellTest, ADefaultThatIsNoisyIsGivenUp) {
  Task task = makeTask("a");
  start(task);
  for (unsigned i = 0; i < TaskProposer::kMaxNoisy; ++i) {
    AskedCandidate candidate = ask(1).front();
    EXPECT_EQ(candidate.proposal.strategy, "50");
    tellNoise(candidate);
  }
  EXPECT_TRUE(ask(1).empty());
  EXPECT_TRUE(session->isDone());
  EXPECT_EQ(session->getProgress().counts.noisy, TaskProposer::kMaxNoisy);
}

TEST_F(AskTellTest, AConfirmationThatIsNoisyIsGivenUp) {
  options.maxTrials = 20;
  Task task = makeTask("a");
  start(task);
  llvm::StringMap<unsigned> confirmations;
  while (!session->isDone())
    for (const AskedCandidate &candidate : ask(1))
      if (candidate.proposal.kind == Proposal::Kind::Confirmation) {
        ++confirmations[candidate.proposal.strategy];
        tellNoise(candidate);
      } else {
        EXPECT_EQ(tell(candidate), "");
      }
  EXPECT_EQ(session->getProgress().counts.trials, 20u);
  ASSERT_FALSE(confirmations.empty());
  for (const auto &entry : confirmations)
    EXPECT_EQ(entry.second, TaskProposer::kMaxNoisy) << entry.first().str();
}

TEST_F(AskTellTest, RefusesUnknownNumbers) {
  Task task = makeTask("a");
  start(task);
  AskedCandidate first = ask(1).front();
  EXPECT_EQ(tell(first), "");
  EXPECT_EQ(session->find(first.id), nullptr);
  EXPECT_EQ(tell(first), "expected a candidate without a result, got 1");
  EXPECT_EQ(llvm::toString(session->release(7)),
            "expected a candidate without a result, got 7");
}

TEST_F(AskTellTest, WrongResultsLeaveTheCandidate) {
  Task task = makeTask("a");
  start(task);
  AskedCandidate first = ask(1).front();
  EXPECT_NE(llvm::toString(session->tell(first.id, Outcome{})), "");
  EXPECT_NE(session->find(first.id), nullptr);
  EXPECT_EQ(tell(first), "");
}

TEST_F(AskTellTest, ATaskWhoseDefaultFailsIsNotTuned) {
  Task task = makeTask("a");
  start(task);
  EXPECT_EQ(llvm::toString(session->tell(ask(1).front().id,
                                         Outcome{std::nullopt, "crash"})),
            "");
  EXPECT_TRUE(ask(1).empty());
  EXPECT_TRUE(session->isDone());
}

} // namespace
} // namespace tvm::tuner
