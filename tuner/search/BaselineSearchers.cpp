// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/Methods.h"

namespace tvm::tuner {

namespace {
class RandomSearcher : public Searcher {
public:
  using Searcher::Searcher;

protected:
  void propose(Batch &) override {} // all are filled
};

class GridSearcher : public Searcher {
public:
  explicit GridSearcher(const SearchInput &input)
      : Searcher(input), next(input.space) {}

protected:
  void propose(Batch &batch) override;

private:
  PointIterator next;
};
} // namespace

void GridSearcher::propose(Batch &batch) {
  while (!batch.isFull()) {
    std::optional<Point> point = next.next();
    if (!point)
      return;
    batch.add(*point);
  }
}

std::unique_ptr<Searcher> makeRandomSearcher(const SearchInput &input) {
  return std::make_unique<RandomSearcher>(input);
}

std::unique_ptr<Searcher> makeGridSearcher(const SearchInput &input) {
  SearchInput inOrder = input;
  inOrder.epsilon = 0;
  return std::make_unique<GridSearcher>(inOrder);
}

} // namespace tvm::tuner
