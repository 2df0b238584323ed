// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The analysis against all pairs of micro-ops, one after the other.
#include "transforms/VTA/Analysis/AccumulatorHazard.h"
#include "gtest/gtest.h"

#include <random>

using namespace tvm::vta;
using tvm::runtime::vta::Loops;
using tvm::runtime::vta::MicroOp;

namespace {

struct Case {
  Loops loops;
  std::vector<MicroOp> microOps;
  AccumulatorReads reads;
  unsigned latency;
};

class RandomCases {
public:
  Case next() {
    Case c;
    c.loops.iterOut = pick(5);
    c.loops.iterIn = pick(5);
    c.loops.dstFactorOut = pick(6);
    c.loops.dstFactorIn = pick(4);
    bool readsDst = pick(2);
    c.reads = {readsDst ? &MicroOp::dst : &MicroOp::src,
               readsDst ? c.loops.dstFactorOut : int64_t(pick(6)),
               readsDst ? c.loops.dstFactorIn : int64_t(pick(4))};
    c.microOps.resize(pick(5));
    for (MicroOp &microOp : c.microOps)
      microOp = {pick(8), pick(8), 0};
    c.latency = 1 + pick(8);
    return c;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }

  std::mt19937 random{1};
};

/// The smallest distance of a read of an element from its last write, if that
/// is below the latency.
std::optional<unsigned> findSmallestDistance(const Case &c) {
  std::vector<int64_t> written;
  std::optional<unsigned> smallest;
  for (int64_t i = 0; i < c.loops.iterOut; ++i)
    for (int64_t j = 0; j < c.loops.iterIn; ++j)
      for (const MicroOp &microOp : c.microOps) {
        int64_t read = microOp.*c.reads.base + i * c.reads.factorOut +
                       j * c.reads.factorIn;
        for (size_t k = 1; k < c.latency && k <= written.size(); ++k)
          if (written[written.size() - k] == read &&
              (!smallest || k < *smallest))
            smallest = k;
        written.push_back(microOp.dst + i * c.loops.dstFactorOut +
                          j * c.loops.dstFactorIn);
      }
  return smallest;
}

TEST(AccumulatorHazard, IsFoundExactlyWhereThereIsOne) {
  RandomCases cases;
  unsigned numHazards = 0;
  for (int i = 0; i < 20000; ++i) {
    Case c = cases.next();
    auto found = findAccumulatorHazard(c.loops, c.microOps, c.reads, c.latency);
    auto expected = findSmallestDistance(c);
    ASSERT_EQ(found.has_value(), expected.has_value()) << i;
    if (found) {
      ASSERT_EQ(found->distance, *expected) << i;
    }
    numHazards += found.has_value();
  }
  EXPECT_GT(numHazards, 3000u);
  EXPECT_LT(numHazards, 17000u);
}

} // namespace
