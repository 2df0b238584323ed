// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/HostToLLVM/Manifest.h"

#include "dialects/Graph/ElementTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm {

/// The description of a shape. `dims` are the model's names; `type` has the
/// static sizes.
static ArrayAttr describeShape(Builder &builder, MemRefType type,
                               ArrayAttr dims) {
  SmallVector<Attribute> shape;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isStatic(size)) {
      shape.push_back(builder.getI64IntegerAttr(size));
      continue;
    }
    StringAttr name;
    if (dims && i < dims.size())
      name = dyn_cast<StringAttr>(dims[i]);
    shape.push_back(name ? name : builder.getStringAttr("?"));
  }
  return builder.getArrayAttr(shape);
}

static Attribute describeTensor(Builder &builder, Type type,
                                DictionaryAttr attributes, StringRef prefix,
                                unsigned index) {
  auto memory = cast<MemRefType>(type);
  StringAttr name, dtype, list;
  ArrayAttr dims, keys;
  if (attributes) {
    name = attributes.getAs<StringAttr>("graph.name");
    dtype = attributes.getAs<StringAttr>("graph.dtype");
    dims = attributes.getAs<ArrayAttr>("graph.dims");
    list = attributes.getAs<StringAttr>("graph.list");
    keys = attributes.getAs<ArrayAttr>("graph.keys");
  }
  if (!name)
    name = builder.getStringAttr(prefix + Twine(index));
  if (!dtype)
    dtype =
        builder.getStringAttr(graph::getElementName(memory.getElementType()));
  SmallVector<NamedAttribute> entry = {
      builder.getNamedAttr("name", name), builder.getNamedAttr("dtype", dtype),
      builder.getNamedAttr("shape", describeShape(builder, memory, dims))};
  if (list)
    entry.push_back(builder.getNamedAttr("list", list));
  if (keys)
    entry.push_back(builder.getNamedAttr("keys", keys));
  return builder.getDictionaryAttr(entry);
}

static void collectNames(Location loc, llvm::SetVector<Attribute> &names) {
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location each : fused.getLocations())
      collectNames(each, names);
  if (auto name = dyn_cast<NameLoc>(loc))
    names.insert(StringAttr::get(loc.getContext(), name.getName().getValue()));
  if (auto call = dyn_cast<CallSiteLoc>(loc))
    collectNames(call.getCallee(), names);
}

SmallVector<Attribute> getNodeNames(Location loc) {
  llvm::SetVector<Attribute> names;
  collectNames(loc, names);
  return names.takeVector();
}

static Attribute describeCall(Builder &builder, graph::CallOp call) {
  SmallVector<NamedAttribute> entry;
  entry.push_back(
      builder.getNamedAttr("name", call.getKernel().getLeafReference()));
  Attribute nodes = call->getAttr("graph.nodes");
  if (!isa_and_nonnull<ArrayAttr>(nodes))
    nodes = builder.getArrayAttr(getNodeNames(call.getLoc()));
  entry.push_back(builder.getNamedAttr("nodes", nodes));
  bool dependsOnDims = false;
  for (StringRef what : {"flops", "bytes"}) {
    Attribute count = call->getAttr(("graph." + what).str());
    if (isa_and_nonnull<IntegerAttr>(count))
      entry.push_back(builder.getNamedAttr(what, count));
    if (!isa_and_nonnull<ArrayAttr>(count))
      continue;
    entry.push_back(builder.getNamedAttr((what + "_of_dims").str(), count));
    dependsOnDims = true;
  }
  if (dependsOnDims)
    entry.push_back(builder.getNamedAttr(
        "dims", builder.getI64IntegerAttr(call.getDims().size())));
  return builder.getDictionaryAttr(entry);
}

DictionaryAttr describeHost(func::FuncOp main, ArrayRef<graph::CallOp> calls,
                            ArrayRef<Attribute> checks) {
  Builder builder(main.getContext());
  SmallVector<Attribute> inputs, outputs, kernels;
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    inputs.push_back(
        describeTensor(builder, type, main.getArgAttrDict(i), "input_", i));
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    outputs.push_back(
        describeTensor(builder, type, main.getResultAttrDict(i), "output_", i));
  for (graph::CallOp call : calls)
    kernels.push_back(describeCall(builder, call));
  SmallVector<NamedAttribute> manifest = {
      builder.getNamedAttr("inputs", builder.getArrayAttr(inputs)),
      builder.getNamedAttr("outputs", builder.getArrayAttr(outputs)),
      builder.getNamedAttr("kernels", builder.getArrayAttr(kernels)),
      builder.getNamedAttr("checks", builder.getArrayAttr(checks))};
  if (auto memory = main->getAttrOfType<DictionaryAttr>("graph.memory"))
    manifest.push_back(builder.getNamedAttr("memory", memory));
  return builder.getDictionaryAttr(manifest);
}

} // namespace tvm
