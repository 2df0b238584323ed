// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/TargetAttributes.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Target/TargetSpec.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tvm;
using codegen::Target;

namespace {
class TargetAttributesTest : public ::testing::Test {
protected:
  TargetAttributesTest() {
    context.loadDialect<DLTIDialect, LLVM::LLVMDialect>();
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, &context);
  }

  /// Returns getTarget's error for a module with these attributes.
  std::string getError(StringRef attributes) {
    auto module = parse(("module attributes {" + attributes + "} {}").str());
    EXPECT_TRUE(module);
    auto target = codegen::getTarget(*module);
    return target ? "" : toString(target.takeError());
  }

  MLIRContext context;
};
} // namespace

TEST_F(TargetAttributesTest, RecordsAllOfATarget) {
  std::string x86 = "x86_64-unknown-linux-gnu";
  for (const std::string &text :
       {std::string("host"), x86, x86 + ",mcpu=x86-64-v2",
        x86 + ",mcpu=x86-64-v3", x86 + ",mcpu=x86-64-v4", x86 + ",mcpu=znver4",
        x86 + ",mcpu=sapphirerapids,cores=8,l2-cache=4096",
        x86 + ",mcpu=haswell,mattr=+avx512f+amx-int8",
        x86 + ",mcpu=znver4,mattr=-avx512f",
        std::string("aarch64-unknown-linux-gnu,mcpu=neoverse-n1")}) {
    Target target = cantFail(Target::parse(text));
    auto module = parse("module {}");
    codegen::setTarget(*module, target);
    auto read = codegen::getTarget(*module);
    ASSERT_TRUE(bool(read)) << toString(read.takeError());
    ASSERT_TRUE(read->has_value());
    EXPECT_EQ((*read)->str(), target.str());
    EXPECT_EQ((*read)->getRequiredFeatures(), target.getRequiredFeatures());
    EXPECT_EQ((*read)->getMachine().getEntries(&context),
              target.getMachine().getEntries(&context));
  }
}

TEST_F(TargetAttributesTest, KnowsNoTargetWhereNoneIsRecorded) {
  auto module = parse("module {}");
  EXPECT_FALSE(cantFail(codegen::getTarget(*module)).has_value());
  EXPECT_EQ(cantFail(codegen::getGPU(*module)), "");
}

TEST_F(TargetAttributesTest, CompletesADescription) {
  auto module = parse(R"(
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "CPU" = #dlti.target_device_spec<"cores" = 2 : i64>>} {})");
  Target target = cantFail(
      Target::parse("x86_64-unknown-linux-gnu,mcpu=x86-64-v4,cores=64"));
  codegen::completeTarget(*module, target);
  auto read = cantFail(codegen::getTarget(*module));
  EXPECT_EQ(read->getMachine().numCores, 2);
  EXPECT_EQ(read->getMachine().vectors.bits, 512);
  codegen::setTarget(*module, target);
  EXPECT_EQ(cantFail(codegen::getTarget(*module))->getMachine().numCores, 64);
}

TEST_F(TargetAttributesTest, KernelsTakeTheTargetAlong) {
  auto module = parse(R"(
    module {
      module @between attributes {dlti.dl_spec = #dlti.dl_spec<>} {
        module @kernel attributes {dlti.target_system_spec =
            #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
                "vector_registers" = 16 : i64>>} {}
      }
    })");
  Target target =
      cantFail(Target::parse("x86_64-unknown-linux-gnu,mcpu=x86-64-v4"));
  Target other = cantFail(Target::parse("aarch64-unknown-linux-gnu"));
  codegen::setTarget(*module, target);
  auto between = *module->getOps<ModuleOp>().begin();
  auto kernel = *between.getOps<ModuleOp>().begin();
  cantFail(codegen::copyTarget(kernel, other));
  kernel->remove();
  OwningOpRef<ModuleOp> owner(kernel);
  auto read = cantFail(codegen::getTarget(kernel));
  EXPECT_EQ(read->getTriple(), target.getTriple());
  EXPECT_EQ(read->getCpu(), "x86-64-v4");
  EXPECT_EQ(read->getMachine().vectors.bits, 512);
  EXPECT_EQ(read->getMachine().vectors.numRegisters, 16);
  // Where nobody says anything, it is the other one.
  auto alone = parse("module {}");
  cantFail(codegen::copyTarget(*alone, other));
  EXPECT_EQ(cantFail(codegen::getTarget(*alone))->getTriple(),
            other.getTriple());
}

TEST_F(TargetAttributesTest, KernelsOfWrongDescriptionsAreRefused) {
  auto module = parse(R"(
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
        "CPU" = #dlti.target_device_spec<"native_f16" = 1 : i64>>} {
      module @kernel {}
    })");
  auto kernel = *module->getOps<ModuleOp>().begin();
  Target target = cantFail(Target::parse("x86_64-unknown-linux-gnu"));
  EXPECT_EQ(toString(codegen::copyTarget(kernel, target)),
            "expected 'native_f16' of device 'CPU' to be true or false, got "
            "1 : i64");
}

TEST_F(TargetAttributesTest, RecordsAGPU) {
  auto module = parse("module {}");
  codegen::setGPU(*module, "sm_90");
  EXPECT_EQ(cantFail(codegen::getGPU(*module)), "sm_90");
}

TEST_F(TargetAttributesTest, RefusesWhatIsNoTarget) {
  EXPECT_EQ(getError("llvm.target = 5 : i32"),
            "expected 'llvm.target' to be a target, got 5 : i32");
  EXPECT_NE(getError("llvm.target = #llvm.target<triple = \"z81\", "
                     "chip = \"\">")
                .find("unknown target: triple 'z81"),
            std::string::npos);
  EXPECT_NE(getError("llvm.target = #llvm.target<triple = "
                     "\"x86_64-unknown-linux-gnu\", chip = \"zen\">")
                .find("unknown target: cpu 'zen'"),
            std::string::npos);
  EXPECT_NE(getError("llvm.target = #llvm.target<triple = "
                     "\"x86_64-unknown-linux-gnu\", chip = \"\", "
                     "features = <[\"+avx1\"]>>")
                .find("unknown target: feature 'avx1'"),
            std::string::npos);
  EXPECT_EQ(
      getError("llvm.target = #llvm.target<triple = "
               "\"x86_64-unknown-linux-gnu\", chip = \"\">, "
               "dlti.target_system_spec = #dlti.target_system_spec<"
               "\"CPU\" = #dlti.target_device_spec<\"cores\" = false>>"),
      "expected 'cores' of device 'CPU' to be an integer from 1 to 1048576, "
      "got false");
}
