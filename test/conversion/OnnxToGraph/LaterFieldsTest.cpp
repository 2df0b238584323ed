// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/LaterFields.h"

#include "conversion/OnnxToGraph/OnnxToGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

namespace tvm::onnx_import {
namespace {

/// A field of the number `number` that holds `bytes`, as it lies in a file.
std::string encodeField(int number, const std::string &bytes) {
  std::string text;
  text.push_back(static_cast<char>(number << 3 | 2));
  text.push_back(static_cast<char>(bytes.size()));
  return text + bytes;
}

onnx::FunctionProto createFunction(const std::string &more) {
  onnx::FunctionProto function;
  function.set_name("f");
  function.set_domain("local");
  onnx::FunctionProto result;
  result.ParseFromString(function.SerializeAsString() + more);
  return result;
}

TEST(LaterFieldsTest, ReadsDefaultAttributes) {
  onnx::AttributeProto axis;
  axis.set_name("axis");
  axis.set_type(onnx::AttributeProto::INT);
  axis.set_i(-3);
  std::string field = encodeField(11, axis.SerializeAsString());
  auto attributes = getDefaultAttributes(createFunction(field + field));
  ASSERT_TRUE(attributes.has_value());
  ASSERT_EQ(attributes->size(), 2u);
  EXPECT_EQ(attributes->front().i(), -3);
}

TEST(LaterFieldsTest, ReadsOverloads) {
  EXPECT_EQ(getOverload(createFunction("")), "");
  EXPECT_EQ(getOverload(createFunction(encodeField(13, "second"))), "second");
  onnx::NodeProto node;
  node.ParseFromString(encodeField(8, "third"));
  EXPECT_EQ(getOverload(node), "third");
}

TEST(LaterFieldsTest, RefusesDamagedAttributes) {
  onnx::FunctionProto function = createFunction(encodeField(11, "\xff\xff"));
  EXPECT_FALSE(getDefaultAttributes(function).has_value());

  onnx::ModelProto model;
  model.mutable_graph()->set_name("g");
  onnx::NodeProto *call = model.mutable_graph()->add_node();
  call->set_name("call");
  call->set_op_type("f");
  call->set_domain("local");
  *model.add_functions() = function;
  std::string bytes = model.SerializeAsString(), message;
  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          message += diagnostic.str();
                                          return mlir::success();
                                        });
  EXPECT_FALSE(importOnnx(bytes, "", {}, &context));
  EXPECT_EQ(message, "f: the function's default attributes are damaged");
}

} // namespace
} // namespace tvm::onnx_import
