// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/NodeOrder.h"

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace tvm::onnx_import {
namespace {

void addNode(onnx::GraphProto &graph, const std::string &output,
             std::initializer_list<const char *> inputs) {
  onnx::NodeProto *node = graph.add_node();
  node->add_output(output);
  for (const char *input : inputs)
    node->add_input(input);
}

std::vector<std::string> getOrder(const onnx::GraphProto &graph) {
  std::vector<std::string> outputs;
  for (const onnx::NodeProto *node : orderNodes(graph.node()))
    outputs.push_back(node->output(0));
  return outputs;
}

TEST(NodeOrderTest, KeepsAnOrderThatIsRight) {
  onnx::GraphProto graph;
  addNode(graph, "b", {"x"});
  addNode(graph, "a", {"x", ""});
  addNode(graph, "c", {"a", "b"});
  EXPECT_EQ(getOrder(graph), (std::vector<std::string>{"b", "a", "c"}));
}

TEST(NodeOrderTest, MovesNodesBehindWhatTheyRead) {
  onnx::GraphProto graph;
  addNode(graph, "c", {"b", "b"});
  addNode(graph, "b", {"a"});
  addNode(graph, "a", {"x"});
  EXPECT_EQ(getOrder(graph), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(NodeOrderTest, LeavesOutCyclesAndWhatDependsOnThem) {
  onnx::GraphProto graph;
  addNode(graph, "a", {"b"});
  addNode(graph, "b", {"a"});
  addNode(graph, "c", {"b"});
  addNode(graph, "d", {"x"});
  EXPECT_EQ(getOrder(graph), (std::vector<std::string>{"d"}));
}

TEST(NodeOrderTest, IgnoresNamesThatSubgraphsDefine) {
  onnx::GraphProto graph;
  addNode(graph, "a", {"x"});
  onnx::GraphProto *branch =
      graph.mutable_node(0)->add_attribute()->mutable_g();
  branch->add_input()->set_name("b");
  branch->add_initializer()->set_name("c");
  addNode(*branch, "d", {"b", "c"});
  branch->add_output()->set_name("d");
  for (const char *name : {"b", "c", "d"})
    addNode(graph, name, {"a"});
  EXPECT_EQ(getOrder(graph), (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST(NodeOrderTest, FollowsNamesThatSubgraphsRead) {
  onnx::GraphProto graph;
  addNode(graph, "a", {"x"});
  onnx::GraphProto *branch =
      graph.mutable_node(0)->add_attribute()->mutable_g();
  addNode(*branch, "c", {"b"});
  addNode(graph, "b", {"x"});
  EXPECT_EQ(getOrder(graph), (std::vector<std::string>{"b", "a"}));
}

} // namespace
} // namespace tvm::onnx_import
