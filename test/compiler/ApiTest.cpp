// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/api/tvm_compiler.h"

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

/// y = relu(x), or another operator.
std::string makeModel(const std::string &op = "Relu") {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto *graph = model.mutable_graph();
  graph->set_name("test");
  onnx::NodeProto *node = graph->add_node();
  node->set_op_type(op);
  node->add_input("x");
  node->add_output("y");
  for (auto *info : {graph->add_input(), graph->add_output()}) {
    info->set_name(info == &graph->input(0) ? "x" : "y");
    auto *tensor = info->mutable_type()->mutable_tensor_type();
    tensor->set_elem_type(onnx::TensorProto::FLOAT);
    tensor->mutable_shape()->add_dim()->set_dim_value(4);
  }
  return model.SerializeAsString();
}

struct Message {
  int severity;
  std::string text;
};

void collect(void *user, int severity, const char *text) {
  static_cast<std::vector<Message> *>(user)->push_back({severity, text});
}

class ApiTest : public ::testing::Test {
protected:
  int compile(const std::string &model, const std::string &path,
              const char *options) {
    return tvm_compile(model.data(), model.size(), nullptr, path.c_str(),
                       options, collect, &messages);
  }
  std::string pathOf(const std::string &name) {
    return ::testing::TempDir() + "/" + name;
  }
  std::string read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::vector<Message> messages;
};

TEST_F(ApiTest, CompilesFromMemoryWithProgress) {
  ASSERT_EQ(compile(makeModel(), pathOf("a.so"), nullptr), 0);
  ASSERT_FALSE(messages.empty());
  for (const Message &message : messages)
    EXPECT_EQ(message.severity, TVM_SEVERITY_PROGRESS) << message.text;
  EXPECT_EQ(read(pathOf("a.so")).substr(1, 3), "ELF");
}

TEST_F(ApiTest, ReportsTheUsersErrors) {
  EXPECT_EQ(compile(makeModel("Foo"), pathOf("b.so"), "-q"), 1);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].severity, TVM_SEVERITY_ERROR);
  EXPECT_EQ(messages[0].text, "model: the model uses 1 unsupported operator: "
                              "Foo (opset 17) x1");
  EXPECT_FALSE(std::filesystem::exists(pathOf("b.so")));
}

TEST_F(ApiTest, ReportsWrongUse) {
  EXPECT_EQ(compile(makeModel(), pathOf("c.so"), "--frob"), 2);
  EXPECT_EQ(compile(makeModel(), pathOf("c.so"), "--threads=x"), 2);
  EXPECT_EQ(compile(makeModel(), "", nullptr), 2);
  EXPECT_EQ(tvm_compile(nullptr, 0, nullptr, "c.so", nullptr, nullptr, nullptr),
            2);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].text, "unknown option '--frob'");
}

TEST_F(ApiTest, OptionsMayHoldSpaces) {
  std::string folder = pathOf("a folder");
  std::string options = "-q --dump-ir=" + pathOf("a\\ folder");
  ASSERT_EQ(compile(makeModel(), pathOf("d.so"), options.c_str()), 0);
  EXPECT_TRUE(std::filesystem::exists(folder + "/3-te.mlir"));
}

/// y = x + x, at level te.
constexpr const char *kKernel = R"(
  func.func @k(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = te.compute [4] spatial 1 tag "y" {
    ^bb0(%i: index):
      %a = te.read %x[%i] : tensor<4xf32>
      %b = arith.addf %a, %a : f32
      te.yield %b : f32
    } : tensor<4xf32>
    return %0 : tensor<4xf32>
  })";

constexpr const char *kMain = R"(
  func.func @main(%x: tensor<4xf32> {graph.name = "x"})
      -> (tensor<4xf32> {graph.name = "y"}) {
    %0 = tensor.empty() : tensor<4xf32>
    %1 = graph.launch @k::@k(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>)
        -> tensor<4xf32>
    return %1 : tensor<4xf32>
  })";

TEST_F(ApiTest, CompilesModulesFromMemory) {
  std::string text = std::string("module attributes {tvm.level = \"te\"} {\n"
                                 "module @k {") +
                     kKernel + "}" + kMain + "}";
  auto compileModule = [&](const std::string &text) {
    return tvm_compile(text.data(), text.size(), "some.mlir",
                       pathOf("e.so").c_str(), "-q", collect, &messages);
  };
  EXPECT_EQ(compileModule(text), 0);
  EXPECT_EQ(read(pathOf("e.so")).substr(1, 3), "ELF");
  EXPECT_EQ(compileModule("module {"), 1);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text.substr(0, 12), "some.mlir:1:");
}

class PassesTest : public ApiTest {
protected:
  int run(const std::string &module, const char *pipeline) {
    auto take = [](void *user, const char *text, size_t size) {
      static_cast<std::vector<Message> *>(user)->push_back(
          {-1, std::string(text, size)});
    };
    return tvm_run_passes(module.data(), module.size(), "a.mlir", pipeline,
                          take, collect, &messages);
  }
};

TEST_F(PassesTest, HandOverTheModule) {
  ASSERT_EQ(run(kKernel, "builtin.module(convert-te-to-loops)"), 0);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].severity, -1);
  EXPECT_NE(messages[0].text.find("te.block \"y\""), std::string::npos);
}

TEST_F(PassesTest, ReportErrorsOfTheModule) {
  EXPECT_EQ(run("func.func @f(", "builtin.module(canonicalize)"), 1);
  EXPECT_EQ(run("func.func @f() {\nscf.forall () in () {}\nreturn }",
                "builtin.module(func.func(te-verify-contract))"),
            1);
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[0].text.substr(0, 10), "a.mlir:1:1");
  EXPECT_EQ(messages[1].text.substr(0, 10), "a.mlir:2:1");
}

TEST_F(PassesTest, ReportWrongUse) {
  EXPECT_EQ(run(kKernel, "builtin.module(no-pass)"), 2);
  EXPECT_EQ(run(kKernel, "builtin.module("), 2);
  EXPECT_EQ(tvm_run_passes(nullptr, 0, "a.mlir", "builtin.module()", nullptr,
                           collect, &messages),
            2);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].text.substr(0, 16), "wrong pipeline: ");
  EXPECT_NE(messages[0].text.find("no-pass"), std::string::npos);
}

TEST_F(ApiTest, ThreadsCompileAtOnceToTheSameBytes) {
  std::string model = makeModel();
  std::vector<std::thread> threads;
  threads.reserve(3);
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      std::string path = pathOf("t" + std::to_string(i) + ".so");
      EXPECT_EQ(tvm_compile(model.data(), model.size(), nullptr, path.c_str(),
                            "-q --no-cache", nullptr, nullptr),
                0);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(read(pathOf("t0.so")), read(pathOf("t1.so")));
  EXPECT_EQ(read(pathOf("t0.so")), read(pathOf("t2.so")));
}

} // namespace
