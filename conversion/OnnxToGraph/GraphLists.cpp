// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inputs and outputs of a model that are sequences or optionals.

#include "conversion/OnnxToGraph/GraphImporter.h"

using namespace mlir;

namespace tvm::onnx_import {

static DictionaryAttr describeList(OpBuilder &builder, const ListType &type,
                                   const onnx::ValueInfoProto &info) {
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("graph.name", builder.getStringAttr(info.name())),
       builder.getNamedAttr("graph.dims", builder.getStrArrayAttr({"?"})),
       builder.getNamedAttr("graph.list",
                            builder.getStringAttr(describe(type)))});
}

LogicalResult GraphImporter::importListInput(const onnx::ValueInfoProto &info,
                                             const ListType &type,
                                             func::FuncOp function) {
  auto references = RankedTensorType::get(
      {ShapedType::kDynamic}, graph::HandleType::get(builder.getContext()));
  unsigned index = function.getNumArguments();
  if (failed(function.insertArgument(index, references,
                                     describeList(builder, type, info),
                                     locationOf(info.name()))))
    return failure();
  bindList(info.name(),
           TensorList::atRunTime(type, function.getArgument(index)));
  return success();
}

LogicalResult
GraphImporter::importListOutput(const onnx::ValueInfoProto &info, ListType type,
                                SmallVectorImpl<Value> &results,
                                SmallVectorImpl<Attribute> &attributes) {
  Binding binding = getBinding(info.name());
  auto found = getListType(binding);
  auto joined = failed(found) ? found : joinListTypes(type, *found);
  // A value that a loop carries may be an optional that later becomes a
  // sequence.
  bool isHeld = succeeded(found) && type.kind == ListType::Sequence &&
                found->kind == ListType::OptionalSequence;
  if (failed(joined) || (joined->kind != type.kind && !isHeld))
    return error(info.name())
           << "output '" << info.name() << "' is declared as " << describe(type)
           << ", got "
           << (failed(found) ? "elements of several types" : describe(*found));
  if (found->rank >= 0)
    type.rank = found->rank;
  results.push_back(
      makeReferences(builder, locationOf(info.name()), binding, type.kind));
  attributes.push_back(describeList(builder, type, info));
  return success();
}

} // namespace tvm::onnx_import
