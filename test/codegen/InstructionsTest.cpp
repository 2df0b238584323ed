// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/Instructions.h"

#include "gtest/gtest.h"

using namespace llvm;
using tvm::codegen::findMissingFeatures;
using tvm::codegen::Target;

static std::string findMissing(StringRef target, StringRef name) {
  return findMissingFeatures(cantFail(Target::parse(target)), name);
}

static constexpr StringLiteral kV2 = "x86_64-unknown-linux-gnu,mcpu=x86-64-v2";
static constexpr StringLiteral kV4 = "x86_64-unknown-linux-gnu,mcpu=x86-64-v4";
static constexpr StringLiteral kRapids =
    "x86_64-unknown-linux-gnu,mcpu=sapphirerapids";
static constexpr StringLiteral kArm =
    "aarch64-unknown-linux-gnu,mcpu=neoverse-n1";

TEST(InstructionsTest, NamesWhatIsMissing) {
  EXPECT_EQ(findMissing(kV2, "llvm.x86.tdpbf16ps.internal"),
            "feature 'amx-bf16'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.tdpbusd.internal"),
            "feature 'amx-int8'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.tilezero.internal"),
            "feature 'amx-tile'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.avx2.pmadd.wd"), "feature 'avx2'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.avx512.pmaddw.d.512"),
            "feature 'avx512bw'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.avx512.sqrt.ps.512"),
            "feature 'avx512f'");
  EXPECT_EQ(findMissing(kV4, "llvm.x86.avx512.vpdpbusd.512"),
            "feature 'avx512vnni'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.bmi.bextr.32"), "feature 'bmi'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.bmi.pdep.64"), "feature 'bmi2'");
  EXPECT_EQ(findMissing(kArm, "llvm.aarch64.neon.smmla"), "feature 'i8mm'");
  EXPECT_EQ(findMissing(kV2, "llvm.x86.avx512bf16.dpbf16ps.256"),
            "features 'avx512bf16' and 'avx512vl'");
}

TEST(InstructionsTest, KnowsThatThereAreTwoEncodings) {
  StringRef name = "llvm.x86.avx512.vpdpbusd.256";
  EXPECT_EQ(findMissing(kV2, name),
            "features 'avx512vl' and 'avx512vnni', or feature 'avxvnni'");
  EXPECT_EQ(findMissing(kV4, name),
            "feature 'avx512vnni', or feature 'avxvnni'");
  EXPECT_EQ(findMissing(
                "x86_64-unknown-linux-gnu,mcpu=x86-64-v3,mattr=+avxvnni", name),
            "");
}

TEST(InstructionsTest, FindsNothingWhereAllIsThere) {
  for (StringRef name :
       {"llvm.x86.tdpbf16ps.internal", "llvm.x86.tdpbusd.internal",
        "llvm.x86.tilestored64.internal", "llvm.x86.avx512.vpdpbusd.512",
        "llvm.x86.avx512.vpdpbusd.256", "llvm.x86.avx512.pmaddw.d.512",
        "llvm.x86.avx2.pmadd.wd", "llvm.x86.sse41.round.ps"})
    EXPECT_EQ(findMissing(kRapids, name), "") << name.str();
  EXPECT_EQ(findMissing(kV2, "llvm.x86.sse41.round.ps"), "");
  EXPECT_EQ(findMissing(kArm, "llvm.aarch64.neon.sdot"), "");
}

TEST(InstructionsTest, TellsArchitecturesApart) {
  EXPECT_EQ(findMissing(kArm, "llvm.x86.avx2.pmadd.wd"), "a CPU of x86");
  EXPECT_EQ(findMissing(kV4, "llvm.aarch64.neon.sdot"), "a CPU of aarch64");
  EXPECT_EQ(findMissing(kV4, "llvm.nvvm.barrier0"), "a CPU of nvvm");
}

TEST(InstructionsTest, SaysNothingOfOthers) {
  for (StringRef name : {"llvm.fma.v8f32", "llvm.x86.rdtsc", "memcpy"})
    EXPECT_EQ(findMissing(kV2, name), "") << name.str();
}
