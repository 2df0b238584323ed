#ifndef TVM_TEST_CODEGEN_SCHEDULETEST_H
#define TVM_TEST_CODEGEN_SCHEDULETEST_H

#include "test/codegen/TestKernels.h"

#include "conversion/TEToLoops/TEToLoops.h"
#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/TE/Passes.h"

namespace tvm::codegen {

/// Kernels that compute the same, scheduled and not.
class ScheduleTest : public KernelTest {
protected:
  ScheduleTest() {
    context.loadDialect<schedule::ScheduleDialect, te::TEDialect,
                        mlir::transform::TransformDialect>();
  }

  /// Text of the module with the loops of `kernel`, after `script` if it runs.
  std::string lower(llvm::StringRef kernel, llvm::StringRef script,
                    bool isScheduled, unsigned vectorBits) {
    auto module = parse(("module @k attributes "
                         "{transform.with_named_sequence} {\n" +
                         kernel +
                         "transform.named_sequence @__transform_main("
                         "%root: !transform.any_op {transform.readonly}) {\n" +
                         script + "transform.yield\n}\n}")
                            .str());
    if (!isScheduled)
      schedule::removeScript(*module);
    mlir::PassManager manager(&context);
    manager.addPass(createConvertTEToLoopsPass());
    schedule::ApplySchedulePassOptions checks;
    checks.checkHandles = true;
    manager.addPass(schedule::createApplySchedulePass(checks));
    auto &function = manager.nest<mlir::func::FuncOp>();
    function.addPass(te::createLowerBlocksPass());
    function.addPass(mlir::createCanonicalizerPass());
    function.addPass(mlir::createCSEPass());
    schedule::VectorizeLoopsPassOptions vectors;
    vectors.vectorBits = vectorBits;
    function.addPass(schedule::createVectorizeLoopsPass(vectors));
    function.addPass(schedule::createLowerLoopKindsPass());
    function.addPass(schedule::createLowerScopesPass());
    EXPECT_TRUE(mlir::succeeded(manager.run(*module)));
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream);
    return text;
  }

  /// What the kernel writes into its arguments, after each other; inputs hold
  /// small integers. `dims` are the unknown sizes of all arguments.
  std::vector<float> evaluate(llvm::StringRef text,
                              llvm::ArrayRef<int64_t> dims) {
    auto module = parse(text);
    auto function = *module->getOps<mlir::func::FuncOp>().begin();
    std::vector<std::vector<float>> values;
    const int64_t *dim = dims.begin();
    int seed = 0;
    for (mlir::Type argument : function.getArgumentTypes()) {
      int64_t size = 1;
      for (int64_t extent : llvm::cast<mlir::MemRefType>(argument).getShape())
        size *= mlir::ShapedType::isDynamic(extent) ? *dim++ : extent;
      values.emplace_back(size);
      for (float &value : values.back())
        value = static_cast<float>((seed = (seed * 31 + 7) % 17) - 8);
    }
    std::vector<void *> buffers;
    for (std::vector<float> &value : values)
      buffers.push_back(value.data());
    run(text, buffers, dims);
    std::vector<float> all;
    for (std::vector<float> &value : values)
      llvm::append_range(all, value);
    return all;
  }

  void expectSame(llvm::StringRef kernel, llvm::StringRef script,
                  llvm::ArrayRef<int64_t> dims = {},
                  unsigned vectorBits = 256) {
    std::vector<float> expected =
        evaluate(lower(kernel, script, false, vectorBits), dims);
    std::vector<float> actual =
        evaluate(lower(kernel, script, true, vectorBits), dims);
    ASSERT_EQ(expected.size(), actual.size());
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_FLOAT_EQ(expected[i], actual[i]) << "element " << i;
  }
};

} // namespace tvm::codegen

#endif // TVM_TEST_CODEGEN_SCHEDULETEST_H
