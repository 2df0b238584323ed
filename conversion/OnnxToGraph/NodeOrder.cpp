// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/NodeOrder.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <queue>

namespace tvm::onnx_import {

void forEachDefinedName(const onnx::GraphProto &graph,
                        llvm::function_ref<void(llvm::StringRef)> visit) {
  for (const onnx::ValueInfoProto &input : graph.input())
    visit(input.name());
  for (const onnx::TensorProto &initializer : graph.initializer())
    visit(initializer.name());
  for (const onnx::NodeProto &node : graph.node())
    for (const std::string &output : node.output())
      visit(output);
}

static void collectNames(const onnx::NodeProto &node, llvm::StringSet<> &names);

/// Adds the names that `graph` reads and does not define.
static void collectNames(const onnx::GraphProto &graph,
                         llvm::StringSet<> &names) {
  llvm::StringSet<> read;
  for (const onnx::NodeProto &node : graph.node())
    collectNames(node, read);
  for (const onnx::ValueInfoProto &output : graph.output())
    read.insert(output.name());
  forEachDefinedName(graph, [&](llvm::StringRef name) { read.erase(name); });
  for (const auto &entry : read)
    names.insert(entry.getKey());
}

/// Adds the names of outer values that `node` reads, including reads in
/// subgraphs.
static void collectNames(const onnx::NodeProto &node,
                         llvm::StringSet<> &names) {
  for (const std::string &input : node.input())
    names.insert(input);
  for (const onnx::AttributeProto &attribute : node.attribute())
    if (attribute.has_g())
      collectNames(attribute.g(), names);
}

llvm::SmallVector<const onnx::NodeProto *>
orderNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
  llvm::StringMap<int> producers;
  for (int i = 0; i < nodes.size(); ++i)
    for (const std::string &output : nodes[i].output())
      if (!output.empty())
        producers[output] = i;
  llvm::SmallVector<int> pending(nodes.size(), 0);
  llvm::SmallVector<llvm::SmallVector<int>> users(nodes.size());
  for (int i = 0; i < nodes.size(); ++i) {
    llvm::StringSet<> names;
    collectNames(nodes[i], names);
    for (const auto &entry : names) {
      auto it = producers.find(entry.getKey());
      if (it == producers.end())
        continue;
      users[it->second].push_back(i);
      ++pending[i];
    }
  }
  std::priority_queue<int, std::vector<int>, std::greater<int>> ready;
  for (int i = 0; i < nodes.size(); ++i)
    if (pending[i] == 0)
      ready.push(i);
  llvm::SmallVector<const onnx::NodeProto *> order;
  while (!ready.empty()) {
    int node = ready.top();
    ready.pop();
    order.push_back(&nodes[node]);
    for (int user : users[node])
      if (--pending[user] == 0)
        ready.push(user);
  }
  return order;
}

} // namespace tvm::onnx_import
