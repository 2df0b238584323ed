// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens, queues, and errors that say where: all devices agree.
#include "test/runtime/vta/Bench.h"

#ifdef TEST_RTL
#include "hardware/harness/RtlDevice.h"
#else
#include "runtime/vta/cycles/CycleModel.h"
#include "runtime/vta/functional/FunctionalSimulator.h"
#endif

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using namespace tvm::test;

template <typename Simulator> class VtaSimulator : public testing::Test {};

#ifdef TEST_RTL
using Simulators = testing::Types<tvm::hardware::RtlDevice>;
#else
using Simulators = testing::Types<FunctionalSimulator, CycleModel>;
#endif
TYPED_TEST_SUITE(VtaSimulator, Simulators);

TYPED_TEST(VtaSimulator, PassesTokensBothWays) {
  Bench<TypeParam> bench;
  for (int i = 0; i < 50; ++i) {
    bench.add(idle(Module::Load, bits(PushNext | (i > 0 ? PopNext : 0))));
    bench.add(
        idle(Module::Compute, bits(PopPrev | PushNext | (i > 0 ? PopNext : 0) |
                                   (i < 49 ? PushPrev : 0))));
    bench.add(idle(Module::Store, bits(PopPrev | (i < 49 ? PushPrev : 0))));
  }
  for (uint64_t seed = 0; seed < 100; ++seed)
    ASSERT_EQ(bench.run(seed), TVM_OK) << lastError();
}

TYPED_TEST(VtaSimulator, ReportsDeadlocks) {
  Bench<TypeParam> bench;
  bench.add(idle(Module::Load, bits(PopNext | PushNext)));
  bench.add(idle(Module::Compute, bits(PopPrev | PushPrev)));
  bench.add(idle(Module::Store, bits(PopPrev)));
  EXPECT_EQ(bench.error(),
            "deadlock: load waits at instruction 0: LOAD INP for a token "
            "compute->load; compute waits at instruction 1: LOAD UOP for a "
            "token load->compute; store waits at instruction 2: STORE OUT for "
            "a token compute->store");
}

TYPED_TEST(VtaSimulator, ReportsAllTokensThatAreMissing) {
  Bench<TypeParam> bench;
  bench.add(idle(Module::Compute, {}));
  bench.add(idle(Module::Compute, bits(PopPrev | PopNext)));
  EXPECT_EQ(bench.error(),
            "deadlock: load has no instruction; compute waits at instruction "
            "1: LOAD UOP for a token load->compute for a token "
            "store->compute; store has no instruction");
}

TYPED_TEST(VtaSimulator, ReportsTokensThatAreLeft) {
  Bench<TypeParam> bench;
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Store, bits(PushPrev)));
  EXPECT_EQ(bench.error(), "expected no tokens at the end, got 2 "
                           "load->compute, 1 store->compute");
}

// Two pushes in a row do not fit, and the one who pops waits for the pusher.
TYPED_TEST(VtaSimulator, ReportsFullTokenQueues) {
  Configuration configuration;
  configuration.tokenQueueDepth = 1;
  Bench<TypeParam> bench(configuration);
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Load, bits(PushNext)));
  bench.add(idle(Module::Store, bits(PopPrev)));
  EXPECT_EQ(bench.error(),
            "deadlock: load waits at instruction 1: LOAD INP for room in "
            "load->compute; compute has no instruction; store waits at "
            "instruction 2: STORE OUT for a token compute->store");
}

TYPED_TEST(VtaSimulator, FullTokenQueuesAreNoDeadlockIfSomeonePops) {
  Configuration configuration;
  configuration.tokenQueueDepth = 1;
  Bench<TypeParam> bench(configuration);
  for (int i = 0; i < 10; ++i)
    bench.add(idle(Module::Load, bits(PushNext)));
  for (int i = 0; i < 10; ++i)
    bench.add(idle(Module::Compute, bits(PopPrev)));
  for (uint64_t seed = 0; seed < 20; ++seed)
    ASSERT_EQ(bench.run(seed), TVM_OK) << lastError();
}

// The load module's queue is full of what waits for the compute module, whose
// instruction is behind it.
TYPED_TEST(VtaSimulator, ReportsFullCommandQueues) {
  Configuration configuration;
  configuration.commandQueueDepth = 2;
  Bench<TypeParam> bench(configuration);
  for (int i = 0; i < 3; ++i)
    bench.add(idle(Module::Load, bits(PopNext)));
  for (int i = 0; i < 3; ++i)
    bench.add(idle(Module::Compute, bits(PushPrev)));
  EXPECT_EQ(bench.error(),
            "deadlock: load waits at instruction 0: LOAD INP for a token "
            "compute->load; compute has no instruction; store has no "
            "instruction; fetch waits at instruction 2: LOAD INP for room in "
            "the queue of load");
  bench.configuration.commandQueueDepth = 3;
  Bench<TypeParam> deeper(bench.configuration);
  deeper.stream = bench.stream;
  EXPECT_EQ(deeper.run(), TVM_OK) << lastError();
}

TYPED_TEST(VtaSimulator, ErrorsSayWhere) {
  Bench<TypeParam> bench;
  bench.add(idle(Module::Load, {}));
  bench.add(
      {Load{{MemoryType::Inp, 2047, bench.elementAt(MemoryType::Inp), 1, 2, 2}},
       {}});
  EXPECT_EQ(bench.error(), "instruction 1: LOAD INP: expected elements below "
                           "2048 of the buffer, got 2047 to 2049");
  bench.stream.resize(1);
  bench.add({Load{{MemoryType::Inp, 0, 0, 1, 1, 1}}, {}});
  EXPECT_EQ(bench.error(),
            "instruction 1: LOAD INP: DRAM: expected addresses within one "
            "allocation, got 0x0 to 0x10");
  bench.stream.resize(1);
  bench.add({Gemm{{true, 0, 8193, 1, 1}, 0, 0}, {}});
  EXPECT_EQ(bench.error(), "instruction 1: GEMM: uop_end: expected at most "
                           "8192 micro-ops, got 8193");
}

TYPED_TEST(VtaSimulator, RefusesMalformedStreams) {
  Bench<TypeParam> bench;
  bench.stream = {Word{6, 0}};
  EXPECT_EQ(bench.run(), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "instruction 0: unknown opcode 6");
  bench.stream = {Word{3, 0}};
  EXPECT_EQ(bench.run(), TVM_INVALID_ARGUMENT);
  EXPECT_EQ(lastError(), "instruction 0: FINISH: expected FINISH at the end "
                         "and nowhere else");
}
