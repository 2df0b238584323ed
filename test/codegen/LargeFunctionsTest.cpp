// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and blocks that LLVM takes too long for are marked.

#include "codegen/Kernels/LargeFunctions.h"
#include "transforms/Schedule/Support/Limits.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace tvm::codegen {

class LargeFunctions : public testing::Test {
protected:
  /// A function with `count` loads in the body of its loop.
  std::unique_ptr<llvm::Module> makeLoop(int64_t count) {
    std::string text = "define void @f(ptr %p, i64 %n) {\n"
                       "entry:\n  br label %loop\n"
                       "loop:\n  %i = phi i64 [0, %entry], [%j, %loop]\n";
    for (int64_t i = 0; i < count; ++i)
      text += "  %x" + std::to_string(i) + " = load volatile float, ptr %p\n";
    text += "  %j = add i64 %i, 1\n  %more = icmp slt i64 %j, %n\n"
            "  br i1 %more, label %loop, label %exit\n"
            "exit:\n  ret void\n}\n";
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString(text, problem, context);
    EXPECT_TRUE(module) << problem.getMessage().str();
    return module;
  }

  /// The text of such a function after both passes.
  std::string mark(int64_t count) {
    auto module = makeLoop(count);
    llvm::PassBuilder builder;
    llvm::FunctionAnalysisManager analyses;
    builder.registerFunctionAnalyses(analyses);
    llvm::Function &function = *module->getFunction("f");
    MarkLargeLoopsPass().run(function, analyses);
    MarkLargeBlocksPass().run(function, analyses);
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os, nullptr);
    return text;
  }

  llvm::LLVMContext context;
};

TEST_F(LargeFunctions, LargeLoopsAreNotVectorised) {
  constexpr const char *mark = "!\"llvm.loop.vectorize.enable\", i32 0";
  EXPECT_EQ(this->mark(kMaxLoopInstructions - 4).find(mark), std::string::npos);
  EXPECT_NE(this->mark(kMaxLoopInstructions).find(mark), std::string::npos);
}

TEST_F(LargeFunctions, BlocksOfManyLoadsAreNotOptimised) {
  EXPECT_EQ(mark(kMaxFoldedLoads).find("optnone"), std::string::npos);
  EXPECT_NE(mark(kMaxFoldedLoads + 1).find("noinline optnone"),
            std::string::npos);
}

TEST_F(LargeFunctions, LargeBlocks) {
  EXPECT_FALSE(hasLargeBlock(*makeLoop(kMaxBlockInstructions - 4)));
  EXPECT_TRUE(hasLargeBlock(*makeLoop(kMaxBlockInstructions)));
}

} // namespace tvm::codegen
