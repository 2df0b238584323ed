// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Control/ControlLists.h"

using namespace mlir;

namespace tvm::onnx_import {

SmallVector<Binding> toBindings(ValueRange values, const ListTypes &types) {
  SmallVector<Binding> bindings;
  for (auto [i, value] : llvm::enumerate(values))
    bindings.push_back(i < types.size() && types[i]
                           ? Binding(TensorList::atRunTime(*types[i], value))
                           : Binding(value));
  return bindings;
}

SmallVector<Value> toValues(Node &node, ArrayRef<Binding> bindings,
                            const ListTypes &types) {
  SmallVector<Value> values;
  for (auto [binding, type] : llvm::zip(bindings, types))
    values.push_back(
        type ? makeReferences(node.builder(), node.loc(), binding, type->kind)
             : std::get<Value>(binding));
  return values;
}

bool isList(const Binding &binding) {
  return std::holds_alternative<TensorList>(binding);
}

std::string describe(const Binding &binding) {
  auto type = getListType(binding);
  if (failed(type))
    return "elements of several types";
  return isList(binding) ? describe(*type) : "a tensor";
}

LogicalResult joinTypes(Node &node, const Binding &a, const Binding &b,
                        std::optional<ListType> &type) {
  if (!isList(a) && !isList(b))
    return success();
  auto joined = joinListTypes(a, b);
  if (failed(joined))
    return node.error() << "expected lists of one type, got " << describe(a)
                        << " and " << describe(b);
  type = *joined;
  return success();
}

} // namespace tvm::onnx_import
