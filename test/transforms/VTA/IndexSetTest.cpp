// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of indices against their elements, one by one.
#include "transforms/VTA/Analysis/IndexSet.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace tvm::vta;

namespace {

struct RandomSet {
  IndexSet set;
  std::set<int64_t> elements;
};

class RandomSets {
public:
  RandomSet next() {
    int64_t base = pick(20);
    std::vector<IndexSet::Dim> dims(pick(4));
    for (IndexSet::Dim &dim : dims)
      dim = {int64_t(pick(12)), int64_t(pick(12) ? 1 + pick(4) : 0)};
    RandomSet result{IndexSet(base, dims), {base}};
    for (IndexSet::Dim dim : dims) {
      std::set<int64_t> sums;
      for (int64_t element : result.elements)
        for (int64_t i = 0; i < dim.count; ++i)
          sums.insert(element + i * dim.stride);
      result.elements = sums;
    }
    return result;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }

  std::mt19937 random{1};
};

TEST(IndexSet, HasItsElements) {
  RandomSets sets;
  for (int i = 0; i < 20000; ++i) {
    RandomSet random = sets.next();
    std::set<int64_t> visited;
    random.set.forEachInterval([&](int64_t first, int64_t last) {
      for (int64_t element = first; element <= last; ++element)
        visited.insert(element);
    });
    ASSERT_EQ(visited, random.elements);
    ASSERT_EQ(random.set.isEmpty(), random.elements.empty());
    if (random.elements.empty())
      continue;
    ASSERT_EQ(random.set.first(), *random.elements.begin());
    ASSERT_EQ(random.set.last(), *random.elements.rbegin());
    ASSERT_EQ(random.set.isInterval(),
              int64_t(random.elements.size()) ==
                  random.set.last() - random.set.first() + 1);
  }
}

TEST(IndexSet, FindsACommonElementIfThereIsOne) {
  RandomSets sets;
  unsigned numCommon = 0, count = 20000;
  for (unsigned i = 0; i < count; ++i) {
    RandomSet a = sets.next(), b = sets.next();
    bool meet = llvm::any_of(a.elements, [&](int64_t element) {
      return b.elements.count(element) != 0;
    });
    std::optional<int64_t> common = a.set.findCommon(b.set);
    ASSERT_EQ(common.has_value(), meet) << i;
    if (common) {
      ASSERT_TRUE(a.elements.count(*common) && b.elements.count(*common)) << i;
    }
    numCommon += meet;
  }
  EXPECT_GT(numCommon, count / 10);
  EXPECT_LT(numCommon, count - count / 10);
}

} // namespace
