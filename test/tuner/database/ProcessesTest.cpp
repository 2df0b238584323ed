// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  return take(database.getRecords(any.task, any)).size();
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
  int status = 0;
  pid_t ended = 0;
  do {
    // A writer that has ended has written all that it will write.
    ended = waitpid(writer, &status, WNOHANG);
    size_t now = countRecords(database);
    EXPECT_GE(now, count);
    count = now;
  } while (ended == 0);
  ASSERT_EQ(ended, writer);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(count, 100u);
}

/// A writer that tells of each record that it has finished.
class TellingWriter {
public:
  TellingWriter(const std::string &path, int first) {
    int ends[2];
    if (pipe(ends) != 0)
      std::abort();
    child = fork();
    told = ends[child == 0];
    close(ends[child != 0]);
    if (child != 0)
      return;
    Database database = take(Database::open(path, Mode::Create));
    for (int i = first;; ++i)
      if (take(database.add(makeRecord(i, 1 + i))) != 1 ||
          write(told, "1", 1) != 1)
        _exit(1);
  }

  /// Waits until a record is finished. Returns false if the writer has ended.
  bool wait() {
    numFinished += readTold(1);
    return numFinished > 0;
  }

  /// Ends the writer. Returns the number of records that it has finished.
  size_t kill() {
    ::kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (size_t more = readTold(1024))
      numFinished += more;
    close(told);
    return numFinished;
  }

private:
  size_t readTold(size_t most) const {
    std::vector<char> buffer(most);
    ssize_t count = read(told, buffer.data(), most);
    return count > 0 ? count : 0;
  }

  pid_t child;
  int told;
  size_t numFinished = 0;
};

TEST(Processes, KilledOnesLeaveAllFinishedRecords) {
  std::string path = makePath("db");
  std::mt19937 random(1);
  size_t before = 0;
  for (int i = 0; i < 20; ++i) {
    TellingWriter writer(path, i * 100'000);
    ASSERT_TRUE(writer.wait());
    usleep(random() % 20'000);
    size_t numFinished = writer.kill();
    Database database = take(Database::open(path, Mode::Create));
    ASSERT_EQ(getText(database.check()), "");
    // The last record may be finished before the writer tells of it.
    size_t count = countRecords(database);
    EXPECT_GE(count, before + numFinished);
    EXPECT_LE(count, before + numFinished + 1);
    before = count;
  }
}

} // namespace
} // namespace tvm::tuner
