// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/jit/Jit.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using namespace tvm::runtime::vta;
using namespace tvm::test;

namespace {

/// Sixteen numbers per element, in the accumulator and back.
struct Bench {
  explicit Bench(unsigned size, const Configuration &configuration = {})
      : jit(configuration), size(size) {
    std::vector<int8_t> numbers(size * 16);
    std::iota(numbers.begin(), numbers.end(), 0);
    input = jit.put(numbers);
    output = jit.allocate(size * 16);
  }

  void load() {
    vta_jit_transfer transfer = whole(input, VTA_MEMORY_ACC_8BIT);
    jit.load(transfer);
  }
  void store() {
    jit.push(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
    jit.pop(VTA_STAGE_COMPUTE, VTA_STAGE_STORE);
    jit.store(whole(output, VTA_MEMORY_OUT));
  }
  vta_jit_transfer whole(vta_jit_buffer *buffer, vta_jit_memory memory) const {
    return {buffer, 0, size, 1, size, 0, 0, 0, 0, 0, memory};
  }
  void addTo(uint32_t element, int32_t value, const std::string &key = "") {
    jit.alu([&](Jit::Recorder &r) { r.immediate(VTA_ALU_ADD, element, value); },
            key);
  }
  int8_t resultOf(uint32_t element) {
    return jit.get(output, size * 16)[element * 16];
  }

  Jit jit;
  unsigned size;
  vta_jit_buffer *input, *output;
};

} // namespace

static void collect(void *context, const char *text) {
  *static_cast<std::string *>(context) += text;
}

TEST(VtaJit, DumpsWhatItRuns) {
  Bench bench(2);
  std::string text;
  ASSERT_TRUE(succeeds(vta_jit_debug(
      bench.jit, VTA_DEBUG_DUMP_INSTRUCTIONS | VTA_DEBUG_DUMP_UOPS, collect,
      &text)));
  bench.load();
  bench.addTo(1, -3);
  bench.store();
  bench.jit.run();
  EXPECT_EQ(
      text,
      "micro-op 0: dst 1 src 0 wgt 0\n"
      "instruction 0: LOAD ACC_8BIT dram_base 256 y_size 1 x_size 2 x_stride "
      "2\n"
      "instruction 1: LOAD UOP dram_base 3072 y_size 1 x_size 1 x_stride 1\n"
      "instruction 2: ALU ADD uop_end 1 iter_out 1 iter_in 1 use_imm imm -3 "
      "push_next\n"
      "instruction 3: STORE OUT dram_base 512 y_size 1 x_size 2 x_stride 2 "
      "pop_prev\n"
      "instruction 4: FINISH\n");
  EXPECT_EQ(bench.resultOf(1), 13);
}

TEST(VtaJit, ForcedToBeSerial) {
  Bench bench(2);
  std::string text;
  ASSERT_TRUE(succeeds(vta_jit_debug(
      bench.jit, VTA_DEBUG_FORCE_SERIAL | VTA_DEBUG_DUMP_INSTRUCTIONS, collect,
      &text)));
  bench.load();
  bench.jit.load(bench.whole(bench.input, VTA_MEMORY_INP));
  bench.store();
  bench.jit.run();
  EXPECT_NE(text.find("x_stride 2 push_prev\ninstruction 1: LOAD INP"),
            std::string::npos)
      << text;
  EXPECT_EQ(bench.resultOf(1), 16);
  uint64_t serial = bench.jit.counters.cycles;
  ASSERT_TRUE(succeeds(vta_jit_debug(bench.jit, 0, nullptr, nullptr)));
  bench.load();
  bench.jit.load(bench.whole(bench.input, VTA_MEMORY_INP));
  bench.store();
  bench.jit.run();
  EXPECT_EQ(serial > bench.jit.counters.cycles, serial > 0);
}

// Tokens that would never come are replaced, too.
TEST(VtaJit, ForcedToBeSerialEvenIfTokensAreWrong) {
  Bench bench(1);
  bench.jit.pop(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
  bench.load();
  vta_counters counters;
  EXPECT_EQ(vta_jit_synchronize(bench.jit, UINT64_MAX, &counters),
            VTA_RUN_FAILED);
  EXPECT_EQ(std::string(vta_jit_last_error()).rfind("deadlock: ", 0), 0u);
  ASSERT_TRUE(succeeds(
      vta_jit_debug(bench.jit, VTA_DEBUG_FORCE_SERIAL, nullptr, nullptr)));
  bench.jit.pop(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
  bench.load();
  bench.store();
  bench.jit.run();
  EXPECT_EQ(bench.resultOf(0), 0);
}

TEST(VtaJit, KernelsStayOnTheChip) {
  Bench bench(2);
  bench.load();
  for (int i = 0; i < 5; ++i)
    bench.addTo(1, 1);
  bench.store();
  bench.jit.run();
  EXPECT_EQ(bench.resultOf(1), 16 + 5);
  EXPECT_EQ(bench.jit.counters.uop_load_bytes, 4u);
}

TEST(VtaJit, KernelsAreRecordedOncePerKey) {
  Bench bench(2);
  int count = 0;
  auto record = [&](Jit::Recorder &r) {
    ++count;
    r.immediate(VTA_ALU_ADD, 0, 2);
  };
  for (int run = 1; run <= 2; ++run) {
    bench.load();
    for (int i = 0; i < 3; ++i)
      bench.jit.alu(record, "add 2");
    bench.store();
    bench.jit.run();
    EXPECT_EQ(bench.resultOf(0), 6);
    EXPECT_EQ(count, 1);
    // A run loses the contents of the chip.
    EXPECT_EQ(bench.jit.counters.uop_load_bytes, 4u);
  }
}

// 8192 micro-ops are on the chip; kernels of 4160 by turns replace each other,
// each while the instruction before it may still be executed.
TEST(VtaJit, KernelsReplaceEachOther) {
  Bench bench(80);
  auto add = [&](uint32_t first) {
    bench.jit.alu(
        [&](Jit::Recorder &r) {
          for (uint32_t i = 0; i < 52 * 80; ++i)
            r.immediate(VTA_ALU_ADD, (first + i) % 80, 1);
        },
        std::to_string(first));
  };
  for (uint64_t seed = 0; seed < 3; ++seed) {
    bench.load();
    for (int i = 0; i < 3; ++i) {
      add(0);
      add(40);
    }
    bench.store();
    bench.jit.run(seed);
    std::vector<int8_t> result = bench.jit.get(bench.output, 80 * 16);
    for (uint32_t i = 0; i < 80 * 16; ++i)
      ASSERT_EQ(result[i], int8_t(i + 6 * 52));
    EXPECT_EQ(bench.jit.counters.uop_load_bytes, 6u * 52 * 80 * 4);
  }
}

TEST(VtaJit, BuffersAreWrittenAndCopiedInParts) {
  Jit jit;
  vta_jit_buffer *a = jit.put(std::vector<int8_t>{1, 2, 3, 4});
  vta_jit_buffer *b = jit.put(std::vector<int8_t>{0, 0, 0, 0});
  ASSERT_TRUE(succeeds(vta_jit_buffer_copy(jit, a, 1, b, 0, 2)));
  int8_t nine = 9;
  ASSERT_TRUE(succeeds(vta_jit_buffer_write(jit, b, 3, &nine, 1)));
  EXPECT_EQ(jit.get(b, 4), std::vector<int8_t>({2, 3, 0, 9}));
  EXPECT_TRUE(succeeds(vta_jit_buffer_free(jit, a)));
  EXPECT_TRUE(succeeds(vta_jit_buffer_free(jit, nullptr)));
}

TEST(VtaJit, DiscardsTheStream) {
  Bench bench(1);
  bench.load();
  bench.jit.pop(VTA_STAGE_STORE, VTA_STAGE_COMPUTE);
  ASSERT_TRUE(succeeds(vta_jit_discard(bench.jit)));
  EXPECT_TRUE(succeeds(vta_jit_buffer_free(bench.jit, bench.input)));
  bench.jit.run();
  EXPECT_EQ(bench.jit.counters.acc_load_bytes, 0u);
}

namespace {

struct Calls {
  std::vector<uint64_t> flushed, invalidated;
};

} // namespace

TEST(VtaJit, TellsCachesWhatToFlushAndInvalidate) {
  Jit jit;
  Calls calls;
  vta_jit_caches caches = {
      &calls,
      [](void *context, uint64_t, uint64_t size) {
        static_cast<Calls *>(context)->flushed.push_back(size);
      },
      [](void *context, uint64_t, uint64_t size) {
        static_cast<Calls *>(context)->invalidated.push_back(size);
      }};
  ASSERT_TRUE(succeeds(vta_jit_set_caches(jit, &caches)));
  vta_jit_buffer *buffer = jit.put(std::vector<int8_t>(48));
  jit.get(buffer, 16);
  EXPECT_EQ(calls.flushed, std::vector<uint64_t>({48}));
  EXPECT_EQ(calls.invalidated, std::vector<uint64_t>({16}));
  // A micro-op, then an instruction for it, one that loads it, and FINISH.
  jit.gemm([](Jit::Recorder &r) { r.reset(0); });
  jit.run();
  EXPECT_EQ(calls.flushed, std::vector<uint64_t>({48, 4, 48}));
  ASSERT_TRUE(succeeds(
      vta_jit_debug(jit, VTA_DEBUG_SKIP_READ_BARRIER, nullptr, nullptr)));
  jit.put(std::vector<int8_t>(8));
  jit.get(buffer, 3);
  EXPECT_EQ(calls.flushed.size(), 3u);
  EXPECT_EQ(calls.invalidated, std::vector<uint64_t>({16, 3}));
  ASSERT_TRUE(succeeds(
      vta_jit_debug(jit, VTA_DEBUG_SKIP_WRITE_BARRIER, nullptr, nullptr)));
  jit.put(std::vector<int8_t>(5));
  jit.get(buffer, 3);
  EXPECT_EQ(calls.flushed.back(), 5u);
  EXPECT_EQ(calls.invalidated.size(), 2u);
  ASSERT_TRUE(succeeds(vta_jit_set_caches(jit, nullptr)));
  jit.put(std::vector<int8_t>(7));
  EXPECT_EQ(calls.flushed.back(), 5u);
}

TEST(VtaJit, SaysWhereTimeWent) {
  Bench bench(64);
  bench.load();
  bench.store();
  bench.jit.run();
  vta_unit_cycles cycles = {};
  bool isRecorded = std::string(testDriver()->device_name()) == "cycle";
  vta_status status = vta_jit_unit_cycles(bench.jit, VTA_UNIT_STORE, &cycles);
  EXPECT_EQ(status, isRecorded ? VTA_OK : VTA_UNSUPPORTED);
  EXPECT_EQ(cycles.token[VTA_COMPUTE_TO_STORE] > 0, isRecorded);
  std::string path = testing::TempDir() + "/trace.json";
  EXPECT_EQ(vta_jit_write_trace(bench.jit, path.c_str()),
            isRecorded ? VTA_OK : VTA_UNSUPPORTED);
  EXPECT_EQ(vta_jit_write_trace(bench.jit, nullptr), VTA_INVALID_ARGUMENT);
}
