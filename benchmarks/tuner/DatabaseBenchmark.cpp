// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a database of a million records takes for what a compilation and a
// session ask: the best strategies of a model of 20 kernels, all records of a
// kernel, one more record.
//
//   bazel-bin/benchmarks/tuner/database_benchmark [KERNELS]
//
// Each of the KERNELS (1000) has a thousand records, of four builds of the
// compiler.
#include "benchmark/benchmark.h"
#include "tuner/database/Answers.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <random>

namespace tvm::tuner {
namespace {

constexpr int kRecordsPerTask = 1000, kBuilds = 4, kModel = 20;
int numTasks = 1000;

/// A text of 4 KiB, the usual length of a convolution's loops.
std::string makeTask(int number) {
  return "func.func @kernel" + std::to_string(number) + std::string(4000, ' ');
}

Record makeRecord(int task, int strategy, double share) {
  Record record;
  record.task = makeTask(task);
  record.target = "x86_64-unknown-linux-gnu,mcpu=znver4";
  record.strategy = "#schedule.blocks<\"block0\" = #schedule.register_tile<"
                    "rows = " +
                    std::to_string(strategy) + ", columns = 32>>";
  record.method = "alone";
  record.machine = "AMD EPYC";
  record.version = "0.1.0+" + std::to_string(strategy % kBuilds);
  record.times =
      Times{share * 1e-3, share * 1e-3, share * 1e-3, 1e-3, share, 10};
  return record;
}

template <typename T> T take(llvm::Expected<T> value) {
  if (!value)
    llvm::report_fatal_error(value.takeError());
  return std::move(*value);
}

/// The file of a database, which is removed at the end.
struct TemporaryFile {
  TemporaryFile() {
    if (llvm::sys::fs::createTemporaryFile("records", "db", path))
      llvm::report_fatal_error("cannot create a temporary file");
  }
  ~TemporaryFile() {
    for (const char *suffix : {"", "-wal", "-shm"})
      (void)llvm::sys::fs::remove(path + suffix);
  }

  llvm::SmallString<64> path;
};

/// The database, which is made once.
Database &getDatabase() {
  static TemporaryFile file;
  static Database database = [] {
    Database made = take(Database::open(file.path, Mode::Create));
    std::mt19937 random(1);
    std::uniform_real_distribution<double> share(0.5, 4);
    for (int task = 0; task < numTasks; ++task) {
      std::vector<Record> records;
      records.reserve(kRecordsPerTask);
      for (int i = 0; i < kRecordsPerTask; ++i)
        records.push_back(makeRecord(task, i, share(random)));
      take(made.add(records));
    }
    return made;
  }();
  return database;
}

void findBestOfModel(benchmark::State &state) {
  Database &database = getDatabase();
  RecordContext asked = makeRecord(0, 0, 1);
  asked.method = "";
  for (auto _ : state)
    for (int task = 0; task < kModel; ++task)
      benchmark::DoNotOptimize(
          take(findAnswer(database, makeTask(task * 37 % numTasks), asked, 8)));
}
BENCHMARK(findBestOfModel)->Unit(benchmark::kMillisecond);

void readKernel(benchmark::State &state) {
  Database &database = getDatabase();
  Record any = makeRecord(numTasks / 2, 0, 1);
  for (auto _ : state)
    benchmark::DoNotOptimize(take(database.getRecords(any.task, any)));
}
BENCHMARK(readKernel)->Unit(benchmark::kMillisecond);

void addRecord(benchmark::State &state) {
  Database &database = getDatabase();
  int number = kRecordsPerTask;
  for (auto _ : state)
    take(database.add(makeRecord(numTasks / 2, number++, 1)));
}
BENCHMARK(addRecord)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace tvm::tuner

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (argc > 2 || (argc == 2 && (llvm::StringRef(argv[1]).getAsInteger(
                                     10, tvm::tuner::numTasks) ||
                                 tvm::tuner::numTasks <= 0))) {
    llvm::errs() << "expected a number of kernels\n";
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
