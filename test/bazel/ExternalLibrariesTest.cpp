// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The libraries of bazel/system and @llvm compile, link and run.

#include "lld/Common/Driver.h"
#include "mlir/IR/BuiltinOps.h"
#include "nlohmann/json.hpp"
#include "onnx/onnx_pb.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

LLD_HAS_DRIVER(elf)

namespace {

TEST(ExternalLibraries, Mlir) {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&context));
  EXPECT_TRUE(mlir::succeeded(module->verify()));
}

// LLD is called twice in a process: it must clean up behind itself.
TEST(ExternalLibraries, Lld) {
  const char *arguments[] = {"ld.lld", "--version"};
  for (int run = 0; run < 2; ++run) {
    std::string output;
    llvm::raw_string_ostream stream(output);
    lld::Result result = lld::lldMain(arguments, stream, llvm::errs(),
                                      {{lld::Gnu, &lld::elf::link}});
    EXPECT_EQ(result.retCode, 0);
    EXPECT_TRUE(result.canRunAgain);
    EXPECT_NE(output.find("LLD"), std::string::npos);
  }
}

TEST(ExternalLibraries, Onnx) {
  onnx::ModelProto model;
  model.mutable_graph()->set_name("g");
  onnx::ModelProto parsed;
  ASSERT_TRUE(parsed.ParseFromString(model.SerializeAsString()));
  EXPECT_EQ(parsed.graph().name(), "g");
}

TEST(ExternalLibraries, Json) {
  EXPECT_EQ(nlohmann::json({{"a", 1}}).dump(), R"({"a":1})");
}

} // namespace
