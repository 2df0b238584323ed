// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/Searcher.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

/// Random points that are drawn until one is new.
static constexpr int kMaxDraws = 32;

ScoreModel::~ScoreModel() = default;

bool isBetter(const Trial &a, const Trial &b) {
  return a.score != b.score ? a.score > b.score : a.point < b.point;
}

bool Batch::add(const Point &point) {
  if (isFull() || !known.add(point))
    return false;
  points.push_back(point);
  return true;
}

Searcher::Searcher(const SearchInput &input)
    : space(input.space), model(input.model), random(input.seed),
      epsilon(input.epsilon), coins(~input.seed), known(input.identify),
      rest(input.space) {}

Searcher::~Searcher() = default;

void Searcher::learn(ArrayRef<Trial>) {}

void Searcher::tell(ArrayRef<Trial> further) {
  for (const Trial &trial : further)
    known.add(trial.point);
  append_range(trials, further);
  learn(further);
}

void Searcher::fillRandomly(Batch &batch) {
  int draws = 0;
  while (!batch.isFull() && draws < kMaxDraws) {
    Point point = space.sample(random);
    draws = !batch.isKnown(point) && batch.add(point) ? 0 : draws + 1;
  }
  while (!batch.isFull()) {
    std::optional<Point> point = rest.next();
    if (!point)
      return;
    batch.add(*point);
  }
}

SmallVector<Point> Searcher::ask(unsigned count) {
  unsigned numProposed = 0;
  for (unsigned i = 0; i < count; ++i)
    numProposed += drawUnit(coins) >= epsilon;
  Batch proposed(numProposed, known);
  if (numProposed != 0)
    propose(proposed);
  Batch others(count - proposed.points.size(), known);
  fillRandomly(others);
  append_range(proposed.points, others.points);
  return std::move(proposed.points);
}

} // namespace tvm::tuner
