// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences of maps as outputs of a model.

#include "conversion/OnnxToGraph/GraphImporter.h"
#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/Learning/ClassicalLearning.h"

using namespace mlir;

namespace tvm::onnx_import {

static ArrayAttr readKeys(const Node &node, OpBuilder &builder) {
  SmallVector<Attribute> keys;
  for (int64_t label : node.getInts("classlabels_int64s", {}))
    keys.push_back(builder.getI64IntegerAttr(label));
  for (const std::string &label : node.getStrings("classlabels_strings"))
    keys.push_back(builder.getStringAttr(label));
  return builder.getArrayAttr(keys);
}

static LogicalResult importZipMap(Node &node) {
  Expansion e(node);
  auto x = readFeatures(node, e);
  if (failed(x) ||
      failed(checkOneOf(node, {"classlabels_int64s", "classlabels_strings"})))
    return failure();
  ArrayAttr keys = readKeys(node, node.builder());
  auto type = cast<RankedTensorType>(x->getType());
  auto count = static_cast<int64_t>(keys.size());
  if (!type.isDynamicDim(1) && type.getDimSize(1) != count)
    return node.error() << "expected a label for each column of " << type
                        << ", got " << count;
  node.setMaps(0, *x, keys);
  return e.result();
}

LogicalResult GraphImporter::importMapsOutput(
    const onnx::ValueInfoProto &info, const Maps &maps,
    SmallVectorImpl<Value> &results, SmallVectorImpl<Attribute> &attributes) {
  if (info.type().has_tensor_type())
    return error(info.name()) << "output '" << info.name()
                              << "' is a sequence of maps, declared as tensor";
  results.push_back(maps.values);
  attributes.push_back(builder.getDictionaryAttr(
      {builder.getNamedAttr("graph.name", builder.getStringAttr(info.name())),
       builder.getNamedAttr("graph.dims", builder.getStrArrayAttr({"?", "?"})),
       builder.getNamedAttr("graph.keys", maps.keys)}));
  return success();
}

void addMaps(NodeImporters &importers) {
  importers.add("ZipMap", importZipMap, 1, "ai.onnx.ml");
}

} // namespace tvm::onnx_import
