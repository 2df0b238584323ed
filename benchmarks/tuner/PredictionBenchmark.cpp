// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a model of the tuner takes for a candidate: from a point to its
// features, from features to predictions, and fitting.
//
//   bazel-bin/benchmarks/tuner/prediction_benchmark
#include "benchmark/benchmark.h"
#include "test/tuner/space/Kernels.h"
#include "tuner/model/FeatureModel.h"
#include "tuner/search/Searcher.h"

namespace tvm::tuner {
namespace {

/// The space of a product, and random points with estimates as scores.
class Candidates : public KernelContext {
public:
  explicit Candidates(unsigned count) {
    auto created = KernelSpace::create(parse(kProduct), machine);
    if (!created)
      llvm::report_fatal_error(created.takeError());
    space = std::move(*created);
    ParameterSpace::Random random(1);
    for (unsigned i = 0; i < count; ++i) {
      points.push_back(space->getParameters().sample(random));
      trials.push_back({points.back(), 1e6 / space->estimate(points.back())});
    }
  }

  FeatureModel makeModel() const {
    return FeatureModel(
        [this](llvm::ArrayRef<int64_t> point) {
          return space->describe(point);
        },
        space->getEstimateFeature());
  }

  std::unique_ptr<KernelSpace> space;
  std::vector<Point> points;
  std::vector<Trial> trials;
};

void describe(benchmark::State &state) {
  Candidates candidates(128);
  for (auto _ : state)
    for (const Point &point : candidates.points)
      benchmark::DoNotOptimize(candidates.space->describe(point));
  state.SetItemsProcessed(state.iterations() * 128);
}
BENCHMARK(describe)->Unit(benchmark::kMillisecond);

/// Features included.
void predict(benchmark::State &state) {
  Candidates candidates(128);
  FeatureModel model = candidates.makeModel();
  model.fit(candidates.trials);
  for (auto _ : state)
    benchmark::DoNotOptimize(model.predict(candidates.points));
  state.SetItemsProcessed(state.iterations() * 128);
}
BENCHMARK(predict)->Unit(benchmark::kMillisecond);

void fit(benchmark::State &state) {
  Candidates candidates(static_cast<unsigned>(state.range(0)));
  FeatureModel model = candidates.makeModel();
  for (auto _ : state)
    model.fit(candidates.trials);
}
BENCHMARK(fit)->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond);

/// A batch of 4 from 64 trials.
void ask(benchmark::State &state, const char *method) {
  Candidates candidates(64);
  FeatureModel model = candidates.makeModel();
  auto searcher = findSearchMethod(method)->make(
      {candidates.space->getParameters(), &model});
  searcher->tell(candidates.trials);
  for (auto _ : state)
    benchmark::DoNotOptimize(searcher->ask(4));
}
BENCHMARK_CAPTURE(ask, annealing, "annealing")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ask, evolutionary, "evolutionary")
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace tvm::tuner

BENCHMARK_MAIN();
