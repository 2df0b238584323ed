// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/schedules/OperatorKeys.h"

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Networks/GraphConvolution.h"

using namespace mlir;

namespace tvm::compiler {

Attribute makeOperatorKey(StringAttr node, StringAttr op, FunctionType type) {
  return ArrayAttr::get(op.getContext(), {node, op, TypeAttr::get(type)});
}

bool isOperatorKey(Attribute attribute) {
  auto key = dyn_cast_if_present<ArrayAttr>(attribute);
  if (!key || key.size() != 3 || !isa<StringAttr>(key[0]) ||
      !isa<StringAttr>(key[1]))
    return false;
  auto type = dyn_cast<TypeAttr>(key[2]);
  return type && isa<FunctionType>(type.getValue());
}

StringRef getNode(Attribute key) {
  return cast<StringAttr>(cast<ArrayAttr>(key)[0]).getValue();
}

StringAttr getOperator(Attribute key) {
  return cast<StringAttr>(cast<ArrayAttr>(key)[1]);
}

FunctionType getType(Attribute key) {
  return cast<FunctionType>(cast<TypeAttr>(cast<ArrayAttr>(key)[2]).getValue());
}

std::string describeKey(Attribute key) {
  return ("node '" + getNode(key) + "' (" + getOperator(key).getValue() + ")")
      .str();
}

Attribute getOperatorKey(Operation *op) {
  if (!isa<graph::FusionInterface>(op))
    return {};
  MLIRContext *context = op->getContext();
  return makeOperatorKey(
      StringAttr::get(context, graph::getNodeName(op->getLoc())),
      op->getName().getIdentifier(),
      FunctionType::get(context, op->getOperandTypes(), op->getResultTypes()));
}

/// Whether the tensors have the same sizes, in any order.
static bool haveSameSizes(TypeRange lhs, TypeRange rhs) {
  auto getSizes = [](Type type) {
    SmallVector<int64_t> sizes;
    if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
      llvm::append_range(sizes, shaped.getShape());
    llvm::sort(sizes);
    return sizes;
  };
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip_equal(lhs, rhs), [&](auto types) {
           return getSizes(std::get<0>(types)) == getSizes(std::get<1>(types));
         });
}

/// Whether `op` may go back to an operator of this name.
static bool mayGoBackTo(Operation *op, StringRef name) {
  return op->getName().getStringRef() == name ||
         (isa<graph::WinogradConvOp>(op) &&
          name == graph::ConvOp::getOperationName());
}

SmallVector<Attribute> OperatorKeys::find(Operation *op) const {
  auto candidates = nodes.find(graph::getNodeName(op->getLoc()));
  if (candidates == nodes.end())
    return {};
  SmallVector<Attribute> found, closer;
  for (Attribute key : candidates->second)
    if (mayGoBackTo(op, getOperator(key)) &&
        haveSameSizes(getType(key).getResults(), op->getResultTypes()))
      found.push_back(key);
  for (Attribute key : found)
    if (haveSameSizes(TypeRange(getType(key).getInputs()).take_front(),
                      TypeRange(op->getOperandTypes()).take_front()))
      closer.push_back(key);
  return closer.empty() ? found : closer;
}

} // namespace tvm::compiler
