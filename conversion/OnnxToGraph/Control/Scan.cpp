// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scan: a loop along axes of its inputs.

#include "conversion/OnnxToGraph/Control/Loops.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {
/// A tensor that is read, or written, row by row.
struct Rows {
  Value tensor;
  int64_t axis = 0;
  bool isReversed = false;
};
} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The size of a dimension as a `tensor<i64>`.
static FailureOr<Value> getSize(Node &node, Value x, int64_t axis) {
  int64_t size = typeOf(x).getDimSize(axis);
  if (ShapedType::isStatic(size))
    return node.scalar(node.builder().getI64Type(), size);
  auto shape = node.create<ShapeOp>(x, axis, axis + 1);
  if (failed(shape))
    return failure();
  auto scalar =
      node.create<SqueezeOp>(shape->getResult(), ArrayRef<int64_t>{0});
  if (failed(scalar))
    return failure();
  return scalar->getResult();
}

/// The row of `rows` for iteration `number` of `count`.
static FailureOr<Value> getRow(Node &node, const Rows &rows, Value number,
                               Value count) {
  if (rows.isReversed) {
    Value one = node.scalar(node.builder().getI64Type(), 1);
    auto last = node.create<SubOp>(count, one);
    auto index = failed(last) ? FailureOr<SubOp>()
                              : node.create<SubOp>(last->getResult(), number);
    if (failed(index))
      return failure();
    number = index->getResult();
  }
  auto row = node.create<GatherOp>(rows.tensor, number, rows.axis);
  if (failed(row))
    return failure();
  return row->getResult();
}

/// `stacked`, whose first dimension is the iteration, in the node's order and
/// with its axis.
static FailureOr<Value> arrange(Node &node, Rows stacked) {
  int64_t rank = typeOf(stacked.tensor).getRank();
  if (stacked.isReversed) {
    auto reversed = node.create<SliceOp>(
        stacked.tensor, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{-1},
        ArrayRef<int64_t>{std::numeric_limits<int64_t>::min()},
        ArrayRef<int64_t>{-1});
    if (failed(reversed))
      return failure();
    stacked.tensor = reversed->getResult();
  }
  if (stacked.axis == 0)
    return stacked.tensor;
  auto order = llvm::to_vector(llvm::seq<int64_t>(1, rank));
  order.insert(order.begin() + stacked.axis, 0);
  auto moved = node.create<TransposeOp>(stacked.tensor, order);
  if (failed(moved))
    return failure();
  return moved->getResult();
}

/// Checks that all inputs have the same number of rows as the first one.
static LogicalResult checkRows(Node &node, ArrayRef<Rows> inputs) {
  int64_t known = ShapedType::kDynamic;
  for (const Rows &rows : inputs) {
    int64_t size = typeOf(rows.tensor).getDimSize(rows.axis);
    if (ShapedType::isStatic(size) && ShapedType::isStatic(known) &&
        size != known)
      return node.error() << "expected scan inputs of one length, got " << known
                          << " and " << size;
    known = ShapedType::isStatic(size) ? size : known;
  }
  return success();
}

/// Creates a loop over `inputs`. Returns the last states, then the stacked
/// rows.
static FailureOr<SmallVector<Value>> scan(Node &node,
                                          const onnx::GraphProto &body,
                                          ValueRange states,
                                          ArrayRef<Rows> inputs) {
  if (failed(checkRows(node, inputs)))
    return failure();
  auto count = getSize(node, inputs.front().tensor, inputs.front().axis);
  if (failed(count))
    return failure();
  auto build = [&](Value number, ValueRange carried) -> FailureOr<Iteration> {
    SmallVector<Value> values(carried);
    for (const Rows &input : inputs) {
      auto row = getRow(node, input, number, *count);
      if (failed(row))
        return failure();
      values.push_back(*row);
    }
    auto outputs = node.importGraph(body, values);
    if (failed(outputs))
      return failure();
    auto all = ArrayRef(*outputs);
    return Iteration{{},
                     SmallVector<Value>(all.take_front(carried.size())),
                     SmallVector<Value>(all.drop_front(carried.size()))};
  };
  return createLoop(node, *count, {}, states, build);
}

/// The node's body, if it fits the number of inputs and outputs.
static FailureOr<const onnx::GraphProto *> getBody(Node &node, int numInputs,
                                                   int numStates) {
  auto body = node.getGraph("body");
  if (failed(body))
    return failure();
  int numOutputs = std::max(node.numOutputs(), numStates);
  if (failed(checkBody(node, **body, numInputs, numOutputs)))
    return failure();
  return *body;
}

/// The value of `num_scan_inputs`, if it is at most `available`.
static FailureOr<int> getNumScanInputs(Node &node, int available) {
  int64_t count = node.getInt("num_scan_inputs", 0);
  if (count < 1 || count > available)
    return node.error() << "expected num_scan_inputs from 1 to " << available
                        << ", got " << count;
  return static_cast<int>(count);
}

/// The axes and directions of `count` tensors; attribute names begin with
/// `prefix`.
static FailureOr<SmallVector<Rows>> getPlaces(Node &node, StringRef prefix,
                                              size_t count) {
  SmallVector<int64_t> zeros(count, 0);
  auto axes = node.getInts((prefix + "_axes").str(), zeros);
  auto directions = node.getInts((prefix + "_directions").str(), zeros);
  if (axes.size() != count || directions.size() != count)
    return node.error() << "expected " << count << " " << prefix
                        << "_axes and directions, got " << axes.size()
                        << " and " << directions.size();
  SmallVector<Rows> places;
  for (auto [axis, direction] : llvm::zip(axes, directions)) {
    if (direction != 0 && direction != 1)
      return node.error() << "expected " << prefix
                          << "_directions of 0 or 1, got " << direction;
    places.push_back({Value(), axis, direction == 1});
  }
  return places;
}

static LogicalResult setTensor(Node &node, Rows &rows, Value tensor) {
  int64_t rank = typeOf(tensor).getRank();
  if (rows.axis < -rank || rows.axis >= rank)
    return node.error() << "expected an axis of " << typeOf(tensor) << ", got "
                        << rows.axis;
  rows.tensor = tensor;
  rows.axis += rows.axis < 0 ? rank : 0;
  return success();
}

/// From opset 9 on: axes and directions, no batches.
static LogicalResult importScan(Node &node) {
  auto inputs = node.requiredInputs();
  auto count = getNumScanInputs(node, node.numInputs());
  if (failed(inputs) || failed(count))
    return failure();
  int numStates = node.numInputs() - *count;
  auto body = getBody(node, node.numInputs(), numStates);
  auto places = getPlaces(node, "scan_input", *count);
  if (failed(body) || failed(places))
    return failure();
  for (auto [rows, tensor] :
       llvm::zip(*places, ArrayRef(*inputs).drop_front(numStates)))
    if (failed(setTensor(node, rows, tensor)))
      return failure();
  auto results =
      scan(node, **body, ArrayRef(*inputs).take_front(numStates), *places);
  if (failed(results))
    return failure();
  size_t numRows = std::max(node.numOutputs() - numStates, 0);
  auto outputs = getPlaces(node, "scan_output", numRows);
  if (failed(outputs))
    return failure();
  for (int i = 0; i < node.numOutputs(); ++i) {
    FailureOr<Value> value = (*results)[i];
    if (i >= numStates) {
      Rows &rows = (*outputs)[i - numStates];
      value = failed(setTensor(node, rows, *value)) ? FailureOr<Value>()
                                                    : arrange(node, rows);
      if (failed(value))
        return failure();
    }
    node.setOutput(i, *value);
  }
  return success();
}

/// Imports a Scan of opset 8: the first dimension of all values is a batch; the
/// second dimension of scan inputs and outputs is the iteration.
static LogicalResult importBatchedScan(Node &node) {
  if (node.hasInput(0))
    return node.error() << "sequence_lens are not supported";
  SmallVector<Value> inputs;
  for (int i = 1; i < node.numInputs(); ++i) {
    auto input = node.requiredInput(i);
    if (failed(input))
      return failure();
    if (typeOf(*input).getRank() == 0)
      return node.error() << "expected inputs with a batch dimension, got "
                          << typeOf(*input);
    inputs.push_back(*input);
  }
  auto count = getNumScanInputs(node, inputs.size());
  if (failed(count))
    return failure();
  int numStates = static_cast<int>(inputs.size()) - *count;
  auto body = getBody(node, inputs.size(), numStates);
  SmallVector<int64_t> directions =
      node.getInts("directions", SmallVector<int64_t>(*count, 0));
  auto batch = getSize(node, inputs.front(), 0);
  if (failed(body) || failed(batch))
    return failure();
  if (directions.size() != static_cast<size_t>(*count))
    return node.error() << "expected " << *count << " directions, got "
                        << directions.size();
  for (int64_t direction : directions)
    if (direction != 0 && direction != 1)
      return node.error() << "expected directions of 0 or 1, got " << direction;
  auto build = [&](Value number, ValueRange) -> FailureOr<Iteration> {
    SmallVector<Value> states;
    SmallVector<Rows> sequences;
    for (auto [i, input] : llvm::enumerate(inputs)) {
      auto row = getRow(node, {input}, number, *batch);
      if (failed(row))
        return failure();
      if (static_cast<int>(i) < numStates)
        states.push_back(*row);
      else if (Rows rows{Value(), 0, directions[i - numStates] == 1};
               succeeded(setTensor(node, rows, *row)))
        sequences.push_back(rows);
      else
        return failure();
    }
    auto results = scan(node, **body, states, sequences);
    if (failed(results))
      return failure();
    return Iteration{{}, {}, *results};
  };
  auto results = createLoop(node, *batch, {}, {}, build);
  if (failed(results))
    return failure();
  for (auto [i, value] : llvm::enumerate(*results))
    node.setOutput(i, value);
  return success();
}

void addScan(NodeImporters &importers) {
  importers.add("Scan", importBatchedScan, 8);
  importers.add("Scan", importScan, 9);
}

} // namespace tvm::onnx_import
