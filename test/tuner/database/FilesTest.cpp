// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files that are damaged, of another program, or full.
#include "test/tuner/database/Records.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>

namespace tvm::tuner {
namespace {

static std::string open(const std::string &path, Mode mode) {
  return getText(Database::open(path, mode));
}

static std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static void writeFile(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

static void runSql(const std::string &path, const char *text) {
  sqlite3 *handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(handle, text, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
}

/// A file of `count` records.
static std::string makeFile(int count) {
  std::string path = makePath("db");
  Database database = take(Database::open(path, Mode::Create));
  std::vector<Record> records;
  records.reserve(count);
  for (int i = 0; i < count; ++i)
    records.push_back(makeRecord(i, 1 + i));
  EXPECT_EQ(take(database.add(records)), static_cast<uint64_t>(count));
  return path;
}

TEST(Files, Missing) {
  std::string path = makePath("db");
  for (Mode mode : {Mode::Read, Mode::Write})
    EXPECT_EQ(open(path, mode),
              "database '" + path + "': unable to open database file");
  EXPECT_FALSE(llvm::sys::fs::exists(path));
  EXPECT_EQ(open(path + "/none/db", Mode::Create),
            "database '" + path + "/none/db': unable to open database file");
}

TEST(Files, EmptyIsNew) {
  std::string path = makePath("db");
  writeFile(path, "");
  EXPECT_EQ(open(path, Mode::Read),
            "database '" + path +
                "': expected records of the tuner, got a database of another "
                "program");
  EXPECT_EQ(open(path, Mode::Create), "");
}

TEST(Files, OtherKindIsRefusedUnchanged) {
  std::string path = makePath("db"), text(5000, 'x');
  writeFile(path, text);
  for (Mode mode : {Mode::Read, Mode::Write, Mode::Create})
    EXPECT_EQ(open(path, mode),
              "database '" + path + "': file is not a database");
  EXPECT_EQ(readFile(path), text);
}

TEST(Files, OtherProgramIsRefusedUnchanged) {
  std::string path = makePath("db");
  runSql(path, "CREATE TABLE tasks(id)");
  std::string text = readFile(path);
  for (Mode mode : {Mode::Read, Mode::Write, Mode::Create})
    EXPECT_EQ(open(path, mode),
              "database '" + path +
                  "': expected records of the tuner, got a database of another "
                  "program");
  EXPECT_EQ(readFile(path), text);
}

TEST(Files, OtherSchemaIsRefused) {
  std::string path = makeFile(1);
  runSql(path, "PRAGMA user_version = 7");
  EXPECT_EQ(open(path, Mode::Create),
            "database '" + path + "': expected schema 3, got 7");
}

TEST(Files, TruncatedIsRefused) {
  std::string path = makeFile(200), text = readFile(path);
  for (size_t size : {text.size() / 2, text.size() - 4096, size_t(4096)}) {
    writeFile(path, text.substr(0, size));
    EXPECT_EQ(open(path, Mode::Create),
              "database '" + path + "': database disk image is malformed");
  }
}

TEST(Files, ChangedRecordIsFound) {
  std::string path = makeFile(3);
  runSql(path, "UPDATE records SET median = median / 2");
  Database database = take(Database::open(path, Mode::Read));
  Record any = makeRecord(0, 1);
  std::vector<std::string> expected;
  expected.reserve(3);
  for (int i = 0; i < 3; ++i)
    expected.push_back("database '" + path + "': record " +
                       makeRecord(i, 1 + i).getDigest() +
                       " is damaged: its contents are not what was written");
  EXPECT_TRUE(llvm::is_contained(expected, getText(database.check())));
  EXPECT_TRUE(llvm::is_contained(expected,
                                 getText(database.getRecords(any.task, any))));
}

TEST(Files, ChangedRankIsFound) {
  for (const char *change :
       {"count = count + 1", "share = share / 2", "share = NULL"}) {
    std::string path = makeFile(1);
    runSql(path, ("UPDATE strategies SET " + std::string(change)).c_str());
    Database database = take(Database::open(path, Mode::Read));
    EXPECT_EQ(getText(database.check()),
              "database '" + path +
                  "': the rank of strategy '#s<0>' is not that of its records");
  }
}

TEST(Files, MissingRowIsFound) {
  std::string path = makeFile(2);
  runSql(path, "DELETE FROM strategies WHERE text = '#s<1>'");
  Database database = take(Database::open(path, Mode::Read));
  EXPECT_EQ(getText(database.check()),
            "database '" + path +
                "': the file is damaged: table 'records' refers to a row that "
                "is not there");
}

TEST(Files, DamagedIndexIsFound) {
  std::string path = makeFile(3);
  runSql(path,
         "PRAGMA writable_schema = ON;"
         "UPDATE sqlite_master SET sql = 'CREATE INDEX records_by_strategy"
         " ON records(runs)' WHERE name = 'records_by_strategy'");
  Database database = take(Database::open(path, Mode::Read));
  EXPECT_NE(getText(database.check()).find("the file is damaged: "),
            std::string::npos);
}

TEST(Files, TextsOfOneHashAreKeptApart) {
  std::string path = makePath("db");
  Database database = take(Database::open(path, Mode::Create));
  Record a = makeRecord(1, 0.5), b = makeRecord(2, 0.6, "other");
  EXPECT_EQ(take(database.add({a, b})), 2u);
  runSql(path, "UPDATE tasks SET hash = (SELECT hash FROM tasks WHERE text = "
               "'other')");
  EXPECT_EQ(take(database.getBest("other", b, 9)).size(), 1u);
  EXPECT_TRUE(take(database.getBest(a.task, a, 9)).empty());
  EXPECT_EQ(take(database.add(makeRecord(3, 0.7, "other"))), 1u);
  EXPECT_EQ(take(database.getBest("other", b, 9)).size(), 2u);
}

TEST(Files, ReadModeRefusesToWrite) {
  Database database = take(Database::open(makeFile(1), Mode::Read));
  EXPECT_EQ(getText(database.add(makeRecord(9, 1))),
            "database '" + database.getPath().str() +
                "': attempt to write a readonly database");
}

/// Fills the file of a process that may only write `bytes`. Returns whether the
/// end was reported as an error that names the file.
static bool fill(const std::string &path, uint64_t bytes) {
  Database database = take(Database::open(path, Mode::Create));
  rlimit limit{bytes, bytes};
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 10000; ++i) {
    std::string text = getText(database.add(makeRecord(i, 1 + i)));
    if (!text.empty())
      return llvm::StringRef(text).starts_with("database '" + path + "': ");
  }
  return false;
}

TEST(Files, FullDiskLosesNothing) {
  std::string path = makePath("db");
  pid_t child = fork();
  if (child == 0)
    _exit(fill(path, 500'000) ? 0 : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  Database database = take(Database::open(path, Mode::Create));
  EXPECT_EQ(getText(database.check()), "");
  Record any = makeRecord(0, 1);
  size_t count = take(database.getRecords(any.task, any)).size();
  EXPECT_GT(count, 10u);
  // All records up to the first that did not fit.
  EXPECT_EQ(take(database.getBest(any.task, any, 10000)).size(), count);
  EXPECT_EQ(take(database.add(makeRecord(count, 1 + count))), 1u);
}

} // namespace
} // namespace tvm::tuner
