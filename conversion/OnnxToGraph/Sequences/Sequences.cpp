// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sequences: lists of values if their length is known at import, otherwise
// references at run time.

#include "conversion/OnnxToGraph/Sequences/Sequences.h"

#include "conversion/OnnxToGraph/Expansion.h"
#include "dialects/Graph/Sequences/GraphSequence.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

using Elements = SmallVector<Value>;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static void setSequence(Node &node, Elements elements, ListType type = {}) {
  type.rank = ListType::kNoRank; // the elements have more information
  node.setOutput(0,
                 TensorList{TensorList::Sequence, std::move(elements), type});
}

FailureOr<TensorList> requireSequence(Node &node, int i) {
  const TensorList *list = node.inputList(i);
  bool isSequence = list && (list->kind == TensorList::Sequence ||
                             (!list->isKnown() && !list->type.isOptional()));
  if (!isSequence)
    return node.error() << "expected a sequence as input " << i;
  return *list;
}

FailureOr<ListType> requireListType(Node &node, const TensorList &list) {
  auto type = getListType(list);
  if (failed(type))
    return node.error() << "expected elements of one type";
  return type;
}

int64_t getDeclaredRank(Node &node, int i) {
  RankedTensorType type = node.declaredOutputType(i);
  return type ? type.getRank() : ListType::kAnyRank;
}

FailureOr<Value> readElement(Node &node, const TensorList &list, Value position,
                             int64_t rank) {
  const ListType &type = list.type;
  rank = type.rank < 0 ? rank : type.rank;
  if (!type.element || rank < 0)
    return node.error() << "expected elements of known type and rank, got "
                        << describe(type)
                        << ": give the model's values their shapes";
  return readElement(node.builder(), node.loc(), list.references, position,
                     type.element, rank);
}

//===-- positions ---------------------------------------------------------===//

/// The constant position in input `i`, from the front; `end` if it is left out.
/// Positions are at most `size`, which includes the position behind the last
/// element for insertions.
static FailureOr<int64_t> getPosition(Node &node, int i, int64_t length,
                                      int64_t size, int64_t end) {
  if (!node.hasInput(i))
    return end;
  auto constant = node.constantInts(i);
  if (constant->size() != 1)
    return node.error() << "expected one position, got " << constant->size();
  int64_t position = constant->front();
  if (position < -length || position >= size)
    return node.error() << "expected a position in a sequence of " << length
                        << " elements, got " << position;
  return position < 0 ? position + length : position;
}

/// Whether `list` and the position in input `i` are known at import.
static bool isKnown(Node &node, const TensorList &list, int i) {
  return list.isKnown() && (!node.hasInput(i) || node.constantInts(i));
}

/// The position in input `i` at run time, or `end`.
static FailureOr<Value> readPosition(Node &node, int i, Value end) {
  if (!node.hasInput(i))
    return end;
  auto position = node.requiredInput(i);
  if (failed(position))
    return failure();
  RankedTensorType type = typeOf(*position);
  if (!type.hasStaticShape() || type.getNumElements() != 1)
    return node.error() << "expected one position, got " << type;
  Expansion expansion(node);
  return expansion.cast(*position, node.builder().getI64Type());
}

/// The sequence at run time.
static Value getReferences(Node &node, const TensorList &list) {
  return makeReferences(node.builder(), node.loc(), list, ListType::Sequence);
}

//===-- construction ------------------------------------------------------===//

static LogicalResult importConstruct(Node &node) {
  auto elements = node.requiredInputs();
  if (failed(elements))
    return failure();
  return setSequence(node, *elements), success();
}

static LogicalResult importEmpty(Node &node) {
  int64_t dtype = node.getInt("dtype", onnx::TensorProto::FLOAT);
  ListType type;
  type.element = getElementType(dtype, node.builder().getContext());
  if (!type.element)
    return node.error() << "unsupported element type " << dtype;
  return setSequence(node, {}, type), success();
}

static LogicalResult insertAtRunTime(Node &node, const TensorList &list,
                                     Value value) {
  auto type = joinListTypes(list, TensorList{TensorList::Sequence, {value}});
  if (failed(type))
    return node.error() << "expected an element of " << describe(list.type)
                        << ", got " << value.getType();
  Value references = getReferences(node, list);
  auto end = node.create<ShapeOp>(references, 0, 1);
  auto position = readPosition(node, 2, *end);
  if (failed(position))
    return failure();
  auto inserted = node.create<SequenceInsertOp>(value, references, *position);
  if (failed(inserted))
    return failure();
  node.setOutput(0, TensorList::atRunTime(*type, *inserted));
  return success();
}

static LogicalResult importInsert(Node &node) {
  auto list = requireSequence(node, 0);
  auto value = node.requiredInput(1);
  if (failed(list) || failed(value))
    return failure();
  if (!isKnown(node, *list, 2))
    return insertAtRunTime(node, *list, *value);
  int64_t length = list->elements.size();
  auto position = getPosition(node, 2, length, length + 1, length);
  if (failed(position))
    return failure();
  list->elements.insert(list->elements.begin() + *position, *value);
  return setSequence(node, list->elements, list->type), success();
}

static LogicalResult eraseAtRunTime(Node &node, const TensorList &list) {
  auto type = requireListType(node, list);
  auto position = readPosition(node, 1, node.constant({-1}));
  if (failed(type) || failed(position))
    return failure();
  auto rest =
      node.create<SequenceEraseOp>(getReferences(node, list), *position);
  if (failed(rest))
    return failure();
  node.setOutput(0, TensorList::atRunTime(*type, *rest));
  return success();
}

static LogicalResult importErase(Node &node) {
  auto list = requireSequence(node, 0);
  if (failed(list))
    return failure();
  if (!isKnown(node, *list, 1))
    return eraseAtRunTime(node, *list);
  if (list->elements.empty())
    return node.error() << "expected a sequence with elements, got none";
  int64_t length = list->elements.size();
  auto position = getPosition(node, 1, length, length, length - 1);
  if (failed(position))
    return failure();
  ListType type;
  type.element = typeOf(list->elements.front()).getElementType();
  list->elements.erase(list->elements.begin() + *position);
  return setSequence(node, list->elements, type), success();
}

//===-- elements ----------------------------------------------------------===//

/// Whether all of `elements` can be read by one gather.
static bool areUniform(ArrayRef<Value> elements) {
  return !elements.empty() && llvm::all_of(elements, [&](Value element) {
    return element.getType() == elements.front().getType() &&
           typeOf(element).hasStaticShape();
  });
}

/// Imports the element at a position that is known at run time only.
static LogicalResult importAtRunTime(Node &node, const TensorList &list) {
  auto position = readPosition(node, 1, {});
  auto type = requireListType(node, list);
  if (failed(position) || failed(type))
    return failure();
  if (areUniform(list.elements)) {
    Expansion expansion(node);
    Value all = stack(expansion, list.elements, 0);
    expansion.bind(0, expansion.create<GatherOp>(all, node.input(1), 0));
    return expansion.result();
  }
  auto element =
      readElement(node, TensorList::atRunTime(*type, getReferences(node, list)),
                  *position, getDeclaredRank(node, 0));
  if (failed(element))
    return failure();
  return node.setOutput(0, *element), success();
}

static LogicalResult importAt(Node &node) {
  auto list = requireSequence(node, 0);
  if (failed(list))
    return failure();
  if (!isKnown(node, *list, 1))
    return importAtRunTime(node, *list);
  int64_t length = list->elements.size();
  auto position = getPosition(node, 1, length, length, 0);
  if (failed(position))
    return failure();
  return node.setOutput(0, list->elements[*position]), success();
}

static LogicalResult importLength(Node &node) {
  auto list = requireSequence(node, 0);
  if (failed(list))
    return failure();
  Expansion expansion(node);
  expansion.bind(0, list->isKnown() ? expansion.integer(list->elements.size())
                                    : expansion.dim(list->references, 0));
  return expansion.result();
}

void addSequences(NodeImporters &importers) {
  importers.add("SequenceConstruct", importConstruct);
  importers.add("SequenceEmpty", importEmpty);
  importers.addForLists("SequenceInsert", importInsert);
  importers.addForLists("SequenceErase", importErase);
  importers.addForLists("SequenceAt", importAt);
  importers.addForLists("SequenceLength", importLength);
  addConcatFromSequence(importers);
  addSplitToSequence(importers);
  addSequenceMap(importers);
}

} // namespace tvm::onnx_import
