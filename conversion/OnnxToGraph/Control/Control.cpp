// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If and Loop.

#include "conversion/OnnxToGraph/Control/ControlLists.h"
#include "conversion/OnnxToGraph/Control/Loops.h"
#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/Tensors/GraphShape.h"

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

static void bindOutputs(Node &node, ArrayRef<Binding> values) {
  for (auto [i, value] : llvm::enumerate(values))
    node.setBinding(i, value);
}

//===-- if ----------------------------------------------------------------===//

/// Imports a branch of `node` at the builder's position.
static FailureOr<SmallVector<Binding>> importBranch(Node &node,
                                                    StringRef name) {
  auto graph = node.getGraph(name);
  if (failed(graph))
    return failure();
  if ((*graph)->input_size() != 0 ||
      (*graph)->output_size() < node.numOutputs())
    return node.error() << "expected '" << name << "' of no inputs and "
                        << node.numOutputs() << " outputs, got "
                        << (*graph)->input_size() << " inputs and "
                        << (*graph)->output_size() << " outputs";
  auto values = node.importGraph(**graph, ArrayRef<Binding>());
  if (succeeded(values))
    values->truncate(node.numOutputs());
  return values;
}

static FailureOr<SmallVector<Binding>> addBranch(Node &node, StringRef name,
                                                 Region &region) {
  OpBuilder::InsertionGuard guard(node.builder());
  node.builder().createBlock(&region);
  return importBranch(node, name);
}

static void endBranch(Node &node, Region &region, ArrayRef<Binding> values,
                      const ListTypes &types) {
  OpBuilder::InsertionGuard guard(node.builder());
  node.builder().setInsertionPointToEnd(&region.front());
  SmallVector<Value> yielded = toValues(node, values, types);
  YieldOp::create(node.builder(), node.loc(), yielded);
}

/// Imports both branches into `draft`. Returns the common types of their
/// results.
static FailureOr<ListTypes> addBranches(Node &node, IfOp draft) {
  auto ifTrue = addBranch(node, "then_branch", draft.getThenRegion());
  auto ifFalse = addBranch(node, "else_branch", draft.getElseRegion());
  if (failed(ifTrue) || failed(ifFalse))
    return failure();
  ListTypes types(ifTrue->size());
  for (auto [a, b, type] : llvm::zip(*ifTrue, *ifFalse, types))
    if (failed(joinTypes(node, a, b, type)))
      return failure();
  endBranch(node, draft.getThenRegion(), *ifTrue, types);
  endBranch(node, draft.getElseRegion(), *ifFalse, types);
  return types;
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
  auto types = addBranches(node, draft);
  if (failed(types))
    return failure();
  OperationState state(node.loc(), IfOp::getOperationName());
  IfOp::build(b, state, TypeRange(), *condition);
  auto op = node.complete(draft, state);
  if (failed(op))
    return failure();
  return bindOutputs(node, toBindings((*op)->getResults(), *types)), success();
}

//===-- loop --------------------------------------------------------------===//

/// Converts a scalar to the type of the body's input `info`: some exporters
/// declare a tensor of one element.
static FailureOr<Value> fromScalar(Node &node, Value value,
                                   const onnx::ValueInfoProto &info) {
  if (info.type().tensor_type().shape().dim_size() != 1)
    return value;
  auto list = node.create<UnsqueezeOp>(value, ArrayRef<int64_t>{0});
  if (failed(list))
    return failure();
  return list->getResult();
}

/// The inputs of the body: the number of the iteration, `true` for the
/// condition, which holds while the body runs, and carried values.
static FailureOr<SmallVector<Binding>>
getBodyInputs(Node &node, const onnx::GraphProto &body, Value number,
              ValueRange carried, const ListTypes &types) {
  Value holds = node.scalar(node.builder().getI1Type(), 1);
  auto first = fromScalar(node, number, body.input(0));
  auto second = fromScalar(node, holds, body.input(1));
  if (failed(first) || failed(second))
    return failure();
  SmallVector<Binding> inputs{*first, *second};
  llvm::append_range(inputs, toBindings(carried, types));
  return inputs;
}

/// The tensors of `bindings`; fails where one is a list.
static FailureOr<SmallVector<Value>>
requireTensors(Node &node, ArrayRef<Binding> bindings) {
  SmallVector<Value> tensors;
  for (const Binding &binding : bindings) {
    if (isList(binding))
      return node.error() << "expected tensors from the body, got "
                          << describe(binding);
    tensors.push_back(std::get<Value>(binding));
  }
  return tensors;
}

/// Imports one iteration, with carried lists of `types`, which are joined with
/// the types of the next values.
static FailureOr<Iteration> importIteration(Node &node,
                                            const onnx::GraphProto &body,
                                            Value number, ValueRange carried,
                                            ListTypes &types) {
  auto inputs = getBodyInputs(node, body, number, carried, types);
  auto outputs = failed(inputs) ? FailureOr<SmallVector<Binding>>(failure())
                                : node.importGraph(body, *inputs);
  if (failed(outputs))
    return failure();
  auto next = ArrayRef(*outputs).slice(1, carried.size());
  for (auto [before, after, type] :
       llvm::zip(ArrayRef(*inputs).drop_front(2), next, types))
    if (failed(joinTypes(node, before, after, type)))
      return failure();
  auto condition = requireTensors(node, outputs->front());
  auto rows =
      requireTensors(node, ArrayRef(*outputs).drop_front(1 + carried.size()));
  if (failed(condition) || failed(rows))
    return failure();
  auto scalar = toScalar(node, condition->front(), node.builder().getI1Type(),
                         "the body's condition");
  if (failed(scalar))
    return failure();
  return Iteration{*scalar, toValues(node, next, types), *rows};
}

/// Input `i` as a scalar; null if it is left out.
static FailureOr<Value> optionalScalar(Node &node, int i, Type type,
                                       StringRef what) {
  if (!node.hasInput(i))
    return Value();
  auto value = node.requiredInput(i);
  if (failed(value))
    return failure();
  return toScalar(node, *value, type, what);
}

/// The types of carried lists before the first iteration. The body may declare
/// the rank of the elements of an empty list.
static FailureOr<ListTypes> getInitialTypes(Node &node,
                                            const onnx::GraphProto &body,
                                            ArrayRef<Binding> inits) {
  ListTypes types(inits.size());
  MLIRContext *context = node.builder().getContext();
  for (auto [i, init] : llvm::enumerate(inits)) {
    if (!isList(init))
      continue;
    auto type = getListType(init);
    if (failed(type))
      return node.error() << "expected elements of one type";
    auto declared = convertListType(body.input(i + 2).type(), context);
    if (declared && declared->rank >= 0 && type->rank == ListType::kNoRank)
      type->rank = declared->rank;
    types[i] = *type;
  }
  return types;
}

/// Creates a loop with the carried values `inits`. It is built again as long as
/// an iteration changes the types of lists.
static FailureOr<SmallVector<Binding>> createLoop(Node &node,
                                                  const onnx::GraphProto &body,
                                                  Value count, Value condition,
                                                  ArrayRef<Binding> inits) {
  auto types = getInitialTypes(node, body, inits);
  if (failed(types))
    return failure();
  while (true) {
    ListTypes next;
    auto results =
        createLoop(node, count, condition, toValues(node, inits, *types),
                   [&](Value number, ValueRange carried) {
                     next = *types;
                     return importIteration(node, body, number, carried, next);
                   });
    if (failed(results))
      return failure();
    if (next == *types)
      return toBindings(*results, *types);
    results->front().getDefiningOp()->erase();
    types = next;
  }
}

static LogicalResult importLoop(Node &node) {
  auto body = node.getGraph("body");
  auto count =
      optionalScalar(node, 0, node.builder().getI64Type(), "the trip count");
  auto condition =
      optionalScalar(node, 1, node.builder().getI1Type(), "the condition");
  if (failed(body) || failed(count) || failed(condition))
    return failure();
  SmallVector<Binding> inits;
  for (int i = 2; i < node.numInputs(); ++i) {
    auto init = node.requiredBinding(i);
    if (failed(init))
      return failure();
    inits.push_back(*init);
  }
  int64_t numInputs = inits.size() + 2;
  int64_t numOutputs = std::max<int64_t>(node.numOutputs(), inits.size()) + 1;
  if (failed(checkBody(node, **body, numInputs, numOutputs)))
    return failure();
  auto results = createLoop(node, **body, *count, *condition, inits);
  if (failed(results))
    return failure();
  return bindOutputs(node, *results), success();
}

void addControl(NodeImporters &importers) {
  importers.add("If", importIf);
  importers.addForLists("Loop", importLoop);
}

} // namespace tvm::onnx_import
