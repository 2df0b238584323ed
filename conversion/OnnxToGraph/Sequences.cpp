// Sequences whose length is known while importing: lists of values.

#include "conversion/OnnxToGraph/Expansion.h"
#include "dialects/Graph/GraphIndexing.h"
#include "dialects/Graph/GraphShape.h"

#include <numeric>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

using Elements = SmallVector<Value>;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static void setSequence(Node &node, int i, Elements elements) {
  node.setOutput(i, TensorList{TensorList::Sequence, std::move(elements)});
}

static FailureOr<Elements> getSequence(Node &node, int i) {
  const TensorList *list = node.inputList(i);
  if (!list || list->kind != TensorList::Sequence)
    return node.error() << "expected a sequence as input " << i;
  return list->elements;
}

/// The constant position that input `i` says, from the front; `end` where it is
/// left out. Positions go up to `size`, which is one more than the last element
/// where something is inserted.
static FailureOr<int64_t> getPosition(Node &node, int i, int64_t length,
                                      int64_t size, int64_t end) {
  if (!node.hasInput(i))
    return end;
  auto constant = node.constantInts(i);
  if (!constant || constant->size() != 1)
    return node.error() << "expected one constant position";
  int64_t position = constant->front();
  if (position < -length || position >= size)
    return node.error() << "expected a position in a sequence of " << length
                        << " elements, got " << position;
  return position < 0 ? position + length : position;
}

//===-- construction
//--------------------------------------------------------===//

static LogicalResult importConstruct(Node &node) {
  auto elements = node.requiredInputs();
  if (failed(elements))
    return failure();
  return setSequence(node, 0, *elements), success();
}

static LogicalResult importEmpty(Node &node) {
  return setSequence(node, 0, {}), success();
}

static LogicalResult importInsert(Node &node) {
  auto elements = getSequence(node, 0);
  auto value = node.requiredInput(1);
  if (failed(elements) || failed(value))
    return failure();
  int64_t length = elements->size();
  auto position = getPosition(node, 2, length, length + 1, length);
  if (failed(position))
    return failure();
  elements->insert(elements->begin() + *position, *value);
  return setSequence(node, 0, *elements), success();
}

static LogicalResult importErase(Node &node) {
  auto elements = getSequence(node, 0);
  if (failed(elements))
    return failure();
  if (elements->empty())
    return node.error() << "expected a sequence with elements, got none";
  int64_t length = elements->size();
  auto position = getPosition(node, 1, length, length, length - 1);
  if (failed(position))
    return failure();
  elements->erase(elements->begin() + *position);
  return setSequence(node, 0, *elements), success();
}

//===-- elements
//------------------------------------------------------------===//

/// All elements along a new axis.
static Value stack(Expansion &expansion, ArrayRef<Value> elements,
                   int64_t axis) {
  Elements rows;
  for (Value element : elements)
    rows.push_back(
        expansion.create<UnsqueezeOp>(element, ArrayRef<int64_t>{axis}));
  return expansion.create<ConcatOp>(rows, axis);
}

/// The element at a position that is known when the model runs, of tensors of
/// one shape.
static LogicalResult importElementAt(Node &node, ArrayRef<Value> elements) {
  auto position = node.requiredInput(1);
  bool isUniform = llvm::all_of(elements, [&](Value element) {
    return element.getType() == elements.front().getType() &&
           typeOf(element).hasStaticShape();
  });
  if (failed(position) || elements.empty() || !isUniform)
    return node.error() << "expected a constant position, or elements of one "
                           "static shape";
  Expansion expansion(node);
  Value all = stack(expansion, elements, 0);
  expansion.bind(0, expansion.create<GatherOp>(all, *position, 0));
  return expansion.result();
}

static LogicalResult importAt(Node &node) {
  auto elements = getSequence(node, 0);
  if (failed(elements))
    return failure();
  if (node.hasInput(1) && !node.constantInts(1))
    return importElementAt(node, *elements);
  int64_t length = elements->size();
  if (!node.hasInput(1))
    return node.error() << "expected a position as input 1";
  auto position = getPosition(node, 1, length, length, 0);
  if (failed(position))
    return failure();
  return node.setOutput(0, (*elements)[*position]), success();
}

static LogicalResult importLength(Node &node) {
  auto elements = getSequence(node, 0);
  if (failed(elements))
    return failure();
  node.setOutput(0, node.scalar(node.builder().getI64Type(),
                                static_cast<double>(elements->size())));
  return success();
}

static LogicalResult importConcat(Node &node) {
  auto elements = getSequence(node, 0);
  if (failed(elements))
    return failure();
  if (elements->empty())
    return node.error() << "expected a sequence with elements, got none";
  int64_t isNew = node.getInt("new_axis", 0);
  auto axis = normalizeAxis(node.loc(), node.getInt("axis", 0),
                            typeOf(elements->front()).getRank() + isNew);
  if (!axis)
    return failure();
  Expansion expansion(node);
  expansion.bind(0, isNew ? stack(expansion, *elements, *axis)
                          : expansion.create<ConcatOp>(*elements, *axis));
  return expansion.result();
}

//===-- split
//---------------------------------------------------------------===//

static FailureOr<Elements> splitAt(Node &node, Value x, int64_t axis,
                                   ArrayRef<int64_t> sizes) {
  int64_t total = typeOf(x).getDimSize(axis);
  int64_t sum = std::accumulate(sizes.begin(), sizes.end(), int64_t(0));
  if (ShapedType::isStatic(total) && sum != total)
    return node.error() << "expected pieces of " << total
                        << " elements together, got " << sum;
  Elements pieces;
  int64_t start = 0;
  for (int64_t size : sizes) {
    auto piece = node.create<SliceOp>(
        x, ArrayRef<int64_t>{axis}, ArrayRef<int64_t>{start},
        ArrayRef<int64_t>{start + size}, ArrayRef<int64_t>{1});
    if (failed(piece))
      return failure();
    pieces.push_back(piece->getResult());
    start += size;
  }
  return pieces;
}

/// Pieces whose sizes are known when the model runs; how many is known now.
static FailureOr<Elements> splitAtRunTime(Node &node, Value x, int64_t axis,
                                          Value sizes) {
  Expansion expansion(node);
  Value ends = expansion.create<CumulateOp>(sizes, ReduceKind::Sum, 0);
  Value starts = expansion.create<CumulateOp>(sizes, ReduceKind::Sum, 0,
                                              /*exclusive=*/true);
  auto get = [&](Value list, int64_t i) {
    return expansion.create<SliceOp>(
        list, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{i},
        ArrayRef<int64_t>{i + 1}, ArrayRef<int64_t>{1});
  };
  Value axes = node.constant({axis});
  Elements pieces;
  for (int64_t i = 0; i < typeOf(sizes).getDimSize(0); ++i)
    pieces.push_back(expansion.create<DynamicSliceOp>(
        x, get(starts, i), get(ends, i), axes, Value()));
  if (failed(expansion.result()))
    return failure();
  return pieces;
}

/// `total` as pieces of `size`, and a smaller last one.
static SmallVector<int64_t> getPieces(int64_t total, int64_t size) {
  SmallVector<int64_t> sizes;
  for (int64_t start = 0; start < total; start += size)
    sizes.push_back(std::min(size, total - start));
  return sizes;
}

/// The pieces that the node asks for.
static FailureOr<Elements> getPieces(Node &node, Value x, int64_t axis) {
  int64_t total = typeOf(x).getDimSize(axis);
  RankedTensorType type = node.inputType(1);
  if (type && type.getRank() == 1) {
    auto sizes = node.constantInts(1);
    if (!sizes && type.hasStaticShape())
      return splitAtRunTime(node, x, axis, node.input(1));
    if (!sizes || llvm::any_of(*sizes, [](int64_t n) { return n < 0; }))
      return node.error() << "expected a known number of pieces, none negative";
    return splitAt(node, x, axis, *sizes);
  }
  auto size = type ? node.constantInts(1) : SmallVector<int64_t>{1};
  if (ShapedType::isDynamic(total) || !size || size->front() < 1)
    return node.error() << "expected a known number of pieces: a constant "
                           "positive split of a static dimension, got "
                        << typeOf(x);
  return splitAt(node, x, axis, getPieces(total, size->front()));
}

static LogicalResult importSplitToSequence(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto axis =
      normalizeAxis(node.loc(), node.getInt("axis", 0), typeOf(*x).getRank());
  if (!axis)
    return failure();
  auto pieces = getPieces(node, *x, *axis);
  if (failed(pieces))
    return failure();
  // Without sizes, pieces of one may lose their axis.
  if (!node.hasInput(1) && node.getInt("keepdims", 1) == 0)
    for (Value &piece : *pieces) {
      auto squeezed = node.create<SqueezeOp>(piece, ArrayRef<int64_t>{*axis});
      if (failed(squeezed))
        return failure();
      piece = squeezed->getResult();
    }
  return setSequence(node, 0, *pieces), success();
}

//===-- map
//-----------------------------------------------------------------===//

/// What the body takes for element `index`: elements of sequences, tensors as
/// they are.
static FailureOr<Elements> getMapInputs(Node &node, size_t index) {
  Elements inputs;
  for (int i = 0; i < node.numInputs(); ++i) {
    if (!node.inputList(i)) {
      auto tensor = node.requiredInput(i);
      if (failed(tensor))
        return failure();
      inputs.push_back(*tensor);
      continue;
    }
    auto elements = getSequence(node, i);
    if (failed(elements))
      return failure();
    if (index >= elements->size())
      return node.error() << "expected sequences of one length";
    inputs.push_back((*elements)[index]);
  }
  return inputs;
}

static LogicalResult importMap(Node &node) {
  auto body = node.getGraph("body");
  auto first = getSequence(node, 0);
  if (failed(body) || failed(first))
    return failure();
  if ((*body)->input_size() != node.numInputs() ||
      (*body)->output_size() < node.numOutputs())
    return node.error() << "expected a body of " << node.numInputs()
                        << " inputs and " << node.numOutputs()
                        << " outputs, got " << (*body)->input_size()
                        << " inputs and " << (*body)->output_size()
                        << " outputs";
  SmallVector<Elements> results(node.numOutputs());
  for (size_t index = 0; index < first->size(); ++index) {
    auto inputs = getMapInputs(node, index);
    if (failed(inputs))
      return failure();
    auto outputs = node.importGraph(**body, *inputs);
    if (failed(outputs))
      return failure();
    for (auto [result, output] : llvm::zip(results, *outputs))
      result.push_back(output);
  }
  for (auto [i, result] : llvm::enumerate(results))
    setSequence(node, i, result);
  return success();
}

void addSequences(NodeImporters &importers) {
  importers.add("SequenceConstruct", importConstruct);
  importers.add("SequenceEmpty", importEmpty);
  importers.addForLists("SequenceInsert", importInsert);
  importers.addForLists("SequenceErase", importErase);
  importers.addForLists("SequenceAt", importAt);
  importers.addForLists("SequenceLength", importLength);
  importers.addForLists("ConcatFromSequence", importConcat);
  importers.add("SplitToSequence", importSplitToSequence);
  importers.addForLists("SequenceMap", importMap);
}

} // namespace tvm::onnx_import
