// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes of stack that a call into an object takes.

#include "codegen/Artefacts/StackSizes.h"
#include "codegen/Kernels/Emitter.h"
#include "codegen/Target.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <string>

namespace tvm::codegen {

/// A function with an array of `bytes` that stays in memory, and one call.
static std::string makeFunction(llvm::StringRef name, int bytes) {
  return ("define void @" + name +
          "(ptr %escape) noinline {\n"
          "  %a = alloca [" +
          llvm::Twine(bytes) +
          " x i8], align 64\n"
          "  store volatile ptr %a, ptr %escape\n"
          "  call void %escape(ptr %a)\n"
          "  ret void\n"
          "}\n")
      .str();
}

static std::string compile(const std::string &text, const std::string &target) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  CompiledModule result;
  llvm::Error error = emitObject(*module, cantFail(Target::parse(target)),
                                 CompileOptions(), result);
  EXPECT_FALSE(error) << llvm::toString(std::move(error));
  return result.object;
}

TEST(StackSizes, AddsTheLargestFrames) {
  std::string text;
  for (int i = 0; i < 6; ++i)
    text += makeFunction("f" + std::to_string(i), 1024 << i);
  for (const char *target : {"x86_64-linux-gnu", "aarch64-linux-gnu"}) {
    auto bytes = getStackBytes(compile(text, target));
    ASSERT_TRUE(static_cast<bool>(bytes));
    // Five of six: 32 + 16 + 8 + 4 + 2 KiB, what is saved, and calls.
    EXPECT_GE(*bytes, 62 * 1024) << target;
    EXPECT_LE(*bytes, 63 * 1024) << target;
  }
}

TEST(StackSizes, KnowsEmptyFrames) {
  auto bytes = getStackBytes(
      compile("define void @f() { ret void }", "x86_64-linux-gnu"));
  ASSERT_TRUE(static_cast<bool>(bytes));
  EXPECT_LE(*bytes, 128u);
}

TEST(StackSizes, RefusesWhatIsNoObject) {
  auto bytes = getStackBytes("none");
  ASSERT_FALSE(static_cast<bool>(bytes));
  EXPECT_NE(llvm::toString(bytes.takeError()), "");
}

} // namespace tvm::codegen
