// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/GraphToTE.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "transforms/Graph/ConstantEvaluator.h"
#include "transforms/Graph/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm;

namespace {
/// Gives what every function returns the value 7. Needs the dialect `scf`.
struct Sevens : graph::ConstantEvaluator {
  using graph::ConstantEvaluator::ConstantEvaluator;

  FailureOr<SmallVector<Elements>> evaluate(ModuleOp module) const override {
    auto function = module.lookupSymbol<func::FuncOp>("main");
    auto bytes = std::make_shared<std::vector<char>>(1, 7);
    return SmallVector<Elements>(function.getNumResults(), {*bytes, bytes});
  }

  void loadDialects() const override {
    getContext()->loadDialect<scf::SCFDialect>();
  }
};

/// Folds the constants of a function that adds 1 to `addend`, without an
/// evaluator but for those of `registry`.
class FoldConstantsTest : public ::testing::Test {
protected:
  LogicalResult fold(StringRef addend) {
    registerGraphTEDefinitions(registry);
    registry.insert<graph::GraphDialect, func::FuncDialect>();
    context.appendDialectRegistry(registry);
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      messages += diagnostic.str();
      return success();
    });
    std::string text = ("func.func @main(%x: tensor<i8>) -> tensor<i8> {"
                        "  %a = graph.constant dense<1> : tensor<i8>"
                        "  %b = graph.constant dense<2> : tensor<i8>"
                        "  %0 = graph.add %a, " +
                        addend +
                        " : (tensor<i8>, tensor<i8>) -> tensor<i8>"
                        "  return %0 : tensor<i8>"
                        "}")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    PassManager manager(&context);
    manager.addPass(graph::createFoldConstantsPass());
    return manager.run(*module);
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    return text;
  }

  DialectRegistry registry;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string messages;
};
} // namespace

TEST_F(FoldConstantsTest, NeedsAnEvaluator) {
  EXPECT_TRUE(failed(fold("%b")));
  EXPECT_EQ(messages,
            "expected an evaluator of constants, got none: "
            "tvm::registerAllDialects of //compiler/registration brings one, "
            "and so does libtvm_mlir_plugin.so");
}

TEST_F(FoldConstantsTest, NeedsNoEvaluatorWhereNothingIsConstant) {
  EXPECT_TRUE(succeeded(fold("%x")));
  EXPECT_EQ(messages, "");
}

TEST_F(FoldConstantsTest, AsksTheEvaluatorOfTheDialect) {
  registry.addExtension(+[](MLIRContext *, graph::GraphDialect *dialect) {
    dialect->addInterfaces<Sevens>();
  });
  EXPECT_TRUE(succeeded(fold("%b")));
  EXPECT_NE(print().find("graph.constant dense<7>"), std::string::npos)
      << print();
  EXPECT_TRUE(context.getLoadedDialect<scf::SCFDialect>());
}
