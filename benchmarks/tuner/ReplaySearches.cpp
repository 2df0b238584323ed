// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replays searches on a recorded table: how many trials does each method need?
//
//   bazel-bin/benchmarks/tuner/replay_searches TABLE MODEL.onnx FOLDER SEEDS
//       [OPTION]…
//
// MODEL and the OPTIONs are those that the table was made with (table_points),
// FOLDER is for files. Prints a line per method: the median over SEEDS of the
// trials until a score is at least 95 % of the table's best (401: more than
// 400), and of the best score after 100, 200 and 400 trials, as a share of the
// table's best. Each search begins with random points.
#include "benchmarks/tuner/RecordedTable.h"
#include "benchmarks/tuner/TableKernel.h"
#include "tuner/model/FeatureModel.h"
#include "tuner/search/Searcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tuner {
namespace {

ExitOnError check("replay_searches: ");

constexpr unsigned kMaxTrials = 400;
constexpr unsigned kRoundSize = 4; // as SessionOptions::roundSize
constexpr double kGoal = 0.95;     // of the table's best score
constexpr unsigned kPlaces[] = {100, 200, kMaxTrials};

/// The features of all points that a search asks for, computed once.
class FeatureCache {
public:
  explicit FeatureCache(const compiler::KernelTask &task) : task(task) {}

  std::vector<float> get(ArrayRef<int64_t> point) {
    auto [place, isNew] = features.try_emplace(Point(point));
    if (isNew)
      place->second = task.describe(point);
    return place->second;
  }

private:
  const compiler::KernelTask &task;
  std::map<Point, std::vector<float>> features;
};

/// A model that predicts each point once between two fits. It predicts nothing
/// before the first one, so that searches begin with random points.
class CachedModel : public ScoreModel {
public:
  explicit CachedModel(ScoreModel &model) : model(model) {}

  void fit(ArrayRef<Trial> trials) override {
    known.clear();
    model.fit(trials);
  }
  std::vector<double> predict(ArrayRef<Point> points) const override {
    std::vector<Point> unknown;
    for (const Point &point : points)
      if (!known.count(point))
        unknown.push_back(point);
    for (auto [point, value] : zip_equal(unknown, model.predict(unknown)))
      known[point] = value;
    std::vector<double> values;
    for (const Point &point : points)
      values.push_back(known[point]);
    return values;
  }
  Error takeError() override { return model.takeError(); }

private:
  ScoreModel &model;
  mutable std::map<Point, double> known;
};

/// The result of a search.
struct Result {
  unsigned trialsToGoal = kMaxTrials + 1;
  double best[std::size(kPlaces)] = {}; // shares of the table's best
};

/// Searches the table. Points that are refused, or whose program was tried, are
/// told, and are no trials.
Result search(Searcher &searcher, const RecordedTable &table) {
  Result result;
  double best = 0, goal = table.getBest();
  std::set<int64_t> programs;
  for (unsigned numTrials = 0; numTrials < kMaxTrials;) {
    SmallVector<Trial> trials;
    for (const Point &point : searcher.ask(kRoundSize)) {
      auto entry = table.entries.find(point);
      bool isRefused = entry == table.entries.end();
      trials.push_back({point, isRefused ? 0 : entry->second.score});
      if (isRefused || numTrials == kMaxTrials ||
          !programs.insert(entry->second.program).second)
        continue;
      best = std::max(best, entry->second.score);
      ++numTrials;
      if (best >= kGoal * goal)
        result.trialsToGoal = std::min(result.trialsToGoal, numTrials);
      for (auto [place, share] : zip_equal(kPlaces, result.best))
        if (numTrials <= place)
          share = best / goal;
    }
    if (trials.empty())
      break; // the whole table was tried
    searcher.tell(trials);
  }
  for (size_t i = 1; i < std::size(kPlaces); ++i)
    result.best[i] = std::max(result.best[i], result.best[i - 1]);
  return result;
}

template <typename Get> auto getMedian(ArrayRef<Result> results, Get get) {
  auto values = map_to_vector(results, get);
  llvm::sort(values);
  return values[values.size() / 2];
}

void printResults(StringRef method, ArrayRef<Result> results) {
  outs() << method << ' '
         << getMedian(results, [](const Result &r) { return r.trialsToGoal; });
  for (size_t place : seq(std::size(kPlaces)))
    outs() << format(" %.4f", getMedian(results, [place](const Result &r) {
                       return r.best[place];
                     }));
  outs() << '\n';
  outs().flush();
}

void run(ArrayRef<StringRef> arguments) {
  unsigned seeds = 0;
  if (arguments[3].getAsInteger(10, seeds) || seeds == 0)
    check(createStringError("expected a number of seeds"));
  auto text = check(errorOrToExpected(MemoryBuffer::getFile(arguments[0])));
  auto table = check(RecordedTable::parse(text->getBuffer()));
  auto kernel = check(
      TableKernel::read(arguments[1], arguments[2], arguments.drop_front(4)));
  auto space = check(table.restrict(kernel.getTask().getParameters()));
  FeatureCache features(kernel.getTask());
  for (StringRef method : {"random", "genetic", "annealing", "evolutionary"}) {
    SmallVector<Result> results;
    for (uint64_t seed = 0; seed < seeds; ++seed) {
      FeatureModel trees(
          [&](ArrayRef<int64_t> point) { return features.get(point); },
          kernel.getTask().getEstimateFeature());
      CachedModel model(trees);
      auto searcher = findSearchMethod(method)->make({space, &model, seed});
      results.push_back(search(*searcher, table));
      check(model.takeError());
    }
    printResults(method, results);
  }
}

} // namespace
} // namespace tvm::tuner

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::SmallVector<llvm::StringRef> arguments(argv + 1, argv + argc);
  if (arguments.size() < 4) {
    llvm::errs() << "usage: replay_searches TABLE MODEL.onnx FOLDER SEEDS "
                    "[OPTION]...\n";
    return 2;
  }
  tvm::tuner::run(arguments);
}
