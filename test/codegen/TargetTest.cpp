// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Target.h"

#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace llvm;
using mlir::MLIRContext;
using tvm::codegen::getHostCpu;
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
        "host,cores=64,l1-cache=49152,l3-cache=1048576",
        "x86_64-unknown-linux-gnu,mattr=+avx,l2-cache=1,mattr=+avx2"}) {
    auto target = Target::parse(text);
    ASSERT_TRUE(bool(target)) << toString(target.takeError());
    auto again = Target::parse(target->str());
    ASSERT_TRUE(bool(again)) << toString(again.takeError());
    EXPECT_EQ(target->str(), again->str());
    EXPECT_EQ(target->getRequiredFeatures(), again->getRequiredFeatures());
    MLIRContext context;
    EXPECT_EQ(target->getMachine().getEntries(&context),
              again->getMachine().getEntries(&context));
  }
}

TEST(TargetTest, KnowsTheHost) {
  EXPECT_NE(getHostCpu(), "");
  EXPECT_EQ(getHostCpu(), cantFail(Target::parse("host")).getCpu());
}

TEST(TargetTest, KnowsVectorWidths) {
  Target target = cantFail(Target::parse("x86_64-unknown-linux-gnu"));
  EXPECT_EQ(target.getMachine().vectors.bits, 128);
  EXPECT_EQ(cantFail(target.withCpu("x86-64-v3")).getMachine().vectors.bits,
            256);
  Target wide = cantFail(target.withCpu("x86-64-v4"));
  EXPECT_EQ(wide.getMachine().vectors.bits, 512);
  EXPECT_TRUE(wide.hasFeature("avx512vl"));
  EXPECT_FALSE(wide.hasFeature("64bit"));
}

TEST(TargetTest, KnowsFusedInstructions) {
  Target target = cantFail(Target::parse("x86_64-unknown-linux-gnu"));
  for (auto [cpu, isFused] : {std::pair("x86-64-v2", false),
                              {"sandybridge", false},
                              {"x86-64-v3", true},
                              {"x86-64-v4", true}})
    EXPECT_EQ(cantFail(target.withCpu(cpu)).getMachine().hasFusedMultiplyAdd,
              isFused)
        << cpu;
  EXPECT_TRUE(cantFail(Target::parse("aarch64-unknown-linux-gnu"))
                  .getMachine()
                  .hasFusedMultiplyAdd);
}

TEST(TargetTest, KnowsNumbersOfRegisters) {
  Target target = cantFail(Target::parse("x86_64-unknown-linux-gnu"));
  EXPECT_EQ(target.getMachine().vectors.numRegisters, 16);
  EXPECT_EQ(
      cantFail(target.withCpu("x86-64-v3")).getMachine().vectors.numRegisters,
      16);
  EXPECT_EQ(
      cantFail(target.withCpu("x86-64-v4")).getMachine().vectors.numRegisters,
      32);
  EXPECT_EQ(cantFail(target.withCpu("x86-64-v4")).getMachine().vectorsPerCycle,
            2);
  EXPECT_EQ(cantFail(target.withCpu("znver4")).getMachine().vectorsPerCycle, 1);
  EXPECT_EQ(cantFail(target.withCpu("znver3")).getMachine().vectorsPerCycle, 2);
  Target arm = cantFail(Target::parse("aarch64-unknown-linux-gnu"));
  EXPECT_EQ(arm.getMachine().vectors.numRegisters, 32);
}

TEST(TargetTest, KnowsCachesAndCores) {
  std::string triple = "x86_64-unknown-linux-gnu";
  Target plain = cantFail(Target::parse(triple));
  EXPECT_EQ(plain.getMachine().l1CacheBytes, 32 << 10);
  EXPECT_EQ(plain.getMachine().l2CacheBytes, 1 << 20);
  EXPECT_EQ(plain.getMachine().l3CacheBytes, 32 << 20);
  EXPECT_EQ(plain.getMachine().numCores, 4);
  Target told = cantFail(Target::parse(
      triple + ",cores=3,l1-cache=1024,l2-cache=4096,l3-cache=8192"));
  for (const Target &target : {told, cantFail(told.withCpu("x86-64-v3"))}) {
    EXPECT_EQ(target.getMachine().l1CacheBytes, 1024);
    EXPECT_EQ(target.getMachine().l2CacheBytes, 4096);
    EXPECT_EQ(target.getMachine().l3CacheBytes, 8192);
    EXPECT_EQ(target.getMachine().numCores, 3);
  }
  EXPECT_GE(cantFail(Target::parse("host")).getMachine().numCores, 1);
}

TEST(TargetTest, RefusesWrongSizes) {
  for (std::string cache : {"l1-cache", "l2-cache", "l3-cache"})
    for (std::string bytes : {"0", "2M", ""})
      EXPECT_EQ(getError(("host," + Twine(cache) + "=" + bytes).str()),
                ("unknown target: " + Twine(cache) + " '" + bytes +
                 "'; expected a positive number of bytes")
                    .str());
  EXPECT_EQ(getError("host,cores=-1"),
            "unknown target: cores '-1'; expected a positive number");
}

TEST(TargetTest, RefusesSizesOfMoreBits) {
  EXPECT_EQ(getError("host,l1-cache=9223372036854775808"),
            "unknown target: l1-cache '9223372036854775808'; expected a number "
            "of bytes below 2^63");
  EXPECT_EQ(getError("host,cores=99999999999999999999"),
            "unknown target: cores '99999999999999999999'; expected a number "
            "below 2^63");
  EXPECT_EQ(getError("host,l1-cache=9223372036854775807"), "");
}

TEST(TargetTest, TakesEachOptionOnce) {
  EXPECT_EQ(getError("host,l1-cache=1,l2-cache=1,l1-cache=2"),
            "unknown target: second l1-cache '2'; expected one");
  EXPECT_EQ(getError("host,cores=4,cores=4"),
            "unknown target: second cores '4'; expected one");
  EXPECT_EQ(getError("x86_64-unknown-linux-gnu,mcpu=znver3,mcpu=znver4"),
            "unknown target: second mcpu 'znver4'; expected one");
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
            "expected mcpu=<name>, cores=<count>, l1-cache=<bytes>, "
            "l2-cache=<bytes>, l3-cache=<bytes> or mattr=<features>");
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
