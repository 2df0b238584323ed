// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/registration/Registration.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Graph/ConstantEvaluator.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm;

namespace {
class KernelConstantEvaluatorTest : public ::testing::Test {
protected:
  KernelConstantEvaluatorTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    tensor::TensorDialect>();
    context.appendDialectRegistry(registry);
  }

  /// The floats that `main`, of one result, returns for this body.
  std::vector<float> evaluate(StringRef body, StringRef type) {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    auto module =
        parseSourceString<ModuleOp>(("func.func @main() -> " + type + " {" +
                                     body + " return %y : " + type + "}")
                                        .str(),
                                    &context);
    EXPECT_TRUE(module) << message;
    auto evaluator = graph::ConstantEvaluator::get(*module);
    (*evaluator)->loadDialects();
    auto results = (*evaluator)->evaluate(*module);
    if (failed(results))
      return {};
    EXPECT_EQ(results->size(), 1u);
    std::vector<float> floats(results->front().bytes.size() / sizeof(float));
    memcpy(floats.data(), results->front().bytes.data(),
           results->front().bytes.size());
    return floats;
  }

  MLIRContext context;
  std::string message; // the last error
};
} // namespace

TEST_F(KernelConstantEvaluatorTest, ComputesOperators) {
  EXPECT_EQ(evaluate("%a = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>"
                     "%y = graph.mul %a, %a : (tensor<2xf32>, tensor<2xf32>)"
                     "    -> tensor<2xf32>",
                     "tensor<2xf32>"),
            (std::vector<float>{1, 4}));
}

TEST_F(KernelConstantEvaluatorTest, ReturnsConstants) {
  EXPECT_EQ(evaluate("%y = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>",
                     "tensor<2xf32>"),
            (std::vector<float>{1, 2}));
  EXPECT_EQ(evaluate("%y = graph.constant dense<3.0> : tensor<2xf32>",
                     "tensor<2xf32>"),
            (std::vector<float>{3, 3}));
}

TEST_F(KernelConstantEvaluatorTest, SeesPartsAndOtherShapes) {
  std::string parts =
      "%a = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>"
      "%0 = graph.neg %a : (tensor<2x2xf32>) -> tensor<2x2xf32>"
      "%1 = tensor.collapse_shape %0 [[0, 1]]"
      "    : tensor<2x2xf32> into tensor<4xf32>"
      "%y = tensor.extract_slice %1[1] [2] [1]"
      "    : tensor<4xf32> to tensor<2xf32>";
  EXPECT_EQ(evaluate(parts, "tensor<2xf32>"), (std::vector<float>{-2, -3}));
}

TEST_F(KernelConstantEvaluatorTest, RefusesOtherOperations) {
  evaluate("%y = arith.constant dense<1.0> : tensor<2xf32>", "tensor<2xf32>");
  EXPECT_EQ(message, "'arith.constant' op is left in a function of constants: "
                     "expected launches of kernels, constants or views");
}

TEST_F(KernelConstantEvaluatorTest, RefusesPartsThatLieApart) {
  std::string column =
      "%a = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>"
      "%y = tensor.extract_slice %a[0, 0] [2, 1] [1, 1]"
      "    : tensor<2x2xf32> to tensor<2x1xf32>";
  evaluate(column, "tensor<2x1xf32>");
  EXPECT_EQ(message,
            "'tensor.extract_slice' op is left in a function of constants: "
            "expected a part of one dimension at a known place");
}
