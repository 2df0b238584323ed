// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/vta/jit/Jit.h"

#include <cstdlib>
#include <gtest/gtest.h>

using namespace tvm::runtime::vta;
using namespace tvm::test;

static std::string messageOf(vta_status status,
                             vta_status expected = VTA_INVALID_ARGUMENT) {
  EXPECT_EQ(status, expected);
  return vta_jit_last_error();
}

TEST(VtaDriver, RefusesWhatIsNoDevice) {
  const vta_driver *driver = nullptr;
  EXPECT_EQ(messageOf(vta_driver_load("/no/such/device.so", &driver))
                .rfind("cannot load a device: /no/such/device.so: ", 0),
            0u);
  EXPECT_EQ(messageOf(vta_driver_load("libc.so.6", &driver)),
            "libc.so.6: expected a device, got no vta_last_error");
  EXPECT_EQ(messageOf(vta_driver_load(nullptr, &driver)),
            "an argument is null");
  EXPECT_EQ(driver, nullptr);
  vta_driver_unload(nullptr);
}

TEST(VtaDriver, LoadsADeviceTwice) {
  const vta_driver *driver = nullptr;
  ASSERT_TRUE(succeeds(vta_driver_load(std::getenv("VTA_DEVICE"), &driver)));
  EXPECT_STREQ(driver->device_name(), testDriver()->device_name());
  vta_driver_unload(driver);
}

TEST(VtaJitErrors, OfTheDevice) {
  vta_jit *jit = nullptr;
  EXPECT_EQ(
      messageOf(vta_jit_create(testDriver(), "{\"LOG_BLOCK\": 9}", 4096, &jit)),
      "LOG_BLOCK: expected 0 to 6, got 9");
  EXPECT_EQ(messageOf(vta_jit_create(testDriver(), nullptr, UINT64_MAX, &jit),
                      VTA_OUT_OF_MEMORY),
            "no memory for 18446744073709551615 bytes of a device");
  EXPECT_EQ(messageOf(vta_jit_create(nullptr, nullptr, 4096, &jit)),
            "an argument is null");
  EXPECT_EQ(jit, nullptr);
  vta_jit_free(nullptr);
  Jit made({}, 1 << 20);
  vta_jit_buffer *buffer = nullptr;
  EXPECT_EQ(messageOf(vta_jit_buffer_allocate(made, 1 << 20, &buffer),
                      VTA_OUT_OF_MEMORY),
            "no room for 1048576 bytes in device memory of 1048576");
}

TEST(VtaJitErrors, OfBuffers) {
  Jit jit, other;
  vta_jit_buffer *mine = jit.allocate(100), *others = other.allocate(100);
  char bytes[101] = {};
  const char *foreign = "expected a buffer of this device, got another handle";
  EXPECT_EQ(messageOf(vta_jit_buffer_free(jit, others)), foreign);
  EXPECT_EQ(messageOf(vta_jit_buffer_write(jit, others, 0, bytes, 1)), foreign);
  EXPECT_EQ(messageOf(vta_jit_buffer_read(jit, others, 0, bytes, 1)), foreign);
  EXPECT_EQ(messageOf(vta_jit_buffer_copy(jit, mine, 0, others, 0, 1)),
            foreign);
  EXPECT_EQ(messageOf(vta_jit_buffer_copy(jit, others, 0, mine, 0, 1)),
            foreign);
  EXPECT_EQ(messageOf(vta_jit_buffer_write(jit, mine, 0, bytes, 101)),
            "expected bytes within a buffer of 100, got 101 from 0 on");
  EXPECT_EQ(messageOf(vta_jit_buffer_read(jit, mine, 101, bytes, 0)),
            "expected bytes within a buffer of 100, got 0 from 101 on");
  EXPECT_EQ(messageOf(vta_jit_buffer_copy(jit, mine, 1, mine, 0, 100)),
            "expected bytes within a buffer of 100, got 100 from 1 on");
  EXPECT_TRUE(succeeds(vta_jit_buffer_free(jit, mine)));
  EXPECT_EQ(messageOf(vta_jit_buffer_free(jit, mine)), foreign);
}

TEST(VtaJitErrors, BuffersThatAreUsed) {
  Jit jit;
  vta_jit_buffer *buffer = jit.allocate(64);
  jit.push(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
  jit.pop(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
  jit.load({buffer, 0, 1, 1, 1, 0, 0, 0, 0, 0, VTA_MEMORY_ACC});
  jit.load({buffer, 0, 1, 1, 1, 0, 0, 0, 0, 0, VTA_MEMORY_ACC});
  EXPECT_EQ(messageOf(vta_jit_buffer_free(jit, buffer)),
            "instruction 1, which has not run, uses the buffer");
  jit.run();
  EXPECT_TRUE(succeeds(vta_jit_buffer_free(jit, buffer)));
}

namespace {

struct Transfers : testing::Test {
  std::string loadError(const vta_jit_transfer &transfer) {
    return messageOf(vta_jit_load_buffer_2d(jit, &transfer));
  }
  std::string storeError(const vta_jit_transfer &transfer) {
    return messageOf(vta_jit_store_buffer_2d(jit, &transfer));
  }

  Jit jit;
  vta_jit_buffer *buffer = jit.allocate(64 * 16);
  vta_jit_transfer legal = {buffer, 0, 4, 4, 4, 0, 0, 0, 0, 0, VTA_MEMORY_INP};
};

} // namespace

TEST_F(Transfers, NameMemoriesThatCanBe) {
  jit.load(legal);
  legal.memory = VTA_MEMORY_OUT;
  EXPECT_EQ(loadError(legal), "instruction 1: LOAD: memory: expected WGT, INP, "
                              "ACC or ACC_8BIT, got 4");
  jit.store(legal);
  legal.memory = vta_jit_memory(0);
  EXPECT_EQ(loadError(legal), "instruction 2: LOAD: memory: expected WGT, INP, "
                              "ACC or ACC_8BIT, got 0");
  legal.memory = VTA_MEMORY_ACC;
  EXPECT_EQ(storeError(legal),
            "instruction 2: STORE: memory: expected OUT, got 3");
}

TEST_F(Transfers, AreWithinTheirBuffer) {
  legal.offset = 52;
  EXPECT_EQ(loadError(legal),
            "instruction 0: LOAD INP: expected bytes within a buffer of 1024, "
            "got 256 from 832 on");
  legal.offset = uint64_t(1) << 60;
  EXPECT_EQ(loadError(legal), "instruction 0: LOAD INP: offset: expected at "
                              "most 4294967295, got 1152921504606846976");
  legal.offset = 0;
  legal.x_stride = 100;
  EXPECT_EQ(loadError(legal),
            "instruction 0: LOAD INP: expected bytes within a buffer of 1024, "
            "got 4864 from 0 on");
  Jit other;
  legal.buffer = other.allocate(1024);
  EXPECT_EQ(loadError(legal), "instruction 0: LOAD INP: expected a buffer of "
                              "this device, got another handle");
}

TEST_F(Transfers, AreWithinTheScratchpad) {
  legal.sram = 2036;
  EXPECT_EQ(loadError(legal), "instruction 0: LOAD INP: expected elements "
                              "below 2048 of the scratchpad, got 2036 to 2052");
  legal.sram = 2032;
  jit.load(legal);
  legal.x_pad_after = 1;
  EXPECT_EQ(loadError(legal), "instruction 1: LOAD INP: expected elements "
                              "below 2048 of the scratchpad, got 2032 to 2052");
  legal.memory = VTA_MEMORY_OUT;
  legal.sram = 2040;
  EXPECT_EQ(storeError(legal),
            "instruction 1: STORE OUT: expected elements below 2048 of the "
            "scratchpad, got 2040 to 2060");
}

TEST_F(Transfers, FitIntoTheirFields) {
  legal.x_pad_before = 16;
  EXPECT_EQ(loadError(legal),
            "instruction 0: LOAD INP: x_pad_0: expected 0 to 15, got 16");
  legal.x_pad_before = 0;
  legal.memory = VTA_MEMORY_OUT;
  legal.y_pad_before = 1;
  EXPECT_EQ(storeError(legal), "instruction 0: STORE OUT: expected no padding, "
                               "got 1, 0, 0, 0");
  legal = {buffer, 0, 1, 1, 65536, 0, 0, 0, 0, 0, VTA_MEMORY_INP};
  EXPECT_EQ(loadError(legal),
            "instruction 0: LOAD INP: x_stride: expected 0 to 65535, got "
            "65536");
}

static std::string gemmError(Jit &jit, const Jit::Record &record) {
  return messageOf(jit.tryGemm(record));
}
static std::string aluError(Jit &jit, const Jit::Record &record) {
  return messageOf(jit.tryAlu(record));
}

TEST(VtaJitErrors, OfLoops) {
  Jit jit;
  EXPECT_EQ(gemmError(jit,
                      [](Jit::Recorder &r) {
                        for (int i = 0; i < 3; ++i)
                          r.loop(2, 1, 1, 1);
                      }),
            "instruction 0: GEMM: expected at most 2 loop levels, got 3");
  EXPECT_EQ(gemmError(jit,
                      [](Jit::Recorder &r) {
                        r.loop(2, 1, 1, 1);
                        r.gemm(0, 0, 0);
                      }),
            "instruction 0: GEMM: a loop has not ended");
  EXPECT_EQ(gemmError(jit, [](Jit::Recorder &r) { r.endLoop(); }),
            "instruction 0: GEMM: no loop has begun");
  EXPECT_EQ(gemmError(jit,
                      [](Jit::Recorder &r) {
                        r.gemm(0, 0, 0);
                        r.loop(2, 1, 1, 1);
                      }),
            "instruction 0: GEMM: expected loops around all micro-ops, got one "
            "behind them");
  EXPECT_EQ(gemmError(jit,
                      [](Jit::Recorder &r) {
                        r.loop(2, 1, 1, 1);
                        r.gemm(0, 0, 0);
                        r.endLoop();
                        r.gemm(0, 0, 0);
                      }),
            "instruction 0: GEMM: expected micro-ops within all loops, got one "
            "behind them");
  EXPECT_EQ(aluError(jit, [](Jit::Recorder &r) { r.loop(2, 1, 1, 3); }),
            "instruction 0: ALU: wgt_factor: expected 0 in an ALU, got 3");
  EXPECT_EQ(gemmError(jit,
                      [](Jit::Recorder &r) {
                        r.loop(16384, 0, 0, 0);
                        r.reset(0);
                        r.endLoop();
                      }),
            "instruction 0: GEMM: iter_out: expected 0 to 16383, got 16384");
}

TEST(VtaJitErrors, OfMicroOps) {
  Jit jit;
  EXPECT_EQ(gemmError(jit, [](Jit::Recorder &) {}),
            "instruction 0: GEMM: expected 1 to 8192 micro-ops, got 0");
  EXPECT_EQ(gemmError(jit,
                      [](Jit::Recorder &r) {
                        for (uint32_t i = 0; i < 8193; ++i)
                          r.reset(i % 2);
                      }),
            "instruction 0: GEMM: expected 1 to 8192 micro-ops, got 8193");
  EXPECT_EQ(
      gemmError(jit,
                [](Jit::Recorder &r) {
                  r.gemm(0, 0, 0);
                  r.gemm(1, 2048, 0);
                }),
      "instruction 0: GEMM: micro-op 1: src: expected indices below 2048, "
      "got up to 2048");
  EXPECT_EQ(
      gemmError(jit,
                [](Jit::Recorder &r) {
                  r.loop(11, 2, 1, 100);
                  r.gemm(0, 0, 24);
                  r.endLoop();
                }),
      "instruction 0: GEMM: micro-op 0: wgt: expected indices below 1024, "
      "got up to 1024");
  EXPECT_EQ(aluError(jit,
                     [](Jit::Recorder &r) {
                       r.loop(2, 1, 2047);
                       r.alu(VTA_ALU_ADD, 0, 2);
                       r.endLoop();
                     }),
            "instruction 0: ALU: micro-op 0: src: expected indices below 2048, "
            "got up to 2049");
  EXPECT_EQ(aluError(jit,
                     [](Jit::Recorder &r) {
                       r.loop(0, 0, 0);
                       r.immediate(VTA_ALU_ADD, 5000, 1);
                       r.endLoop();
                     }),
            "instruction 0: micro-op: dst_idx: expected 0 to 2047, got 5000");
  EXPECT_EQ(gemmError(jit,
                      [](Jit::Recorder &r) {
                        r.gemm(0, 0, 0);
                        r.gemm(0, 1, 1);
                      }),
            "instruction 0: GEMM: micro-op 1 reads element 0 of the "
            "accumulator 1 after it is written, expected at least "
            "ACC_WRITE_LATENCY = 2");
}

TEST(VtaJitErrors, OfOperations) {
  Jit jit;
  auto aluUop = [&](uint32_t reset, uint32_t wgt, int opcode) {
    return aluError(jit, [=](Jit::Recorder &r) {
      r.status =
          vta_jit_uop_push(r.jit, VTA_UOP_ALU, reset, 0, 0, wgt,
                           vta_jit_alu_opcode(opcode), /*use_immediate=*/1, 0);
    });
  };
  EXPECT_EQ(aluUop(1, 0, 0), "instruction 0: ALU: reset: expected 0 in an ALU, "
                             "got 1");
  EXPECT_EQ(aluUop(0, 3, 0), "instruction 0: ALU: wgt: expected 0 in an ALU, "
                             "got 3");
  EXPECT_EQ(aluUop(0, 0, 5), "instruction 0: ALU: opcode: expected 0 to 4, got "
                             "5");
  auto gemmUop = [&](int mode, int opcode, uint32_t useImmediate,
                     int32_t immediate) {
    return gemmError(jit, [=](Jit::Recorder &r) {
      r.status =
          vta_jit_uop_push(r.jit, vta_jit_uop_mode(mode), 0, 0, 0, 0,
                           vta_jit_alu_opcode(opcode), useImmediate, immediate);
    });
  };
  EXPECT_EQ(gemmUop(2, 0, 0, 0),
            "instruction 0: GEMM: mode: expected 0 or 1, got 2");
  EXPECT_EQ(gemmUop(0, 1, 0, 0), "instruction 0: GEMM: opcode: expected 0 in a "
                                 "GEMM, got 1");
  EXPECT_EQ(gemmUop(0, 0, 1, 0), "instruction 0: GEMM: use_immediate: expected "
                                 "0 in a GEMM, got 1");
  EXPECT_EQ(gemmUop(0, 0, 0, -1), "instruction 0: GEMM: immediate: expected 0 "
                                  "in a GEMM, got -1");
  EXPECT_EQ(gemmUop(1, 0, 0, 0), "instruction 0: GEMM: expected micro-ops of a "
                                 "GEMM, got one of an ALU");
  EXPECT_EQ(aluError(jit, [](Jit::Recorder &r) { r.gemm(0, 0, 0); }),
            "instruction 0: ALU: expected micro-ops of an ALU, got one of a "
            "GEMM");
  EXPECT_EQ(aluError(jit,
                     [](Jit::Recorder &r) {
                       r.immediate(VTA_ALU_ADD, 0, 1);
                       r.immediate(VTA_ALU_ADD, 1, 2);
                     }),
            "instruction 0: ALU: micro-op 1: expected the operation of the "
            "first one");
  EXPECT_EQ(
      aluError(jit,
               [](Jit::Recorder &r) { r.immediate(VTA_ALU_ADD, 0, 40000); }),
      "instruction 0: ALU ADD: imm: expected -32768 to 32767, got 40000");
}

TEST(VtaJitErrors, OfRecording) {
  Jit jit;
  EXPECT_EQ(messageOf(vta_jit_uop_loop_begin(jit, 1, 0, 0, 0)),
            "no kernel is being recorded");
  EXPECT_EQ(messageOf(vta_jit_uop_loop_end(jit)),
            "no kernel is being recorded");
  EXPECT_EQ(messageOf(vta_jit_uop_push(jit, VTA_UOP_GEMM, 1, 0, 0, 0,
                                       VTA_ALU_MIN, 0, 0)),
            "no kernel is being recorded");
  EXPECT_EQ(gemmError(jit,
                      [&](Jit::Recorder &r) {
                        r.status = jit.tryAlu([](Jit::Recorder &) { FAIL(); });
                      }),
            "instruction 0: GEMM: instruction 0: ALU: a kernel is being "
            "recorded");
  EXPECT_EQ(gemmError(jit,
                      [&](Jit::Recorder &r) {
                        r.status = vta_jit_synchronize(jit, 1000, nullptr);
                      }),
            "instruction 0: GEMM: a kernel is being recorded");
  EXPECT_EQ(messageOf(vta_jit_push_gemm(jit, nullptr, 0, nullptr, nullptr)),
            "an argument is null");
}

// A kernel that was refused is not the one of its key.
TEST(VtaJitErrors, RefusedKernelsAreNotKept) {
  Jit jit;
  EXPECT_EQ(jit.tryGemm([](Jit::Recorder &r) { r.reset(5000); }, "reset"),
            VTA_INVALID_ARGUMENT);
  EXPECT_EQ(jit.tryGemm([](Jit::Recorder &r) { r.reset(5); }, "reset"), VTA_OK);
  jit.run();
}

TEST(VtaJitErrors, OfTokens) {
  Jit jit;
  EXPECT_EQ(messageOf(vta_jit_dep_push(jit, VTA_STAGE_LOAD, VTA_STAGE_STORE)),
            "no tokens go from load to store");
  EXPECT_EQ(messageOf(vta_jit_dep_pop(jit, VTA_STAGE_STORE, VTA_STAGE_STORE)),
            "no tokens go from store to store");
  EXPECT_EQ(messageOf(vta_jit_dep_pop(jit, vta_jit_stage(0), VTA_STAGE_STORE)),
            "stage: expected 1 to 3, got 0");
  EXPECT_EQ(messageOf(vta_jit_dep_push(jit, VTA_STAGE_LOAD, vta_jit_stage(4))),
            "stage: expected 1 to 3, got 4");
}

TEST(VtaJitErrors, OfRuns) {
  Jit jit;
  vta_counters counters;
  jit.push(VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
  EXPECT_EQ(messageOf(vta_jit_synchronize(jit, UINT64_MAX, &counters),
                      VTA_RUN_FAILED),
            "expected no tokens at the end, got 1 load->compute");
  jit.gemm([](Jit::Recorder &r) {
    r.loop(1000, 0, 0);
    r.loop(1000, 1, 0);
    r.reset(0);
    r.endLoop();
    r.endLoop();
  });
  EXPECT_EQ(vta_jit_synchronize(jit, 1000, &counters), VTA_RUN_FAILED);
  // Nothing is left of them.
  EXPECT_TRUE(succeeds(vta_jit_synchronize(jit, UINT64_MAX, &counters)));
  EXPECT_EQ(messageOf(vta_jit_debug(jit, 65, nullptr, nullptr)),
            "flags: expected a sum of 2, 4, 8, 16, 32, got 65");
}

TEST(VtaJitErrors, OfNull) {
  Jit jit;
  char byte = 0;
  vta_jit_buffer *buffer = jit.allocate(1);
  auto refused = [](vta_status status) {
    EXPECT_EQ(messageOf(status), "an argument is null");
  };
  refused(vta_jit_seed(nullptr, 0));
  refused(vta_jit_buffer_allocate(nullptr, 1, &buffer));
  refused(vta_jit_buffer_allocate(jit, 1, nullptr));
  refused(vta_jit_buffer_free(nullptr, buffer));
  refused(vta_jit_buffer_write(nullptr, buffer, 0, &byte, 1));
  refused(vta_jit_buffer_write(jit, nullptr, 0, &byte, 1));
  refused(vta_jit_buffer_read(jit, buffer, 0, nullptr, 1));
  refused(vta_jit_buffer_copy(jit, buffer, 0, nullptr, 0, 1));
  refused(vta_jit_set_caches(nullptr, nullptr));
  refused(vta_jit_load_buffer_2d(jit, nullptr));
  refused(vta_jit_store_buffer_2d(nullptr, nullptr));
  refused(vta_jit_push_alu(nullptr, nullptr, 0, nullptr, nullptr));
  refused(vta_jit_uop_loop_end(nullptr));
  refused(vta_jit_dep_push(nullptr, VTA_STAGE_LOAD, VTA_STAGE_COMPUTE));
  refused(vta_jit_synchronize(nullptr, 1, nullptr));
  refused(vta_jit_discard(nullptr));
  refused(vta_jit_debug(nullptr, 0, nullptr, nullptr));
}
