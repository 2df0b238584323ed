// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_CODEGEN_SCHEDULEDKERNELS_H
#define TVM_TEST_CODEGEN_SCHEDULEDKERNELS_H

#include "conversion/TEToLoops/TEToLoops.h"
#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "test/codegen/TestKernels.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/TE/Passes.h"
#include "transforms/Target/TargetSpec.h"
#include "transforms/Vectorize/Passes.h"

namespace tvm::codegen {

/// Kernels as they are, and scheduled.
class ScheduleTest : public KernelTest {
protected:
  ScheduleTest() {
    context.loadDialect<schedule::ScheduleDialect, te::TEDialect,
                        mlir::transform::TransformDialect>();
  }

  /// Text of the module with the loops of `kernel`, after `script` if it runs.
  std::string lower(llvm::StringRef kernel, llvm::StringRef script,
                    bool isScheduled, unsigned vectorBits = 256) {
    auto module = parse(("module @k attributes "
                         "{transform.with_named_sequence} {\n" +
                         kernel +
                         "transform.named_sequence @__transform_main("
                         "%root: !transform.any_op {transform.readonly}) {\n" +
                         script + "transform.yield\n}\n}")
                            .str());
    if (!isScheduled)
      schedule::removeScript(*module);
    mlir::Builder builder(&context);
    target::setProperties(
        *module, target::kCPU,
        builder.getNamedAttr("max_vector_op_width",
                             builder.getI64IntegerAttr(vectorBits)));
    mlir::PassManager manager(&context);
    manager.addPass(createConvertTEToLoopsPass());
    schedule::ApplySchedulePassOptions checks;
    checks.checkHandles = true;
    manager.addPass(schedule::createApplySchedulePass(checks));
    auto &function = manager.nest<mlir::func::FuncOp>();
    function.addPass(te::createLowerBlocksPass());
    function.addPass(mlir::createCanonicalizerPass());
    function.addPass(mlir::createCSEPass());
    function.addPass(schedule::createUnrollConditionsPass());
    function.addPass(schedule::createVectorizeLoopsPass());
    function.addPass(schedule::createLowerLoopKindsPass());
    function.addPass(schedule::createLowerScopesPass());
    manager.addPass(te::createLowerHardwareIntrinsPass());
    EXPECT_TRUE(mlir::succeeded(manager.run(*module)));
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream);
    return text;
  }

  /// The elements that the kernel, the first function of the module, writes
  /// into its arguments, one after the other. Inputs hold small integers.
  /// `dims` are the unknown sizes of all arguments.
  std::vector<double> evaluate(llvm::StringRef text,
                               llvm::ArrayRef<int64_t> dims) {
    auto module = parse(text);
    auto function = *module->getOps<mlir::func::FuncOp>().begin();
    std::vector<std::vector<char>> values;
    std::vector<std::pair<int64_t, mlir::Type>> kinds;
    const int64_t *dim = dims.begin();
    int seed = 0;
    for (mlir::Type argument : function.getArgumentTypes()) {
      auto type = llvm::cast<mlir::MemRefType>(argument);
      int64_t size = 1;
      for (int64_t extent : type.getShape())
        size *= mlir::ShapedType::isDynamic(extent) ? *dim++ : extent;
      mlir::Type element = type.getElementType();
      values.emplace_back(size * element.getIntOrFloatBitWidth() / 8);
      kinds.emplace_back(size, element);
      for (int64_t i = 0; i < size; ++i)
        set(values.back(), element, i, (seed = (seed * 31 + 7) % 17) - 8);
    }
    auto buffers =
        llvm::map_to_vector(values, [](std::vector<char> &value) -> void * {
          return value.data();
        });
    run(text, buffers, dims);
    std::vector<double> all;
    for (auto [value, kind] : llvm::zip(values, kinds))
      for (int64_t i = 0; i < kind.first; ++i)
        all.push_back(get(value, kind.second, i));
    return all;
  }

  void expectSame(llvm::StringRef kernel, llvm::StringRef script,
                  llvm::ArrayRef<int64_t> dims = {},
                  unsigned vectorBits = 256) {
    std::vector<double> expected =
        evaluate(lower(kernel, script, false, vectorBits), dims);
    std::vector<double> actual =
        evaluate(lower(kernel, script, true, vectorBits), dims);
    ASSERT_EQ(expected.size(), actual.size());
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_FLOAT_EQ(expected[i], actual[i]) << "element " << i;
  }

private:
  static void set(std::vector<char> &values, mlir::Type type, int64_t i,
                  int value) {
    if (type.isF32())
      reinterpret_cast<float *>(values.data())[i] = static_cast<float>(value);
    else if (type.isInteger(32))
      reinterpret_cast<int32_t *>(values.data())[i] = value;
    else
      values[i] = static_cast<char>(value);
  }
  static double get(const std::vector<char> &values, mlir::Type type,
                    int64_t i) {
    if (type.isF32())
      return reinterpret_cast<const float *>(values.data())[i];
    if (type.isInteger(32))
      return reinterpret_cast<const int32_t *>(values.data())[i];
    return values[i];
  }
};

} // namespace tvm::codegen

#endif // TVM_TEST_CODEGEN_SCHEDULEDKERNELS_H
