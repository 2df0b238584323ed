// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The load module's unit alone: what is in its memories after a LOAD.
#include "test/hardware/Transfers.h"

#include "Vvta_load.h"

#include <cstring>
#include <deque>
#include <random>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

class LoadBench {
public:
  explicit LoadBench(unsigned stalls) : stalls(stalls) {
    load->burst_limit = 4;
    load->halt = 0;
    load->start = 0;
    load->rvalid = 0;
    load->arready = 0;
    load->clear = 1;
    load.tick();
    load->clear = 0;
  }

  /// Cycles until it is executed; 0 if it takes no more than that of its start.
  unsigned run(const Load &instruction) {
    setInstruction(load->instruction, {instruction, {}});
    load->start = 1;
    load.settle();
    bool isEmpty = load->is_empty;
    hasRangeError = load->range_error;
    load.tick();
    load->start = 0;
    if (isEmpty || hasRangeError)
      return 0;
    for (unsigned cycles = 1; cycles < 100000; ++cycles) {
      step();
      if (isDone)
        return cycles;
    }
    ADD_FAILURE() << "it does not end";
    return 0;
  }

  std::array<uint8_t, 16> inputAt(unsigned index) {
    std::array<uint8_t, 16> bytes;
    load->inp_index = index;
    load.tick();
    std::memcpy(bytes.data(), &load->inp, sizeof(bytes));
    return bytes;
  }

  bool hasRangeError = false, hasBusError = false, answersErrors = false;

private:
  struct Beat {
    uint64_t address;
    bool isLast;
  };

  void step() {
    load.settle();
    load->arready = random() % 100 >= stalls;
    if (load->arvalid && load->arready)
      for (unsigned i = 0; i <= load->arlen; ++i)
        beats.push_back({load->araddr + i * 8, i == load->arlen});
    load->rvalid = !beats.empty() && random() % 100 >= stalls;
    load->rlast = load->rvalid && beats.front().isLast;
    load->rresp = answersErrors ? 2 : 0;
    if (load->rvalid) {
      load->rdata = 0;
      for (unsigned i = 0; i < 8; ++i)
        load->rdata |= uint64_t(byteAt(beats.front().address + i)) << 8 * i;
      beats.pop_front();
    }
    load.settle();
    isDone = load->finishing;
    hasBusError |= load->bus_error;
    load.tick();
    load->rvalid = 0;
  }

  unsigned stalls;
  std::mt19937 random;
  ModuleBench<Vvta_load> load;
  std::deque<Beat> beats;
  bool isDone = false;
};

/// Where an element of the padded rectangle comes from.
std::array<uint8_t, 16> expectedAt(const Load &t, unsigned y, unsigned x) {
  std::array<uint8_t, 16> bytes = {};
  bool isData = y >= t.padTop && y < t.padTop + t.ySize && x >= t.padLeft &&
                x < t.padLeft + t.xSize;
  uint64_t element =
      t.dramBase + uint64_t(y - t.padTop) * t.xStride + (x - t.padLeft);
  for (unsigned i = 0; isData && i < 16; ++i)
    bytes[i] = byteAt(element * 16 + i);
  return bytes;
}

void check(const Load &transfer, unsigned stalls) {
  LoadBench bench(stalls);
  bench.run(transfer);
  ASSERT_FALSE(bench.hasRangeError);
  unsigned width = transfer.padLeft + transfer.xSize + transfer.padRight;
  unsigned height = transfer.padTop + transfer.ySize + transfer.padBottom;
  for (unsigned y = 0; y < height; ++y)
    for (unsigned x = 0; x < width; ++x)
      ASSERT_EQ(bench.inputAt(transfer.sramBase + y * width + x),
                expectedAt(transfer, y, x))
          << y << " " << x;
}

} // namespace

TEST(VtaLoad, EveryKindOfPadding) {
  for (unsigned pads = 0; pads < 16; ++pads)
    for (unsigned ySize : {0, 1, 2, 5}) {
      SCOPED_TRACE(std::to_string(pads) + " " + std::to_string(ySize));
      check(Load{{MemoryType::Inp, 7, 256, ySize, 3, 9, pads & 1, pads >> 1 & 1,
                  pads >> 2 & 1, pads >> 3 & 1}},
            pads % 3 * 30);
    }
}

TEST(VtaLoad, RandomRectangles) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i)
    check(Load{{MemoryType::Inp, unsigned(random() % 500),
                unsigned(random() % 5000), unsigned(random() % 12),
                unsigned(1 + random() % 20), unsigned(random() % 300),
                unsigned(random() % 5), unsigned(random() % 5),
                unsigned(random() % 16), unsigned(random() % 16)}},
          i % 3 * 30);
}

// A cycle for each element of padding; then addresses.
TEST(VtaLoad, PaddingTakesACycleEach) {
  LoadBench bench(0);
  EXPECT_EQ(bench.run(Load{{MemoryType::Inp, 0, 0, 0, 3, 0, 2}}), 6u);
  EXPECT_EQ(bench.run(Load{{MemoryType::Inp, 0, 0, 1, 3, 0}}), 6u);
  EXPECT_EQ(bench.run(Load{{MemoryType::Inp, 0, 0, 1, 3, 0, 0, 0, 2, 1}}),
            3u + 6);
  EXPECT_EQ(bench.run(Load{{MemoryType::Inp, 0, 0, 5, 0, 0, 2}}), 0u);
}

TEST(VtaLoad, RefusesWhatDoesNotFit) {
  LoadBench bench(0);
  bench.run(Load{{MemoryType::Inp, 2047, 0, 1, 1, 1}});
  EXPECT_FALSE(bench.hasRangeError);
  bench.run(Load{{MemoryType::Inp, 2047, 0, 1, 2, 1}});
  EXPECT_TRUE(bench.hasRangeError);
  bench.run(Load{{MemoryType::Inp, 65535, 0, 65535, 65535, 1, 15, 15, 15, 15}});
  EXPECT_TRUE(bench.hasRangeError);
  bench.run(Load{{MemoryType::Wgt, 1023, 0, 1, 2, 1}});
  EXPECT_TRUE(bench.hasRangeError);
}

TEST(VtaLoad, ReportsErrorsOfTheBus) {
  LoadBench bench(20);
  bench.run(Load{{MemoryType::Inp, 0, 0, 2, 2, 2}});
  EXPECT_FALSE(bench.hasBusError);
  bench.answersErrors = true;
  bench.run(Load{{MemoryType::Inp, 0, 0, 2, 2, 2}});
  EXPECT_TRUE(bench.hasBusError);
}
