// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Tensors/Strings.h"

#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/InputChecks.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "dialects/Graph/Tensors/GraphString.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// A list of the node, from an attribute of one of four types.
static FailureOr<Value> getList(Expansion &expansion, Node &node,
                                StringRef name) {
  std::string ints = (name + "_int64s").str(),
              floats = (name + "_floats").str(),
              strings = (name + "_strings").str(),
              tensor = (name + "_tensor").str();
  if (failed(checkOneOf(node, {tensor, strings, ints, floats})))
    return failure();
  OpBuilder &builder = node.builder();
  if (const onnx::TensorProto *proto = node.getTensor(tensor))
    return node.constant(*proto);
  if (node.hasAttribute(ints))
    return node.constant(node.getInts(ints, {}));
  if (node.hasAttribute(floats)) {
    auto values =
        std::make_shared<SmallVector<float>>(node.getFloats(floats, {}));
    auto type = RankedTensorType::get(static_cast<int64_t>(values->size()),
                                      builder.getF32Type());
    ArrayRef<char> bytes(reinterpret_cast<const char *>(values->data()),
                         values->size() * sizeof(float));
    return ConstantOp::create(builder, node.loc(),
                              createConstant(type, "", bytes, values))
        .getResult();
  }
  return createStrings(expansion, node, node.getStrings(strings));
}

/// The value for elements that equal no key.
static FailureOr<Value> getDefault(Expansion &expansion, Node &node,
                                   Type type) {
  if (const onnx::TensorProto *proto = node.getTensor("default_tensor"))
    return node.constant(*proto);
  if (isa<StringType>(type)) {
    std::string text = node.getString("default_string", "_Unused");
    return createStrings(expansion, node, {text});
  }
  if (isa<FloatType>(type))
    return node.scalar(type, node.getFloat("default_float", -0.0f));
  return node.scalar(type, node.getInt("default_int64", -1));
}

/// The index of the first key that equals an element; negative if there is
/// none.
static Value findKeys(Expansion &expansion, Node &node, Value x, Value keys) {
  if (isString(x))
    return expansion.create<StringLookupOp>(x, keys);
  auto number = [&](int64_t value) {
    return node.scalar(node.builder().getI64Type(), value);
  };
  Value column = expansion.create<UnsqueezeOp>(x, ArrayRef<int64_t>{-1});
  Value isEqual = expansion.create<EqualOp>(column, keys);
  if (isa<FloatType>(getElementTypeOrSelf(x))) { // NaN is a key like any other
    Value areNaN = expansion.create<AndOp>(expansion.create<IsNaNOp>(column),
                                           expansion.create<IsNaNOp>(keys));
    isEqual = expansion.create<OrOp>(isEqual, areNaN);
  }
  Value numbers =
      expansion.create<CastOp>(isEqual, node.builder().getI64Type());
  int64_t last = cast<RankedTensorType>(x.getType()).getRank();
  Value first = expansion.create<ArgMaxOp>(
      numbers, node.builder().getI64IntegerAttr(last), UnitAttr(), UnitAttr());
  Value found = expansion.create<ReduceOp>(numbers, ReduceKind::Max,
                                           ArrayRef<int64_t>{last}, false);
  // -1 if no key was found, otherwise the index.
  Value missing = expansion.create<SubOp>(found, number(1));
  return expansion.create<WhereOp>(expansion.create<EqualOp>(found, number(0)),
                                   missing, first);
}

static LogicalResult checkLists(Node &node, Value x, Value keys, Value values) {
  auto keyType = cast<RankedTensorType>(keys.getType());
  auto valueType = cast<RankedTensorType>(values.getType());
  if (keyType.getRank() != 1 || keyType.getShape() != valueType.getShape() ||
      keyType.getNumElements() == 0)
    return node.error() << "expected a value for each key, got " << keyType
                        << " and " << valueType;
  if (keyType.getElementType() != getElementTypeOrSelf(x))
    return node.error() << "expected keys of the input's type, got " << keyType
                        << " for " << x.getType();
  return success();
}

/// Binds output 0: for each element of `x`, the value of its key.
static LogicalResult lookUp(Expansion &expansion, Node &node, Value x,
                            Value keys, Value values) {
  if (expansion.failed() || failed(checkLists(node, x, keys, values)))
    return failure();
  auto otherwise = getDefault(expansion, node, getElementTypeOrSelf(values));
  if (failed(otherwise))
    return failure();
  Value index = findKeys(expansion, node, x, keys);
  Value zero = node.scalar(node.builder().getI64Type(), 0);
  Value isMissing = expansion.create<LessOp>(index, zero);
  Value known = expansion.create<MaxOp>(index, zero);
  Value found = expansion.create<GatherOp>(values, known, 0);
  expansion.bind(0, expansion.create<WhereOp>(isMissing, *otherwise, found));
  return expansion.result();
}

static LogicalResult importLabelEncoder(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Expansion expansion(node);
  auto keys = getList(expansion, node, "keys");
  auto values = getList(expansion, node, "values");
  if (failed(keys) || failed(values))
    return failure();
  return lookUp(expansion, node, *x, *keys, *values);
}

/// Converts strings to numbers, or back.
static LogicalResult importCategoryMapper(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Expansion expansion(node);
  Value numbers = node.constant(node.getInts("cats_int64s", {}));
  Value texts = createStrings(expansion, node, node.getStrings("cats_strings"));
  return isString(*x) ? lookUp(expansion, node, *x, texts, numbers)
                      : lookUp(expansion, node, *x, numbers, texts);
}

void addLabelEncoder(NodeImporters &importers) {
  importers.add("LabelEncoder", importLabelEncoder, 2, "ai.onnx.ml");
  importers.add("CategoryMapper", importCategoryMapper, 1, "ai.onnx.ml");
}

} // namespace tvm::onnx_import
