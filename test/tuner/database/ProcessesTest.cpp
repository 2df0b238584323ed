// Several processes on one file.
#include "test/tuner/database/Records.h"

#include <sys/wait.h>

#include <csignal>
#include <random>

namespace tvm::tuner {
namespace {

/// Starts a process that opens the file and adds `count` records, `first` and
/// those behind it, one by one.
static pid_t startWriter(const std::string &path, int first, int count) {
  pid_t child = fork();
  if (child != 0)
    return child;
  Database database = take(Database::open(path, Mode::Create));
  for (int i = first; i < first + count; ++i)
    if (take(database.add(makeRecord(i, 1 + i))) != 1)
      _exit(1);
  _exit(0);
}

static size_t countRecords(Database &database) {
  Record any = makeRecord(0, 1);
  return take(database.getRecords(any.task, any.target)).size();
}

TEST(Processes, WriteOneFile) {
  std::string path = makePath("db");
  constexpr int kCount = 100;
  std::vector<pid_t> writers;
  writers.reserve(3);
  for (int i = 0; i < 3; ++i)
    writers.push_back(startWriter(path, i * kCount, kCount));
  for (pid_t writer : writers) {
    int status = 0;
    ASSERT_EQ(waitpid(writer, &status, 0), writer);
    EXPECT_EQ(status, 0);
  }
  Database database = take(Database::open(path, Mode::Read));
  EXPECT_EQ(countRecords(database), 3u * kCount);
  EXPECT_EQ(getText(database.check()), "");
}

TEST(Processes, ReadWhileAnotherOneWrites) {
  std::string path = makePath("db");
  take(Database::open(path, Mode::Create));
  pid_t writer = startWriter(path, 0, 100);
  Database database = take(Database::open(path, Mode::Read));
  size_t count = 0;
  while (count < 100) {
    size_t now = countRecords(database);
    EXPECT_GE(now, count);
    count = now;
  }
  int status = 0;
  ASSERT_EQ(waitpid(writer, &status, 0), writer);
  EXPECT_EQ(status, 0);
}

TEST(Processes, KilledOnesLeaveAllFinishedRecords) {
  std::string path = makePath("db");
  std::mt19937 random(1);
  size_t before = 0;
  for (int i = 0; i < 20; ++i) {
    pid_t writer = startWriter(path, i * 100'000, 100'000);
    usleep(random() % 20'000);
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    Database database = take(Database::open(path, Mode::Create));
    ASSERT_EQ(getText(database.check()), "");
    size_t count = countRecords(database);
    EXPECT_GE(count, before);
    before = count;
  }
  EXPECT_GT(before, 0u);
}

} // namespace
} // namespace tvm::tuner
