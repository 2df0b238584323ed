// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Non-power-of-two vectors are accessed in one instruction each.

#include "codegen/Kernels/NonPowerOfTwoVectors.h"
#include "codegen/Kernels/Emitter.h"
#include "codegen/Target.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

namespace tvm::codegen {

static constexpr const char *kCopies = R"(
define void @copy(ptr %from, ptr %to) {
  %x14 = load <14 x float>, ptr %from, align 4
  store <14 x float> %x14, ptr %to, align 4
  %x16 = load <16 x float>, ptr %from, align 4
  store <16 x float> %x16, ptr %to, align 4
  %x24 = load <24 x float>, ptr %from, align 4
  store <24 x float> %x24, ptr %to, align 4
  %x5 = load <5 x i8>, ptr %from, align 1
  store <5 x i8> %x5, ptr %to, align 1
  %v = load volatile <14 x float>, ptr %from, align 4
  store <14 x float> %v, ptr %to, align 4, !nontemporal !0
  ret void
}
!0 = !{i32 1}
)";

class NonPowerOfTwoVectors : public testing::Test {
protected:
  static Target getTarget(const std::string &cpu) {
    return cantFail(Target::parse("x86_64-linux-gnu,mcpu=" + cpu));
  }

  std::unique_ptr<llvm::Module> parse(llvm::StringRef text) {
    llvm::SMDiagnostic problem;
    auto module = llvm::parseAssemblyString(text, problem, context);
    EXPECT_TRUE(module) << problem.getMessage().str();
    return module;
  }

  /// `text` after the pass, for `cpu`.
  std::string widen(llvm::StringRef text, const std::string &cpu) {
    Target target = getTarget(cpu);
    std::unique_ptr<llvm::TargetMachine> machine = target.createMachine(3);
    auto module = parse(text);
    module->setTargetTriple(machine->getTargetTriple());
    module->setDataLayout(machine->createDataLayout());
    llvm::PassBuilder builder(machine.get());
    llvm::FunctionAnalysisManager analyses;
    builder.registerFunctionAnalyses(analyses);
    for (llvm::Function &function : *module)
      if (!function.isDeclaration())
        WidenNonPowerOfTwoVectorsPass(target.getMachine().vectors.bits)
            .run(function, analyses);
    std::string result;
    llvm::raw_string_ostream os(result);
    module->print(os, nullptr);
    return result;
  }

  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  llvm::LLVMContext context;
};

TEST_F(NonPowerOfTwoVectors, ArePartsOfLongerOnes) {
  std::string text = widen(kCopies, "znver4");
  EXPECT_TRUE(contains(text, "call <16 x float> @llvm.masked.load.v16f32"));
  EXPECT_TRUE(contains(text, "call void @llvm.masked.store.v16f32"));
  EXPECT_TRUE(contains(text, "call <8 x i8> @llvm.masked.load.v8i8"));
  EXPECT_TRUE(contains(text, "call void @llvm.masked.store.v8i8"));
  EXPECT_FALSE(contains(text, "%x14 = load"));
  EXPECT_FALSE(contains(text, "%x5 = load"));
}

TEST_F(NonPowerOfTwoVectors, OthersStay) {
  std::string text = widen(kCopies, "znver4");
  EXPECT_TRUE(contains(text, "%x16 = load <16 x float>"));
  EXPECT_TRUE(contains(text, "store <16 x float> %x16"));
  EXPECT_TRUE(contains(text, "%x24 = load <24 x float>"));
  EXPECT_TRUE(contains(text, "load volatile <14 x float>"));
  EXPECT_TRUE(contains(text, "store <14 x float> %v"));
}

TEST_F(NonPowerOfTwoVectors, StayWithoutMasks) {
  std::string text = widen(kCopies, "x86-64");
  EXPECT_FALSE(contains(text, "llvm.masked"));
}

/// The emitted code does not split vectors.
TEST_F(NonPowerOfTwoVectors, AreOneInstruction) {
  auto module = parse(R"(
define void @copy(ptr noalias %from, ptr noalias %to) {
  %x = load <14 x float>, ptr %from, align 4
  store <14 x float> %x, ptr %to, align 4
  ret void
}
)");
  ASSERT_TRUE(module);
  CompileOptions options;
  options.emitText = true;
  CompiledModule result;
  ASSERT_FALSE(static_cast<bool>(
      emitObject(*module, getTarget("znver4"), options, result)));
  EXPECT_TRUE(contains(result.assembly, "%zmm0 {%k1} {z}"));
  EXPECT_FALSE(contains(result.assembly, "xmm"));
  EXPECT_FALSE(contains(result.assembly, "ymm"));
}

} // namespace tvm::codegen
