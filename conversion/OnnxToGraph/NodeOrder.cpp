#include "conversion/OnnxToGraph/NodeOrder.h"

#include "llvm/ADT/StringMap.h"

#include <queue>

namespace tvm::onnx_import {

llvm::SmallVector<const onnx::NodeProto *>
orderNodes(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes) {
  llvm::StringMap<int> producers;
  for (int i = 0; i < nodes.size(); ++i)
    for (const std::string &output : nodes[i].output())
      if (!output.empty())
        producers[output] = i;
  llvm::SmallVector<int> pending(nodes.size(), 0);
  llvm::SmallVector<llvm::SmallVector<int>> users(nodes.size());
  for (int i = 0; i < nodes.size(); ++i)
    for (const std::string &input : nodes[i].input()) {
      auto it = producers.find(input);
      if (it == producers.end())
        continue;
      users[it->second].push_back(i);
      ++pending[i];
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
