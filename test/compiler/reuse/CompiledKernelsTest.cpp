// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/reuse/CompiledKernels.h"

#include "compiler/Dialects.h"
#include "compiler/schedules/KernelFiles.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <unistd.h>

using namespace mlir;

namespace tvm::compiler {
namespace {

/// A kernel that reads an argument in another layout and has a temporary on the
/// heap.
constexpr llvm::StringLiteral kModel = R"(
module attributes {tvm.options = {opt_level = 3}} {
  module @k {
    func.func @k(%a: memref<2x4xf32> {graph.layout = affine_map<(i, j) -> (j, i)>},
                 %out: memref<4096x16xf32>) {
      %t = memref.alloc() : memref<4096x16xf32>
      affine.for %i = 0 to 4096 {
        %x = affine.load %a[0, 0] : memref<2x4xf32>
        affine.store %x, %t[%i, 3] : memref<4096x16xf32>
      }
      affine.for %i = 0 to 4096 {
        %x = affine.load %t[4095 - %i, 3] : memref<4096x16xf32>
        affine.store %x, %out[%i, 0] : memref<4096x16xf32>
      }
      memref.dealloc %t : memref<4096x16xf32>
      return
    }
  }
})";

/// A kernel whose temporary has a size that is only known when it runs.
constexpr llvm::StringLiteral kDynamic = R"(
module {
  module @k {
    func.func @k(%a: memref<?xf32>, %out: memref<1xf32>) {
      %zero = arith.constant 0 : index
      %n = memref.dim %a, %zero : memref<?xf32>
      %t = memref.alloc(%n) : memref<?xf32>
      affine.for %i = 0 to %n {
        %x = affine.load %a[%i] : memref<?xf32>
        affine.store %x, %t[%i] : memref<?xf32>
      }
      %y = affine.load %t[0] : memref<?xf32>
      affine.store %y, %out[0] : memref<1xf32>
      memref.dealloc %t : memref<?xf32>
      return
    }
  }
})";

class CompiledKernelsTest : public testing::Test {
protected:
  CompiledKernelsTest() : context(getDialects()) {
    context.loadAllAvailableDialects();
    folder = testing::TempDir() + "/reuse" + std::to_string(getpid()) +
             testing::UnitTest::GetInstance()->current_test_info()->name();
  }

  /// What a compilation did with the only kernel of a model.
  struct Result {
    bool isTaken;
    codegen::CompiledModule compiled;
    std::string declaration; // of a kernel that was taken
    Attribute workspace;
    std::string workspaceFunction;
  };

  Result compile(llvm::StringRef text, llvm::StringRef variant = "",
                 bool isKept = true) {
    auto model = parseSourceString<ModuleOp>(text, &context);
    codegen::CompileOptions options;
    options.cacheFolder = folder;
    CompiledKernels kernels(
        {llvm::cantFail(codegen::Target::parse("host")), options}, variant);
    kernels.take(*model);
    Result result;
    ModuleOp kernel = *model->getOps<ModuleOp>().begin();
    result.isTaken = !getKernel(kernel);
    if (result.isTaken)
      llvm::raw_string_ostream(result.declaration) << kernel;
    if (schedule::findScript(kernel))
      schedule::removeScript(kernel); // as if it was applied
    PassManager manager(&context);
    manager.addInstrumentation(kernels.makeInstrumentation());
    manager.addPass(graph::createPackWeightsPass());
    EXPECT_TRUE(succeeded(manager.run(*model)));
    kernels.addWorkspaces(*model);
    PassManager planning(&context);
    planning.nest<ModuleOp>().addPass(createKernelPlanWorkspacePass());
    EXPECT_TRUE(succeeded(planning.run(*model)));
    if (Operation *size = kernel.lookupSymbol(getWorkspaceFunctionName("k")))
      llvm::raw_string_ostream(result.workspaceFunction) << *size;
    result.workspace = kernel->getAttr(kWorkspaceAttrName);
    auto compiled = kernels.compile(*model, isKept);
    if (compiled)
      result.compiled = std::move(compiled->front());
    else
      ADD_FAILURE() << llvm::toString(compiled.takeError());
    return result;
  }

  static std::string replace(std::string text, const std::string &from,
                             const std::string &to) {
    return text.replace(text.find(from), from.size(), to);
  }

  MLIRContext context;
  std::string folder;
};

TEST_F(CompiledKernelsTest, ATakenKernelIsADeclaration) {
  Result first = compile(kModel), second = compile(kModel);
  EXPECT_FALSE(first.isTaken);
  ASSERT_TRUE(second.isTaken);
  EXPECT_EQ(second.compiled.name, "k");
  EXPECT_TRUE(second.compiled.fromCache);
  EXPECT_EQ(second.compiled.object, first.compiled.object);
  EXPECT_TRUE(llvm::StringRef(second.declaration)
                  .contains("func.func private @k(memref<2x4xf32> {"
                            "graph.layout = affine_map<(d0, d1) -> (d1, d0)>}, "
                            "memref<4096x16xf32>)\n"))
      << second.declaration;
  ASSERT_TRUE(first.workspace);
  EXPECT_EQ(second.workspace, first.workspace);
}

TEST_F(CompiledKernelsTest, OtherTextsTargetsAndVariantsAreOthers) {
  compile(kModel);
  EXPECT_TRUE(compile(kModel).isTaken);
  EXPECT_FALSE(compile(replace(kModel.str(), "4095 -", "4094 -")).isTaken);
  EXPECT_FALSE(compile(replace(kModel.str(), "= 3}", "= 2}")).isTaken);
  EXPECT_FALSE(compile(kModel, "quiet").isTaken);
}

TEST_F(CompiledKernelsTest, KeepsOnlyWhatItMay) {
  compile(kModel, "", /*isKept=*/false);
  EXPECT_FALSE(compile(kModel).isTaken);
}

TEST_F(CompiledKernelsTest, TheSizeOfAWorkspaceMayDependOnArguments) {
  Result first = compile(kDynamic), second = compile(kDynamic);
  ASSERT_TRUE(second.isTaken);
  EXPECT_NE(first.workspaceFunction, "");
  EXPECT_EQ(second.workspaceFunction, first.workspaceFunction);
  EXPECT_EQ(llvm::StringRef(second.declaration).count("workspace"), 0u);
}

TEST_F(CompiledKernelsTest, AGivenScheduleIsAppliedAgain) {
  std::string scheduled = replace(
      kModel.str(), "module @k {",
      "module @k attributes {transform.with_named_sequence} {\n"
      "  transform.named_sequence @__transform_main(%m: !transform.any_op) {\n"
      "    transform.yield\n  }\n");
  compile(scheduled);
  EXPECT_FALSE(compile(scheduled).isTaken);
}

} // namespace
} // namespace tvm::compiler
