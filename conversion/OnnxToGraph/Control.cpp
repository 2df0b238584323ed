// If and Loop.

#include "conversion/OnnxToGraph/Loops.h"
#include "dialects/Graph/GraphControl.h"
#include "dialects/Graph/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// `value` as a `tensor<type>`. ONNX allows tensors of one element.
static FailureOr<Value> toScalar(Node &node, Value value, Type type,
                                 StringRef what) {
  auto tensor = cast<RankedTensorType>(value.getType());
  bool isOne = tensor.hasStaticShape() ? tensor.getNumElements() == 1
                                       : tensor.getRank() == 1;
  if (tensor.getElementType() != type || !isOne)
    return node.error() << "expected " << what << " to be one " << type
                        << ", got " << tensor;
  if (tensor.getRank() == 0)
    return value;
  auto scalar = node.create<ReshapeOp>(
      value, node.constant(ArrayRef<int64_t>()), UnitAttr());
  if (failed(scalar))
    return failure();
  return scalar->getResult();
}

static void bindOutputs(Node &node, ValueRange values) {
  for (auto [i, value] : llvm::enumerate(values))
    node.setOutput(i, value);
}

//===-- if ----------------------------------------------------------------===//

/// Imports a branch of `node` at the builder's position.
static FailureOr<SmallVector<Value>> importBranch(Node &node, StringRef name) {
  auto graph = node.getGraph(name);
  if (failed(graph))
    return failure();
  if ((*graph)->input_size() != 0 ||
      (*graph)->output_size() < node.numOutputs())
    return node.error() << "expected '" << name << "' of no inputs and "
                        << node.numOutputs() << " outputs, got "
                        << (*graph)->input_size() << " inputs and "
                        << (*graph)->output_size() << " outputs";
  auto values = node.importGraph(**graph, {});
  if (succeeded(values))
    values->resize(node.numOutputs());
  return values;
}

static LogicalResult addBranch(Node &node, StringRef name, Region &region) {
  OpBuilder::InsertionGuard guard(node.builder());
  node.builder().createBlock(&region);
  auto values = importBranch(node, name);
  if (failed(values))
    return failure();
  YieldOp::create(node.builder(), node.loc(), *values);
  return success();
}

static LogicalResult importIf(Node &node) {
  auto condition = node.requiredInput(0);
  if (failed(condition))
    return failure();
  condition =
      toScalar(node, *condition, node.builder().getI1Type(), "the condition");
  if (failed(condition))
    return failure();
  if (auto known = node.constantInts(0)) {
    auto values =
        importBranch(node, known->front() ? "then_branch" : "else_branch");
    if (failed(values))
      return failure();
    return bindOutputs(node, *values), success();
  }
  OpBuilder &b = node.builder();
  auto draft = IfOp::create(b, node.loc(), TypeRange(), *condition);
  if (failed(addBranch(node, "then_branch", draft.getThenRegion())) ||
      failed(addBranch(node, "else_branch", draft.getElseRegion())))
    return failure();
  OperationState state(node.loc(), IfOp::getOperationName());
  IfOp::build(b, state, TypeRange(), *condition);
  auto op = node.complete(draft, state);
  if (failed(op))
    return failure();
  return bindOutputs(node, (*op)->getResults()), success();
}

//===-- loop --------------------------------------------------------------===//

/// What the body's input `info` takes for the scalar `value`: some exporters
/// say that it is a tensor of one element.
static FailureOr<Value> fromScalar(Node &node, Value value,
                                   const onnx::ValueInfoProto &info) {
  if (info.type().tensor_type().shape().dim_size() != 1)
    return value;
  auto list = node.create<UnsqueezeOp>(value, ArrayRef<int64_t>{0});
  if (failed(list))
    return failure();
  return list->getResult();
}

/// One iteration: the body takes its number and `true`, which the condition is
/// as it runs, and leaves the next condition.
static FailureOr<Iteration> importIteration(Node &node,
                                            const onnx::GraphProto &body,
                                            Value number, ValueRange carried) {
  Type i1 = node.builder().getI1Type();
  SmallVector<Value> inputs;
  for (auto [i, scalar] :
       llvm::enumerate(ArrayRef<Value>{number, node.scalar(i1, 1)})) {
    auto input = fromScalar(node, scalar, body.input(i));
    if (failed(input))
      return failure();
    inputs.push_back(*input);
  }
  llvm::append_range(inputs, carried);
  auto outputs = node.importGraph(body, inputs);
  if (failed(outputs))
    return failure();
  auto condition = toScalar(node, outputs->front(), i1, "the body's condition");
  if (failed(condition))
    return failure();
  auto values = ArrayRef(*outputs).drop_front();
  return Iteration{*condition,
                   SmallVector<Value>(values.take_front(carried.size())),
                   SmallVector<Value>(values.drop_front(carried.size()))};
}

/// Input `i` as a scalar, null where it is left out.
static FailureOr<Value> optionalScalar(Node &node, int i, Type type,
                                       StringRef what) {
  return node.hasInput(i) ? toScalar(node, node.input(i), type, what)
                          : FailureOr<Value>(Value());
}

static LogicalResult importLoop(Node &node) {
  auto body = node.getGraph("body");
  auto count =
      optionalScalar(node, 0, node.builder().getI64Type(), "the trip count");
  auto condition =
      optionalScalar(node, 1, node.builder().getI1Type(), "the condition");
  if (failed(body) || failed(count) || failed(condition))
    return failure();
  SmallVector<Value> inits;
  for (int i = 2; i < node.numInputs(); ++i) {
    auto init = node.requiredInput(i);
    if (failed(init))
      return failure();
    inits.push_back(*init);
  }
  int64_t numInputs = inits.size() + 2;
  int64_t numOutputs = std::max<int64_t>(node.numOutputs(), inits.size()) + 1;
  if ((*body)->input_size() != numInputs || (*body)->output_size() < numOutputs)
    return node.error() << "expected a body of " << numInputs
                        << " inputs and at least " << numOutputs
                        << " outputs, got " << (*body)->input_size()
                        << " inputs and " << (*body)->output_size()
                        << " outputs";
  auto results = createLoop(
      node, *count, *condition, inits, [&](Value number, ValueRange carried) {
        return importIteration(node, **body, number, carried);
      });
  if (failed(results))
    return failure();
  return bindOutputs(node, *results), success();
}

void addControl(NodeImporters &importers) {
  importers.add("If", importIf);
  importers.add("Loop", importLoop);
}

} // namespace tvm::onnx_import
