#include "conversion/OnnxToGraph/NodeOrder.h"

#include "llvm/ADT/StringMap.h"

#include <queue>

namespace tvm::onnx_import {

/// Names that `node` reads, also in subgraphs: from outside, or computed there.
static void collectNames(const onnx::NodeProto &node,
                         llvm::SmallVectorImpl<llvm::StringRef> &names) {
  names.append(node.input().begin(), node.input().end());
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    for (const onnx::NodeProto &inner : attribute.g().node())
      collectNames(inner, names);
    for (const onnx::ValueInfoProto &output : attribute.g().output())
      names.push_back(output.name());
  }
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
    llvm::SmallVector<llvm::StringRef> names;
    collectNames(nodes[i], names);
    for (llvm::StringRef name : names) {
      auto it = producers.find(name);
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
