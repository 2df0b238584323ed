// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules of which one primitive refuses: for the kernels of the tests in
// Rules, and for each primitive, the script that is left applies to them.

#include "compiler/registration/Registration.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Action.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace tvm::schedule {

static constexpr StringLiteral kFolder = "test/transforms/Schedule/Rules";
/// Largest number of primitives of a kernel that refuse, each in a run of its
/// own. Different kernels have different ones.
static constexpr int kMaxRefusals = 3;

namespace {
class RefusalsTest : public ::testing::TestWithParam<std::string> {
protected:
  RefusalsTest() {
    static bool isRegistered = [] {
      registerTransformsPasses();
      tvm::registerAllPasses();
      return true;
    }();
    (void)isRegistered;
    DialectRegistry registry;
    mlir::registerAllDialects(registry);
    tvm::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
    context.registerActionHandler([this](llvm::function_ref<void()> run,
                                         const tracing::Action &action) {
      if (action.getTag() != "schedule-primitive" || numPrimitives++ != refused)
        run();
    });
  }

  LogicalResult run(ModuleOp module, StringRef pipeline) {
    PassManager passes(&context);
    return success(succeeded(parsePassPipeline(pipeline, passes)) &&
                   succeeded(passes.run(module)));
  }

  /// Writes the script for the kernel of this number alone, where one primitive
  /// refuses, and applies it.
  LogicalResult schedule(ModuleOp kernels, size_t kernel, int primitive) {
    OwningOpRef<ModuleOp> copy(kernels.clone());
    for (auto [i, function] :
         llvm::enumerate(llvm::to_vector(copy->getOps<func::FuncOp>())))
      if (i != kernel)
        function.erase();
    refused = primitive;
    numPrimitives = 0;
    return run(*copy, "schedule-generate,schedule-apply");
  }

  MLIRContext context;
  int refused = -1, numPrimitives = 0;
};
} // namespace

/// The pipeline that the first line of a test runs before it writes a script.
static std::string getLowering(StringRef text) {
  StringRef pipeline = text.split("--pass-pipeline='").second;
  pipeline = pipeline.split("schedule-generate").first;
  pipeline.consume_front("builtin.module(");
  return pipeline.rtrim(',').str();
}

TEST_P(RefusalsTest, LeavesAScriptThatApplies) {
  auto file = llvm::MemoryBuffer::getFile(GetParam());
  ASSERT_TRUE(bool(file));
  std::string lowering = getLowering((*file)->getBuffer());
  SmallVector<StringRef> sections;
  (*file)->getBuffer().split(sections, "// -----");
  int first = 0;
  for (StringRef section : sections) {
    auto module = parseSourceString<ModuleOp>(section, &context);
    ASSERT_TRUE(module) << section.str();
    ASSERT_TRUE(succeeded(run(*module, lowering))) << lowering;
    size_t numKernels = llvm::range_size(module->getOps<func::FuncOp>());
    for (size_t kernel = 0; kernel < numKernels; ++kernel, ++first) {
      ASSERT_TRUE(succeeded(schedule(*module, kernel, /*primitive=*/-1)));
      int count = numPrimitives;
      int step = std::max(count / kMaxRefusals, 1);
      for (int primitive = first % step; primitive < count; primitive += step)
        EXPECT_TRUE(succeeded(schedule(*module, kernel, primitive)))
            << "primitive " << primitive << " of kernel " << kernel << " of "
            << section.str();
    }
  }
}

static std::vector<std::string> getTests() {
  std::vector<std::string> tests;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(kFolder, error), end;
       file != end && !error; file.increment(error))
    if (llvm::sys::path::filename(file->path()).starts_with("default-"))
      tests.push_back(file->path());
  llvm::sort(tests);
  return tests;
}

INSTANTIATE_TEST_SUITE_P(Tests, RefusalsTest, ::testing::ValuesIn(getTests()),
                         [](const auto &info) {
                           std::string name =
                               llvm::sys::path::stem(info.param).str();
                           llvm::replace(name, '-', '_');
                           return name;
                         });

} // namespace tvm::schedule
