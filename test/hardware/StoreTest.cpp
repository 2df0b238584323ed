// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The store module's unit alone: what is in memory after a STORE, and when.
#include "runtime/vta/cycles/Bursts.h"
#include "test/hardware/Transfers.h"

#include "Vstore_1.h"
#include "Vstore_128.h"
#include "Vvta_store.h"

#include <cstring>
#include <deque>
#include <map>
#include <random>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

using Memory = std::map<uint64_t, uint8_t>;

/// Elements have 16 bytes; byte k of element i is byteAt(16 * i + k).
template <typename Model, unsigned Width> class StoreBench {
public:
  StoreBench(unsigned stalls, unsigned limit) : stalls(stalls), limit(limit) {
    store->burst_limit = limit;
    store->halt = 0;
    store->start = 0;
    store->awready = 0;
    store->wready = 0;
    store->bvalid = 0;
    store->clear = 1;
    store.tick();
    store->clear = 0;
  }

  void run(const Store &instruction) {
    expected = Bursts(Configuration(), instruction, Width);
    setInstruction(store->instruction, {instruction, {}});
    store->start = 1;
    store.settle();
    hasRangeError = store->range_error;
    bool isEmpty = store->is_empty;
    tick();
    store->start = 0;
    if (isEmpty || hasRangeError)
      return;
    for (unsigned cycle = 0; !isDone; ++cycle) {
      ASSERT_LT(cycle, 100000u);
      ASSERT_NO_FATAL_FAILURE(step());
    }
    EXPECT_TRUE(expected.isDone());
    EXPECT_TRUE(bursts.empty());
    EXPECT_EQ(numUnanswered, 0u);
  }

  Memory memory;
  bool hasRangeError = false, hasBusError = false, answersErrors = false;

private:
  struct Burst {
    uint64_t address;
    unsigned beats;
  };

  bool isStalled() { return random() % 100 < stalls; }

  /// The requested index is answered in the next cycle.
  void tick() {
    store.settle();
    unsigned index = store->out_index;
    store.tick();
    auto *bytes = reinterpret_cast<uint8_t *>(&store->outs);
    for (unsigned i = 0; i < sizeof(store->outs); ++i)
      bytes[i] = byteAt(index * 16 + i);
  }

  void step() {
    store.settle();
    store->awready = !isStalled();
    if (store->awvalid && store->awready)
      ASSERT_NO_FATAL_FAILURE(takeAddress());
    // Data may come before their address is taken, never before it is offered.
    store->wready = !bursts.empty() && !isStalled();
    if (store->wvalid && store->wready)
      ASSERT_NO_FATAL_FAILURE(takeBeat());
    store->bvalid = numUnanswered > 0 && !isStalled();
    store->bresp = answersErrors ? 2 : 0;
    numUnanswered -= store->bvalid;
    store.settle();
    isDone = store->finishing;
    hasBusError |= store->bus_error;
    tick();
    store->bvalid = 0;
  }

  void takeAddress() {
    ASSERT_FALSE(expected.isDone());
    auto burst = expected.next();
    ASSERT_EQ(store->awlen + 1u, burst.beats);
    ASSERT_EQ(store->awuser, burst.endsRow);
    uint64_t last = store->awaddr + (store->awlen + 1) * Width - 1;
    ASSERT_EQ(store->awaddr / 4096, last / 4096);
    bursts.push_back({store->awaddr, store->awlen + 1u});
    ASSERT_LE(bursts.size() + numUnanswered, limit);
  }

  void takeBeat() {
    Burst &burst = bursts.front();
    auto *data = reinterpret_cast<const uint8_t *>(&store->wdata);
    auto *strobes = reinterpret_cast<const uint8_t *>(&store->wstrb);
    for (unsigned i = 0; i < Width; ++i)
      if (strobes[i / 8] >> i % 8 & 1)
        memory[burst.address + i] = data[i];
    burst.address += Width;
    ASSERT_EQ(store->wlast, --burst.beats == 0);
    if (burst.beats > 0)
      return;
    bursts.pop_front();
    ++numUnanswered;
  }

  unsigned stalls, limit;
  std::mt19937 random;
  ModuleBench<Model> store;
  Bursts expected;
  std::deque<Burst> bursts;
  unsigned numUnanswered = 0;
  bool isDone = false;
};

/// Later rows lie above earlier ones.
Memory expectedOf(const Store &t) {
  Memory memory;
  for (unsigned y = 0; y < t.ySize; ++y)
    for (unsigned x = 0; x < t.xSize * 16; ++x)
      memory[(t.dramBase + y * t.xStride) * 16 + x] =
          byteAt((t.sramBase + y * t.xSize) * 16 + x);
  return memory;
}

template <typename Model, unsigned Width> void checkRandomRows() {
  std::mt19937 random(Width);
  for (int i = 0; i < 100; ++i) {
    Store store{{MemoryType::Out, unsigned(random() % 500),
                 unsigned(random() % 5000), unsigned(random() % 8),
                 unsigned(1 + random() % (i % 9 ? 9 : 150)),
                 unsigned(150 + random() % 300)}};
    StoreBench<Model, Width> bench(i % 4 * 25, 1 + i % 5);
    bench.run(store);
    ASSERT_EQ(bench.memory, expectedOf(store)) << i;
  }
}

using DefaultBench = StoreBench<Vvta_store, 8>;

} // namespace

TEST(VtaStore, RandomRows) { checkRandomRows<Vvta_store, 8>(); }
TEST(VtaStore, RandomRowsOverANarrowBus) { checkRandomRows<Vstore_1, 1>(); }
TEST(VtaStore, RandomRowsOverAWideBus) { checkRandomRows<Vstore_128, 128>(); }

// More than 256 beats, across pages.
TEST(VtaStore, LongRows) {
  Store store{{MemoryType::Out, 0, 250, 1, 700, 0}};
  DefaultBench bench(20, 3);
  bench.run(store);
  EXPECT_EQ(bench.memory, expectedOf(store));
}

TEST(VtaStore, RefusesWhatDoesNotFit) {
  DefaultBench bench(0, 1);
  bench.run(Store{{MemoryType::Out, 2047, 0, 1, 1, 1}});
  EXPECT_FALSE(bench.hasRangeError);
  bench.run(Store{{MemoryType::Out, 2047, 0, 2, 1, 1}});
  EXPECT_TRUE(bench.hasRangeError);
}

TEST(VtaStore, ReportsErrorsOfTheBus) {
  DefaultBench bench(20, 2);
  bench.answersErrors = true;
  bench.run(Store{{MemoryType::Out, 0, 0, 2, 2, 2}});
  EXPECT_TRUE(bench.hasBusError);
}
