// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/Methods.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace tvm::tuner {

static constexpr size_t kPopulation = 100, kElite = 3;
static constexpr double kMutation = 0.1;
/// Children that are bred for a generation, until enough of them are new.
static constexpr size_t kMaxChildren = 100 * kPopulation;

namespace {
class GeneticSearcher : public Searcher {
public:
  using Searcher::Searcher;

protected:
  void propose(Batch &batch) override;
  void learn(ArrayRef<Trial> further) override;

private:
  /// The last generation, and the best of all before.
  std::vector<Trial> getParents() const;
  /// Makes the next generation of points that are not in `batch`.
  void breed(const Batch &batch);

  std::vector<Trial> generation; // the trials whose scores are known
  std::vector<Trial> elite;
  std::vector<Point> children; // the points to propose, the next one last
  bool isFirst = true;
};
} // namespace

void GeneticSearcher::learn(ArrayRef<Trial> further) {
  append_range(generation, further);
}

std::vector<Trial> GeneticSearcher::getParents() const {
  std::vector<Trial> parents = elite;
  append_range(parents, generation);
  llvm::sort(parents, isBetter);
  if (parents.size() > kPopulation + kElite)
    parents.resize(kPopulation + kElite);
  return parents;
}

void GeneticSearcher::breed(const Batch &batch) {
  std::vector<Trial> parents = getParents();
  std::vector<double> weights;
  weights.reserve(parents.size());
  for (const Trial &parent : parents)
    weights.push_back(parent.score);
  std::set<Point> bred;
  for (size_t i = 0; i < kMaxChildren && bred.size() < kPopulation; ++i) {
    const Point &first = parents[drawWeighted(weights, random)].point;
    const Point &second = parents[drawWeighted(weights, random)].point;
    Point child = cross(first, second, space, random);
    for (size_t index = 0; index < space.size(); ++index)
      if (drawUnit(random) < kMutation)
        redraw(child, index, space, random);
    if (!batch.isKnown(child) && bred.insert(child).second)
      children.push_back(child);
  }
  std::reverse(children.begin(), children.end());
  elite.assign(parents.begin(),
               parents.begin() + std::min(parents.size(), kElite));
  generation.clear();
}

void GeneticSearcher::propose(Batch &batch) {
  // Random points are the first generation.
  if (isFirst && generation.size() < kPopulation)
    return;
  isFirst = false;
  while (!batch.isFull()) {
    if (children.empty())
      breed(batch);
    if (children.empty())
      return; // nothing new can be bred
    batch.add(children.back());
    children.pop_back();
  }
}

std::unique_ptr<Searcher> makeGeneticSearcher(const SearchInput &input) {
  return std::make_unique<GeneticSearcher>(input);
}

} // namespace tvm::tuner
