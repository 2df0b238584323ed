// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/BestPoints.h"
#include "tuner/search/Methods.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;

namespace tvm::tuner {

/// Chains for each point that is proposed, and bounds of their number.
static constexpr size_t kChainsPerPoint = 8, kMinChains = 32, kMaxChains = 128;
static constexpr unsigned kMaxSteps = 500, kEarlyStop = 50;
/// Keeps quotients finite at the temperature 0.
static constexpr double kColdest = 1e-5;

namespace {
class AnnealingSearcher : public Searcher {
public:
  using Searcher::Searcher;

protected:
  void propose(Batch &batch) override;
  void learn(ArrayRef<Trial>) override {
    if (model)
      model->fit(trials);
  }

private:
  /// Takes a step of all chains. Returns whether `best` has changed.
  bool step(double temperature, BestPoints &best);

  std::vector<Point> chains;
  std::vector<double> predictions; // of chains
};
} // namespace

bool AnnealingSearcher::step(double temperature, BestPoints &best) {
  std::vector<Point> next = chains;
  for (Point &point : next)
    (void)redrawAny(point, space, random);
  std::vector<double> predicted = model->predict(next);
  bool hasChanged = false;
  for (auto [i, point] : enumerate(next)) {
    hasChanged |= best.take(point, predicted[i]);
    double gain = predicted[i] - predictions[i];
    double probability =
        std::exp(std::min(gain / (temperature + kColdest), 1.));
    if (drawUnit(random) >= probability)
      continue;
    predictions[i] = predicted[i];
    chains[i] = std::move(point);
  }
  return hasChanged;
}

void AnnealingSearcher::propose(Batch &batch) {
  if (!hasPredictions())
    return;
  size_t numChains =
      std::clamp(kChainsPerPoint * batch.getLimit(), kMinChains, kMaxChains);
  chains.resize(std::min(chains.size(), numChains));
  while (chains.size() < numChains)
    chains.push_back(space.sample(random));
  predictions = model->predict(chains);
  BestPoints best(batch);
  for (auto [point, prediction] : zip_equal(chains, predictions))
    best.take(point, prediction);
  unsigned lastChange = 0;
  for (unsigned i = 0; i < kMaxSteps && i < lastChange + kEarlyStop; ++i) {
    double temperature = 1 - static_cast<double>(i) / (kMaxSteps + 1);
    if (step(temperature, best))
      lastChange = i;
  }
  best.addToBatch();
}

std::unique_ptr<Searcher> makeAnnealingSearcher(const SearchInput &input) {
  return std::make_unique<AnnealingSearcher>(input);
}

} // namespace tvm::tuner
