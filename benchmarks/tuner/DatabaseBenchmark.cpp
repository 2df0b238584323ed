// How long a database of a million records takes for what a compilation and a
// session ask: the best strategies of a model of 20 kernels, all records of a
// kernel, one more record.
//
//   bazel-bin/benchmarks/tuner/database_benchmark
#include "benchmark/benchmark.h"
#include "tuner/database/Database.h"
#include "llvm/Support/FileSystem.h"

#include <random>

namespace tvm::tuner {
namespace {

constexpr int kTasks = 1000, kRecordsPerTask = 1000, kModel = 20;

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
  record.version = "0.1.0";
  record.times =
      Times{share * 1e-3, share * 1e-3, share * 1e-3, 1e-3, share, 10};
  return record;
}

template <typename T> T take(llvm::Expected<T> value) {
  if (!value)
    llvm::report_fatal_error(value.takeError());
  return std::move(*value);
}

/// The database, which is made once.
Database &getDatabase() {
  static Database database = [] {
    llvm::SmallString<64> path;
    if (llvm::sys::fs::createTemporaryFile("records", "db", path))
      llvm::report_fatal_error("cannot create a temporary file");
    Database made = take(Database::open(path, Mode::Create));
    std::mt19937 random(1);
    std::uniform_real_distribution<double> share(0.5, 4);
    for (int task = 0; task < kTasks; ++task) {
      std::vector<Record> records;
      records.reserve(kRecordsPerTask);
      for (int i = 0; i < kRecordsPerTask; ++i)
        records.push_back(makeRecord(task, i, share(random)));
      take(made.add(records));
    }
    std::atexit([] {
      std::string path = getDatabase().getPath().str();
      for (const char *suffix : {"", "-wal", "-shm"})
        (void)llvm::sys::fs::remove(path + suffix);
    });
    return made;
  }();
  return database;
}

void findBestOfModel(benchmark::State &state) {
  Database &database = getDatabase();
  Record any = makeRecord(0, 0, 1);
  for (auto _ : state)
    for (int task = 0; task < kModel; ++task)
      benchmark::DoNotOptimize(take(
          database.getBest(makeTask(task * 37), {any.target, any.method}, 8)));
}
BENCHMARK(findBestOfModel)->Unit(benchmark::kMillisecond);

void readKernel(benchmark::State &state) {
  Database &database = getDatabase();
  Record any = makeRecord(500, 0, 1);
  for (auto _ : state)
    benchmark::DoNotOptimize(take(database.getRecords(any.task, any.target)));
}
BENCHMARK(readKernel)->Unit(benchmark::kMillisecond);

void addRecord(benchmark::State &state) {
  Database &database = getDatabase();
  int number = kRecordsPerTask;
  for (auto _ : state)
    take(database.add(makeRecord(500, number++, 1)));
}
BENCHMARK(addRecord)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace tvm::tuner

BENCHMARK_MAIN();
