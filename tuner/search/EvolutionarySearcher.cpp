// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/BestPoints.h"
#include "tuner/search/Methods.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

/// Members for each point that is proposed, and bounds of their number.
static constexpr size_t kMembersPerPoint = 128, kMinPopulation = 256,
                        kMaxPopulation = 2048;
static constexpr double kMeasuredShare = 0.2, kMutation = 0.85;
static constexpr unsigned kGenerations = 4, kMaxFailures = 10;
/// Weights of changes, in the order of Decision.
static constexpr double kWeights[kNumDecisions] = {0.9, 0.03, 0.05, 0.02};

namespace {
class EvolutionarySearcher : public Searcher {
public:
  explicit EvolutionarySearcher(const SearchInput &input);

protected:
  void propose(Batch &batch) override;
  void learn(ArrayRef<Trial>) override {
    if (model)
      model->fit(trials);
  }

private:
  /// The best trials, and random points.
  std::vector<Point> makePopulation(size_t size);
  /// Changes a decision of a kind that is drawn by its weight.
  void mutate(Point &point);
  std::vector<Point> breed(ArrayRef<Point> population,
                           ArrayRef<double> predictions);

  /// The numbers of the parameters that make a kind of decision and have
  /// several values.
  std::vector<size_t> parameters[kNumDecisions];
  std::vector<double> weights; // 0 for kinds without parameters
};
} // namespace

EvolutionarySearcher::EvolutionarySearcher(const SearchInput &input)
    : Searcher(input), weights(kWeights, std::end(kWeights)) {
  std::vector<Decision> decisions = getDecisions(space);
  size_t index = 0;
  for (const schedule::ParameterGroup &group : space.getGroups())
    for (const schedule::Parameter &parameter : group.getParameters()) {
      if (parameter.values.size() > 1)
        parameters[static_cast<unsigned>(decisions[index])].push_back(index);
      ++index;
    }
  for (auto [kind, weight] : zip_equal(parameters, weights))
    if (kind.empty())
      weight = 0;
}

std::vector<Point> EvolutionarySearcher::makePopulation(size_t size) {
  std::vector<Trial> best = trials;
  llvm::sort(best, isBetter);
  auto maxMeasured = static_cast<size_t>(kMeasuredShare * size);
  std::vector<Point> population;
  for (const Trial &trial :
       ArrayRef(best).take_front(std::min(maxMeasured, best.size())))
    if (trial.score > 0)
      population.push_back(trial.point);
  while (population.size() < size)
    population.push_back(space.sample(random));
  return population;
}

void EvolutionarySearcher::mutate(Point &point) {
  for (unsigned i = 0; i < kMaxFailures; ++i) {
    const std::vector<size_t> &kind = parameters[drawWeighted(weights, random)];
    if (kind.empty())
      continue; // no parameter has several values
    if (redraw(point, kind[drawIndex(kind.size(), random)], space, random))
      return;
  }
}

std::vector<Point> EvolutionarySearcher::breed(ArrayRef<Point> population,
                                               ArrayRef<double> predictions) {
  // Predictions have no zero: the worst member stands for it.
  double worst = *llvm::min_element(predictions);
  std::vector<double> sums;
  double sum = 0;
  for (double prediction : predictions)
    sums.push_back(sum += prediction - worst);
  std::vector<Point> next;
  while (next.size() < population.size()) {
    size_t index =
        sum > 0 ? llvm::upper_bound(sums, drawUnit(random) * sum) - sums.begin()
                : drawIndex(population.size(), random);
    next.push_back(population[std::min(index, population.size() - 1)]);
    if (drawUnit(random) < kMutation)
      mutate(next.back());
  }
  return next;
}

void EvolutionarySearcher::propose(Batch &batch) {
  if (!hasPredictions())
    return;
  std::vector<Point> population = makePopulation(std::clamp(
      kMembersPerPoint * batch.getLimit(), kMinPopulation, kMaxPopulation));
  BestPoints best(batch);
  for (unsigned generation = 0; generation <= kGenerations; ++generation) {
    std::vector<double> predictions = model->predict(population);
    for (auto [point, prediction] : zip_equal(population, predictions))
      best.take(point, prediction);
    if (generation < kGenerations)
      population = breed(population, predictions);
  }
  best.addToBatch();
}

std::unique_ptr<Searcher> makeEvolutionarySearcher(const SearchInput &input) {
  return std::make_unique<EvolutionarySearcher>(input);
}

} // namespace tvm::tuner
