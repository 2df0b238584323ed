// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masked loads stay instructions of their own: LLVM folds them into
// permutations otherwise, which read elements under the mask.

#include "codegen/Kernels/Emitter.h"
#include "codegen/Target.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace tvm::codegen {

/// Every second of 32 elements, of which a mask says whether they are there.
static constexpr const char *kEverySecond = R"(
define <16 x float> @even(ptr %from, <16 x i1> %mask) {
  %behind = getelementptr i8, ptr %from, i64 60
  %a = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %from, <16 x i1> %mask, <16 x float> zeroinitializer)
  %b = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %behind, <16 x i1> %mask, <16 x float> zeroinitializer)
  %even = shufflevector <16 x float> %a, <16 x float> %b, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %masked = select <16 x i1> %mask, <16 x float> %even, <16 x float> zeroinitializer
  ret <16 x float> %masked
}
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
)";

static std::string compile(const std::string &cpu, unsigned optLevel) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(kEverySecond, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  CompileOptions options;
  options.emitText = true;
  options.optLevel = optLevel;
  CompiledModule result;
  EXPECT_FALSE(errorToBool(emitObject(
      *module, cantFail(Target::parse("x86_64-linux-gnu,mcpu=" + cpu)), options,
      result)));
  return result.assembly;
}

TEST(MaskedLoads, AreNotFoldedIntoPermutations) {
  for (const char *cpu : {"x86-64-v4", "znver4", "sapphirerapids"})
    for (unsigned optLevel : {1, 3}) {
      std::string text = compile(cpu, optLevel);
      EXPECT_FALSE(llvm::Regex("vperm[^\n]*\\([^\n]*\\{%k").match(text))
          << text;
      EXPECT_TRUE(llvm::Regex("vmovups[^\n]*\\([^\n]*\\{%k").match(text))
          << text;
    }
}

TEST(MaskedLoads, AreCompiledForOtherCPUs) {
  EXPECT_NE(compile("x86-64-v3", 3), "");
  EXPECT_NE(compile("x86-64-v4", 0), "");
}

} // namespace tvm::codegen
