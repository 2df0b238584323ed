// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AXI4 reads: addresses, stalls, errors.
#include "runtime/vta/cycles/Bursts.h"
#include "test/hardware/ModuleBench.h"

#include "Vread_master_1.h"
#include "Vread_master_128.h"
#include "Vread_master_8.h"

#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

struct Rows {
  uint64_t address, bytes, count, stride;
};

/// Bytes of memory, one after the other.
using Addresses = std::vector<uint64_t>;

Addresses addressesOf(const Rows &rows) {
  Addresses addresses;
  for (uint64_t y = 0; y < rows.count; ++y)
    for (uint64_t x = 0; x < rows.bytes; ++x)
      addresses.push_back(rows.address + y * rows.stride + x);
  return addresses;
}

/// Runs one transfer against a slave that stalls.
template <typename Model, unsigned Width> class ReadBench {
public:
  explicit ReadBench(unsigned stalls, unsigned limit, uint64_t seed)
      : stalls(stalls), limit(limit), random(seed) {}

  void run(const Rows &rows) {
    expected = Bursts(rows.address, rows.bytes, rows.count, rows.stride, Width);
    start(rows);
    for (unsigned cycle = 0; !isDone; ++cycle) {
      ASSERT_LT(cycle, 1000000u);
      ASSERT_NO_FATAL_FAILURE(step());
    }
    EXPECT_TRUE(expected.isDone());
    EXPECT_EQ(read, addressesOf(rows));
    master.settle();
    EXPECT_FALSE(master->arvalid);
    EXPECT_FALSE(master->is_waiting);
  }

  /// Index among the next beats of one that is answered with an error.
  uint64_t wrongBeat = UINT64_MAX;
  bool hasError = false;

private:
  struct Beat {
    uint64_t address;
    bool isLast;
  };

  bool isStalled() { return random() % 100 < stalls; }

  void start(const Rows &rows) {
    master->halt = 0;
    master->start = 0;
    master->rvalid = 0;
    master->arready = 0;
    master->clear = 1;
    master.tick();
    master->clear = 0;
    master->burst_limit = limit;
    master->start = 1;
    master->start_address = rows.address;
    master->start_row_bytes = rows.bytes;
    master->start_rows = rows.count;
    master->start_stride_bytes = rows.stride;
    master.tick();
    master->start = 0;
  }

  void step() {
    ASSERT_NO_FATAL_FAILURE(takeAddress());
    giveBeat();
    master.settle();
    hasError |= master->error;
    if (master->rvalid)
      for (unsigned i = 0; i < master->beat_bytes; ++i)
        read.push_back(beats.front().address + master->beat_offset + i);
    isDone = master->finishing;
    if (master->rvalid) {
      numBursts -= beats.front().isLast;
      beats.pop_front();
    }
    master.tick();
  }

  /// Takes an address; the offer remains until then.
  void takeAddress() {
    master.settle();
    if (wasOffered) {
      ASSERT_TRUE(master->arvalid);
      ASSERT_EQ(master->araddr, offered);
    }
    offered = master->araddr;
    master->arready = !isStalled();
    wasOffered = master->arvalid && !master->arready;
    if (!master->arvalid || !master->arready)
      return;
    ASSERT_NO_FATAL_FAILURE(checkBurst());
    for (unsigned i = 0; i <= master->arlen; ++i)
      beats.push_back({master->araddr + i * Width, i == master->arlen});
    ASSERT_LE(++numBursts, limit);
  }

  void checkBurst() {
    ASSERT_FALSE(expected.isDone());
    Burst burst = expected.next();
    ASSERT_EQ(master->arlen + 1u, burst.beats);
    ASSERT_EQ(master->aruser, burst.endsRow);
    uint64_t last = master->araddr + (master->arlen + 1) * Width - 1;
    ASSERT_EQ(master->araddr / 4096, last / 4096);
    ASSERT_EQ(master->araddr % Width, 0u);
  }

  void giveBeat() {
    master->rvalid = !beats.empty() && !isStalled();
    master->rlast = master->rvalid && beats.front().isLast;
    master->rresp = master->rvalid && wrongBeat-- == 0 ? 3 : 0;
  }

  unsigned stalls, limit;
  std::mt19937_64 random;
  ModuleBench<Model> master;
  Bursts expected;
  std::deque<Beat> beats;
  unsigned numBursts = 0;
  bool isDone = false, wasOffered = false;
  uint64_t offered = 0;
  Addresses read;
};

template <typename Model, unsigned Width> void checkRandomRows() {
  std::mt19937_64 random(Width);
  for (int i = 0; i < 200; ++i) {
    Rows rows{random() % 20000, 1 + random() % (i % 10 ? 300 : 9000),
              1 + random() % 6, random() % 10000};
    ReadBench<Model, Width> bench(i % 4 * 30, 1 + random() % 9, random());
    bench.run(rows);
  }
}

} // namespace

TEST(VtaReadMaster, RandomRowsOfAByte) { checkRandomRows<Vread_master_1, 1>(); }
TEST(VtaReadMaster, RandomRows) { checkRandomRows<Vread_master_8, 8>(); }
TEST(VtaReadMaster, RandomRowsOfWideWords) {
  checkRandomRows<Vread_master_128, 128>();
}

// 256 beats at a time, where no boundary is in the way.
TEST(VtaReadMaster, LongBursts) {
  for (unsigned stalls : {0, 50}) {
    ReadBench<Vread_master_8, 8> bench(stalls, 8, 1);
    bench.run({4096, 3 * 4096, 1, 0});
  }
  Bursts bursts(4096, 3 * 4096, 1, 0, 8);
  EXPECT_EQ(bursts.next().beats, 256u);
}

TEST(VtaReadMaster, RowsAcrossAPage) {
  ReadBench<Vread_master_8, 8> bench(30, 2, 1);
  bench.run({4096 - 3, 7, 3, 4096});
}

TEST(VtaReadMaster, ReportsErrorsAndGoesOn) {
  for (uint64_t beat : {0, 5, 63}) {
    ReadBench<Vread_master_8, 8> bench(20, 4, 1);
    bench.wrongBeat = beat;
    bench.run({4096, 64, 8, 128});
    EXPECT_TRUE(bench.hasError);
  }
  ReadBench<Vread_master_8, 8> bench(20, 4, 1);
  bench.run({4096, 64, 8, 128});
  EXPECT_FALSE(bench.hasError);
}
