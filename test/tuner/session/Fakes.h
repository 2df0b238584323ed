// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TUNER_SESSION_FAKES_H
#define TVM_TEST_TUNER_SESSION_FAKES_H

#include "tuner/session/Session.h"
#include "gtest/gtest.h"

#include <unistd.h>

namespace tvm::tuner {

/// 100 strategies, "0" to "99", of which those above `last` do not apply.
/// "50" is the default.
class FakeSpace : public TaskSpace {
public:
  explicit FakeSpace(int64_t last = 99) : last(last) {
    llvm::SmallVector<int64_t> values;
    for (int64_t i = 0; i < 100; ++i)
      values.push_back(i);
    parameters.add(schedule::makeParameter("number", values, 50));
  }

  const ParameterSpace &getParameters() const override { return parameters; }
  std::string getDefault() const override { return "50"; }
  llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const override {
    if (point[0] > last)
      return llvm::createStringError("too large");
    return std::to_string(point[0]);
  }
  bool applies(llvm::StringRef strategy) const override {
    int64_t number;
    return !strategy.getAsInteger(10, number) && number <= last;
  }
  std::vector<float> describe(llvm::ArrayRef<int64_t> point) const override {
    return {static_cast<float>(point[0])};
  }

protected:
  ParameterSpace parameters;

private:
  int64_t last;
};

/// A space in which two points in turn have the same strategy, "0", "2" to
/// "98". It knows the point of its default.
class PairedSpace : public FakeSpace {
public:
  std::optional<Point> getDefaultPoint() const override { return Point{50}; }
  llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const override {
    return std::to_string(point[0] / 2 * 2);
  }
};

/// A large space with one strategy, the default.
class UniformSpace : public FakeSpace {
public:
  UniformSpace() {
    for (llvm::StringRef name : {"b", "c", "d"})
      parameters.add(
          schedule::makeParameter(name, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0));
  }
  llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const override {
    return getDefault();
  }
};

/// A space of which 7 ends the process that applies it, and `broken` cannot be
/// applied at all.
class FaultySpace : public FakeSpace {
public:
  llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const override {
    ++numBuilt;
    if (point[0] == broken)
      return llvm::make_error<ApplyError>("no process");
    if (point[0] == 7)
      return llvm::make_error<ApplyFault>("compile error: signal: Aborted");
    return FakeSpace::build(point);
  }
  std::string draft(llvm::ArrayRef<int64_t> point) const override {
    return ("draft of " + llvm::Twine(point[0])).str();
  }

  int64_t broken = -1;
  mutable unsigned numBuilt = 0;
};

/// A task with that space.
inline Task makeFaultyTask(int64_t broken = -1) {
  auto space = std::make_unique<FaultySpace>();
  space->broken = broken;
  return {"a", "func.func @a()", 1, std::move(space)};
}

/// Tells times without running anything: strategy n of a kernel takes 50 + n
/// microseconds, the default 100. Number 13 fails.
class FakeMeasurer : public Measurer {
public:
  llvm::Expected<Outcome> measure(const Task &task,
                                  llvm::StringRef strategy) override {
    ++numMeasured;
    ++byTask[task.name];
    double number;
    (void)strategy.getAsDouble(number);
    if (number == 13)
      return Outcome{std::nullopt, "wrong result"};
    double seconds = (50 + number + noise(numMeasured)) * 1e-6;
    seconds += numMeasured * 1e-13; // no two measurements are equal
    return Outcome{Times{seconds, seconds, seconds, 1e-4, seconds / 1e-4, 5},
                   ""};
  }

  unsigned numMeasured = 0;
  llvm::StringMap<unsigned> byTask;
  /// Microseconds that are added to a measurement of this number.
  std::function<double(unsigned)> noise = [](unsigned) { return 0; };
};

inline Task makeTask(llvm::StringRef name, unsigned numLaunches = 1,
                     int64_t last = 99) {
  return {name.str(), ("func.func @" + name + "()").str(), numLaunches,
          std::make_unique<FakeSpace>(last)};
}

class SessionTest : public testing::Test {
protected:
  SessionTest() {
    std::string test =
        testing::UnitTest::GetInstance()->current_test_info()->name();
    path = testing::TempDir() + "/" + test + std::to_string(getpid());
    unlink(path.c_str());
    options.context = {"x86_64", "alone", "AMD EPYC", "0.1.0"};
    options.search = findSearchMethod("random");
  }

  Database open() {
    auto database = Database::open(path, Mode::Create);
    if (!database)
      llvm::report_fatal_error(database.takeError());
    return std::move(*database);
  }

  /// Runs a session and returns its last state.
  Progress run(
      llvm::ArrayRef<Task> tasks,
      Session::Listener listener = [](const Progress &) { return true; }) {
    Database database = open();
    Session session(tasks, database, measurer, options);
    EXPECT_EQ(llvm::toString(session.run(listener)), "");
    return session.getProgress();
  }

  std::string path;
  SessionOptions options;
  FakeMeasurer measurer;
};

} // namespace tvm::tuner

#endif // TVM_TEST_TUNER_SESSION_FAKES_H
