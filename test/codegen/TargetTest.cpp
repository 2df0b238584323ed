#include "codegen/Target.h"

#include "gtest/gtest.h"

using namespace llvm;
using tvm::codegen::isGPU;
using tvm::codegen::parseGPU;
using tvm::codegen::Target;

static std::string getError(StringRef text) {
  auto target = Target::parse(text);
  return target ? "" : toString(target.takeError());
}

static std::string getErrorOfGPU(StringRef text) {
  auto chip = parseGPU(text);
  return chip ? "" : toString(chip.takeError());
}

TEST(TargetTest, ParsesWhatItPrints) {
  for (StringRef text :
       {"host", "x86_64-unknown-linux-gnu", "host,mattr=-avx512f",
        "x86_64-unknown-linux-gnu,mcpu=haswell,mattr=+avx512f+amx-int8",
        "aarch64-unknown-linux-gnu,mcpu=neoverse-n1", "host,l2-cache=524288",
        "x86_64-unknown-linux-gnu,mattr=+avx,l2-cache=1,mattr=+avx2"}) {
    auto target = Target::parse(text);
    ASSERT_TRUE(bool(target)) << toString(target.takeError());
    auto again = Target::parse(target->str());
    ASSERT_TRUE(bool(again)) << toString(again.takeError());
    EXPECT_EQ(target->str(), again->str());
    EXPECT_EQ(target->getRequiredFeatures(), again->getRequiredFeatures());
    EXPECT_EQ(target->getCacheBytes(), again->getCacheBytes());
  }
}

TEST(TargetTest, KnowsVectorWidths) {
  Target target = cantFail(Target::parse("x86_64-unknown-linux-gnu"));
  EXPECT_EQ(target.getVectorBits(), 128u);
  EXPECT_EQ(cantFail(target.withCpu("x86-64-v3")).getVectorBits(), 256u);
  Target wide = cantFail(target.withCpu("x86-64-v4"));
  EXPECT_EQ(wide.getVectorBits(), 512u);
  EXPECT_TRUE(wide.hasFeature("avx512vl"));
  EXPECT_FALSE(wide.hasFeature("64bit"));
}

TEST(TargetTest, KnowsNumbersOfRegisters) {
  Target target = cantFail(Target::parse("x86_64-unknown-linux-gnu"));
  EXPECT_EQ(target.getNumRegisters(), 16u);
  EXPECT_EQ(cantFail(target.withCpu("x86-64-v3")).getNumRegisters(), 16u);
  EXPECT_EQ(cantFail(target.withCpu("x86-64-v4")).getNumRegisters(), 32u);
  EXPECT_EQ(cantFail(target.withCpu("x86-64-v4")).getVectorsPerCycle(), 2u);
  EXPECT_EQ(cantFail(target.withCpu("znver4")).getVectorsPerCycle(), 1u);
  EXPECT_EQ(cantFail(target.withCpu("znver3")).getVectorsPerCycle(), 2u);
  Target arm = cantFail(Target::parse("aarch64-unknown-linux-gnu"));
  EXPECT_EQ(arm.getNumRegisters(), 32u);
}

TEST(TargetTest, KnowsTheCache) {
  StringRef triple = "x86_64-unknown-linux-gnu";
  EXPECT_EQ(cantFail(Target::parse(triple)).getCacheBytes(), 1 << 20);
  Target small = cantFail(Target::parse((triple + ",l2-cache=4096").str()));
  EXPECT_EQ(small.getCacheBytes(), 4096);
  EXPECT_EQ(getError("host,l2-cache=0"),
            "unknown target: l2-cache '0'; expected a positive number of "
            "bytes");
  EXPECT_EQ(getError("host,l2-cache=2M"),
            "unknown target: l2-cache '2M'; expected a positive number of "
            "bytes");
}

TEST(TargetTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(getError("pdp11"),
            "unknown target: triple 'pdp11'; expected host or one such as "
            "x86_64-unknown-linux-gnu");
  EXPECT_EQ(getError("x86_64-pc-windows-msvc"),
            "unknown target: triple 'x86_64-pc-windows-msvc'; expected a "
            "64-bit little-endian ELF platform");
  EXPECT_EQ(getError("x86_64-unknown-linux-gnu,mcpu=haswel"),
            "unknown target: cpu 'haswel' of x86_64-unknown-linux-gnu; did you "
            "mean haswell, atom, bonnell?");
  EXPECT_EQ(getError("host,cpu=haswell"),
            "unknown target: option 'cpu=haswell' in 'host,cpu=haswell'; "
            "expected mcpu=<name>, l2-cache=<bytes> or mattr=<features>");
  EXPECT_EQ(getError("host,mattr=avx2"),
            "unknown target: feature 'avx2'; expected a sign, as in +avx2");
}

TEST(TargetTest, KnowsGPUs) {
  EXPECT_TRUE(isGPU("nvptx64-nvidia-cuda,mcpu=sm_90"));
  EXPECT_TRUE(isGPU("cuda"));
  EXPECT_FALSE(isGPU("host,mcpu=sm_90"));
  EXPECT_EQ(*parseGPU("nvptx64"), "sm_80");
  EXPECT_EQ(*parseGPU("cuda,mcpu=sm_90"), "sm_90");
  EXPECT_EQ(getErrorOfGPU("cuda,mcpu=sm_91"),
            "unknown target: cpu 'sm_91' of nvptx64-nvidia-cuda; did you mean "
            "sm_21, sm_61, sm_90?");
  EXPECT_EQ(getErrorOfGPU("cuda,sm_90"),
            "unknown target: option 'sm_90' in 'cuda,sm_90'; expected "
            "mcpu=<name>");
}
