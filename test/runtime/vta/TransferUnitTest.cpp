// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/core/TransferUnit.h"

#include "test/runtime/vta/RandomInstructions.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

using Element = std::vector<uint8_t>;

/// A unit with its memories, and 4096 random elements in DRAM.
class Bench {
public:
  Bench(const Configuration &configuration, MemoryType type)
      : configuration(configuration), type(type), dram(4096),
        scratchpads(configuration),
        unit(configuration, dram, scratchpads, counters) {
    size = numElements * configuration.elementBytes(type);
    EXPECT_FALSE(dram.create(size + 8192).failed());
    EXPECT_FALSE(dram.allocate(size, address).failed());
    EXPECT_FALSE(scratchpads.create().failed());
    scratchpads.fill(1);
    bytes = dram.find(address, size);
    Random random(2);
    for (uint64_t i = 0; i < size; ++i)
      bytes[i] = random();
    if (type == MemoryType::Uop)
      makeUops(random);
  }

  /// The element of DRAM that is `offset` after the first one.
  uint32_t at(uint64_t offset) const {
    return address / configuration.elementBytes(type) + offset;
  }

  /// Element `index` of the buffer, in the bytes it has in DRAM.
  Element onChip(uint64_t index) const;

  /// Elements before and behind those that a LOAD fills.
  std::vector<Element> around(uint64_t before, uint64_t behind) const {
    // The accumulator has more than 8 bits before it is loaded.
    if (type == MemoryType::Acc8)
      return {};
    return {onChip(before), onChip(behind)};
  }

  static constexpr uint64_t numElements = 4096;
  Configuration configuration;
  MemoryType type;
  Dram dram;
  Scratchpads scratchpads;
  Counters counters;
  TransferUnit unit;
  uint64_t address = 0, size = 0;
  uint8_t *bytes = nullptr;

private:
  void makeUops(Random &random) {
    FieldWidths widths(configuration);
    uint64_t mask = (uint64_t(1) << widths.microOpBits()) - 1;
    for (uint64_t i = 0; i < numElements; ++i) {
      uint32_t word = random() & mask;
      std::memcpy(bytes + 4 * i, &word, 4);
    }
  }
};

Element Bench::onChip(uint64_t index) const {
  const Configuration &c = configuration;
  uint64_t bytesPer = c.elementBytes(type);
  uint64_t numbers = uint64_t(c.batch()) * c.block();
  Element element(bytesPer);
  if (type == MemoryType::Uop) {
    uint32_t word = 0;
    EXPECT_FALSE(Encoding(c).encode(scratchpads.uops[index], word).failed());
    std::memcpy(element.data(), &word, 4);
  } else if (type == MemoryType::Inp) {
    std::memcpy(element.data(), scratchpads.inp() + index * bytesPer, bytesPer);
  } else if (type == MemoryType::Wgt) {
    unsigned width = c.wgtBits() / 8;
    const uint8_t *weights = scratchpads.wgt() + index * bytesPer;
    for (unsigned o = 0; o < c.block(); ++o)
      for (unsigned i = 0; i < c.block(); ++i)
        std::memcpy(&element[(o * c.block() + i) * width],
                    weights + (i * c.block() + o) * width, width);
  } else if (type == MemoryType::Acc) {
    std::memcpy(element.data(), scratchpads.acc() + index * numbers, bytesPer);
  } else {
    for (uint64_t i = 0; i < numbers; ++i) {
      int32_t value = scratchpads.acc()[index * numbers + i];
      EXPECT_EQ(value, int8_t(value));
      element[i] = value;
    }
  }
  return element;
}

/// Returns the buffer's expected elements after a LOAD.
std::vector<Element> loaded(const Bench &bench, const Load &load) {
  uint64_t bytesPer = bench.configuration.elementBytes(bench.type);
  uint32_t rows = load.padTop + load.ySize + load.padBottom;
  uint32_t columns = load.padLeft + load.xSize + load.padRight;
  std::vector<Element> result;
  for (uint32_t y = 0; y < rows; ++y)
    for (uint32_t x = 0; x < columns; ++x) {
      bool isInside = y >= load.padTop && y - load.padTop < load.ySize &&
                      x >= load.padLeft && x - load.padLeft < load.xSize;
      Element element(bytesPer);
      if (isInside) {
        uint64_t offset = uint64_t(y - load.padTop) * load.xStride +
                          (x - load.padLeft) + load.dramBase - bench.at(0);
        std::memcpy(element.data(), bench.bytes + offset * bytesPer, bytesPer);
      }
      result.push_back(element);
    }
  return result;
}

} // namespace

static const MemoryType loadable[] = {MemoryType::Uop, MemoryType::Wgt,
                                      MemoryType::Inp, MemoryType::Acc,
                                      MemoryType::Acc8};

static void checkLoad(const Configuration &configuration, MemoryType type,
                      Load load) {
  SCOPED_TRACE(configuration.key() + " " + nameOf(type));
  Bench bench(configuration, type);
  load.memoryType = type;
  load.sramBase = 1;
  load.dramBase = bench.at(5);
  std::vector<Element> expected = loaded(bench, load);
  uint64_t end = load.sramBase + expected.size();
  std::vector<Element> before = bench.around(0, end);
  ASSERT_FALSE(bench.unit.execute(load).failed()) << lastError();
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(bench.onChip(load.sramBase + i), expected[i]) << i;
  EXPECT_EQ(bench.around(0, end), before);
}

TEST(VtaTransferUnit, LoadsWithEveryPadding) {
  for (const Configuration &configuration : testConfigurations())
    for (MemoryType type : loadable)
      for (int sides = 0; sides < 16; ++sides) {
        Load load;
        load.ySize = 1 + sides % 2;
        load.xSize = 2;
        load.xStride = 7;
        load.padTop = sides & 1;
        load.padBottom = sides >> 1 & 1;
        load.padLeft = sides >> 2 & 1;
        load.padRight = 2 * (sides >> 3 & 1);
        checkLoad(configuration, type, load);
      }
}

TEST(VtaTransferUnit, LoadsRowsThatOverlapOrRepeat) {
  for (uint32_t stride : {0, 1, 3}) {
    Load load;
    load.ySize = 3;
    load.xSize = 3;
    load.xStride = stride;
    checkLoad(Configuration(), MemoryType::Inp, load);
  }
}

TEST(VtaTransferUnit, PadsWithoutRows) {
  Load load;
  load.xSize = 2;
  load.padTop = 1;
  load.padLeft = 3;
  checkLoad(Configuration(), MemoryType::Inp, load);
}

TEST(VtaTransferUnit, MovesNothingWithoutColumns) {
  Bench bench(Configuration(), MemoryType::Inp);
  Element before = bench.onChip(0);
  Load load;
  load.memoryType = MemoryType::Inp;
  load.dramBase = UINT32_MAX;
  load.sramBase = 65535;
  load.ySize = 5;
  load.padTop = load.padLeft = 1;
  EXPECT_FALSE(bench.unit.execute(load).failed());
  load.sramBase = 0;
  EXPECT_FALSE(bench.unit.execute(load).failed());
  EXPECT_EQ(bench.onChip(0), before);
  EXPECT_EQ(bench.counters.inpLoadBytes, 0u);
}

TEST(VtaTransferUnit, StoresLowBits) {
  for (const Configuration &configuration : testConfigurations()) {
    SCOPED_TRACE(configuration.key());
    Bench bench(configuration, MemoryType::Out);
    uint64_t numbers = uint64_t(configuration.batch()) * configuration.block();
    unsigned width = configuration.outBits() / 8;
    std::vector<uint8_t> expected(bench.bytes, bench.bytes + bench.size);
    Store store{{MemoryType::Out, 2, bench.at(5), 3, 2, 7}};
    for (uint32_t y = 0; y < 3; ++y)
      for (uint64_t i = 0; i < 2 * numbers; ++i)
        std::memcpy(&expected[((5 + 7 * y) * numbers + i) * width],
                    &bench.scratchpads.acc()[(2 + 2 * y) * numbers + i], width);
    ASSERT_FALSE(bench.unit.execute(store).failed()) << lastError();
    EXPECT_EQ(std::vector<uint8_t>(bench.bytes, bench.bytes + bench.size),
              expected);
    EXPECT_EQ(bench.counters.outStoreBytes, 6 * numbers * width);
  }
}

TEST(VtaTransferUnit, CountsBytesWithoutPadding) {
  auto counted = [](MemoryType type) {
    Bench bench(Configuration(), type);
    EXPECT_FALSE(
        bench.unit.execute(Load{{type, 0, bench.at(0), 2, 3, 4, 1, 1, 1, 1}})
            .failed())
        << lastError();
    return bench.counters;
  };
  EXPECT_EQ(counted(MemoryType::Uop).uopLoadBytes, 6u * 4);
  EXPECT_EQ(counted(MemoryType::Wgt).wgtLoadBytes, 6u * 256);
  EXPECT_EQ(counted(MemoryType::Inp).inpLoadBytes, 6u * 16);
  EXPECT_EQ(counted(MemoryType::Acc).accLoadBytes, 6u * 64);
  EXPECT_EQ(counted(MemoryType::Acc8).accLoadBytes, 6u * 16);
}

TEST(VtaTransferUnit, RefusesWhatIsBeyondTheBuffer) {
  for (MemoryType type : loadable) {
    Bench bench(Configuration(), type);
    uint32_t depth = bench.configuration.depth(type);
    Load load{{type, depth - 9, bench.at(0), 1, 1, 1, 1, 1, 1, 1}};
    EXPECT_FALSE(bench.unit.execute(load).failed()) << lastError();
    load.sramBase++;
    EXPECT_EQ(bench.unit.execute(load), TVM_RUN_FAILED);
    EXPECT_EQ(lastError(), "expected elements below " + std::to_string(depth) +
                               " of the buffer, got " +
                               std::to_string(depth - 8) + " to " +
                               std::to_string(depth + 1));
  }
  Bench bench(Configuration(), MemoryType::Out);
  EXPECT_EQ(
      bench.unit.execute(Store{{MemoryType::Out, 2047, bench.at(0), 2, 1, 1}}),
      TVM_RUN_FAILED);
}

TEST(VtaTransferUnit, RefusesWhatIsBeyondAllocations) {
  Bench bench(Configuration(), MemoryType::Inp);
  uint32_t end = bench.at(Bench::numElements);
  Load load{{MemoryType::Inp, 0, end - 2, 1, 2, 2}};
  EXPECT_FALSE(bench.unit.execute(load).failed()) << lastError();
  load.dramBase++;
  EXPECT_EQ(bench.unit.execute(load), TVM_RUN_FAILED);
  EXPECT_EQ(lastError(), "DRAM: expected addresses within one allocation, got "
                         "0x10ff0 to 0x11010");
  load.dramBase = UINT32_MAX;
  load.ySize = 65535;
  load.xStride = 65535;
  load.xSize = 0;
  EXPECT_FALSE(bench.unit.execute(load).failed());
  Store store{{MemoryType::Out, 0, bench.at(0) - 1, 1, 1, 1}};
  EXPECT_EQ(bench.unit.execute(store), TVM_RUN_FAILED);
}

TEST(VtaTransferUnit, RefusesWordsThatAreNoMicroOps) {
  Configuration smaller;
  smaller.logWgtBuffSize = 17;
  Bench bench(smaller, MemoryType::Uop);
  std::memset(bench.bytes + 8, 0xff, 4);
  EXPECT_EQ(
      bench.unit.execute(Load{{MemoryType::Uop, 0, bench.at(0), 1, 4, 4}}),
      TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "micro-op: unused bits: expected 0, got "
                         "0x0000000000000000_0000000080000000");
}
