// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Lists.h"

#include "conversion/OnnxToGraph/Importer.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Sequences/GraphSequence.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

//===-- types -------------------------------------------------------------===//

static std::string describeElement(const ListType &type) {
  if (!type.element)
    return "?";
  std::string text = getElementName(type.element);
  if (type.rank < 0)
    return text;
  SmallVector<std::string> dims(type.rank, "?");
  return text + "[" + llvm::join(dims, ",") + "]";
}

std::string describe(const ListType &type) {
  std::string text = describeElement(type);
  if (type.kind == ListType::Sequence ||
      type.kind == ListType::OptionalSequence)
    text = "sequence(" + text + ")";
  return type.isOptional() ? "optional(" + text + ")" : text;
}

std::optional<ListType> convertListType(const onnx::TypeProto &type,
                                        MLIRContext *context) {
  bool isOptional = type.has_optional_type();
  const onnx::TypeProto &held =
      isOptional ? type.optional_type().elem_type() : type;
  bool isSequence = held.has_sequence_type();
  const onnx::TypeProto &tensor =
      isSequence ? held.sequence_type().elem_type() : held;
  if ((!isOptional && !isSequence) || !tensor.has_tensor_type())
    return std::nullopt;
  ListType result;
  if (isOptional)
    result.kind =
        isSequence ? ListType::OptionalSequence : ListType::OptionalTensor;
  result.element = getElementType(tensor.tensor_type().elem_type(), context);
  result.rank = tensor.tensor_type().has_shape()
                    ? tensor.tensor_type().shape().dim_size()
                    : ListType::kAnyRank;
  return result.element ? std::optional(result) : std::nullopt;
}

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

static ListType getOptionalType(Value tensor) {
  return {ListType::OptionalTensor, typeOf(tensor).getElementType(),
          typeOf(tensor).getRank()};
}

static ListType::Kind getKind(const TensorList &list) {
  switch (list.kind) {
  case TensorList::Sequence:
    return ListType::Sequence;
  case TensorList::OptionalTensor:
    return ListType::OptionalTensor;
  case TensorList::EmptyOptional:
  case TensorList::RunTime:
    return list.type.kind;
  }
  llvm_unreachable("no kind of list");
}

static FailureOr<ListType> joinElements(ListType a, const ListType &b) {
  if (a.element && b.element && a.element != b.element)
    return failure();
  a.element = a.element ? a.element : b.element;
  if (a.rank == ListType::kNoRank)
    a.rank = b.rank;
  else if (b.rank != ListType::kNoRank && a.rank != b.rank)
    a.rank = ListType::kAnyRank;
  return a;
}

FailureOr<ListType> getListType(const TensorList &list) {
  FailureOr<ListType> type = list.type;
  type->kind = getKind(list);
  for (Value element : list.elements)
    if (succeeded(type))
      type = joinElements(*type, getOptionalType(element));
  return type;
}

static std::optional<ListType::Kind> joinKinds(ListType::Kind a,
                                               ListType::Kind b) {
  if (a == b)
    return a;
  if (a == ListType::Optional)
    std::swap(a, b);
  if (a == ListType::OptionalTensor)
    return b == ListType::Optional ? std::optional(a) : std::nullopt;
  if (b == ListType::OptionalTensor)
    return std::nullopt;
  return ListType::OptionalSequence;
}

FailureOr<ListType> joinListTypes(const ListType &a, const ListType &b) {
  auto joined = joinElements(a, b);
  auto kind = joinKinds(a.kind, b.kind);
  if (failed(joined) || !kind)
    return failure();
  joined->kind = *kind;
  return joined;
}

FailureOr<ListType> getListType(const Binding &binding) {
  if (auto *tensor = std::get_if<Value>(&binding))
    return getOptionalType(*tensor);
  return getListType(std::get<TensorList>(binding));
}

FailureOr<ListType> joinListTypes(const Binding &a, const Binding &b) {
  auto first = getListType(a), second = getListType(b);
  if (failed(first) || failed(second))
    return failure();
  return joinListTypes(*first, *second);
}

//===-- values ------------------------------------------------------------===//

Value readElement(OpBuilder &builder, Location loc, Value references,
                  Value position, Type element, int64_t rank) {
  Value shape = SequenceShapeOp::create(builder, loc, references, position,
                                        element, rank);
  return SequenceAtOp::create(builder, loc, references, position, shape,
                              element);
}

Value readSequence(OpBuilder &builder, Location loc, Value references) {
  Value first = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get({}, builder.getI64Type()),
                             ArrayRef<int64_t>(0)));
  return readElement(builder, loc, references, first,
                     HandleType::get(builder.getContext()), 1);
}

Value makeReferences(OpBuilder &builder, Location loc, const Binding &binding,
                     ListType::Kind kind) {
  if (auto *tensor = std::get_if<Value>(&binding))
    return SequenceOp::create(builder, loc, *tensor);
  const auto &list = std::get<TensorList>(binding);
  Value references = list.references;
  if (list.isKnown())
    references = SequenceOp::create(builder, loc, list.elements);
  ListType::Kind from = getKind(list);
  if (from == ListType::Sequence && kind == ListType::OptionalSequence)
    return SequenceOp::create(builder, loc, references);
  if (from == ListType::OptionalSequence && kind == ListType::Sequence)
    return readSequence(builder, loc, references);
  return references;
}

} // namespace tvm::onnx_import
