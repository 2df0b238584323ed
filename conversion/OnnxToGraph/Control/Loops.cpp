// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Control/Loops.h"

#include "dialects/Graph/Control/GraphControl.h"

using namespace mlir;

namespace tvm::onnx_import {

LogicalResult checkBody(Node &node, const onnx::GraphProto &body,
                        int64_t numInputs, int64_t numOutputs) {
  if (body.input_size() == numInputs && body.output_size() >= numOutputs)
    return success();
  return node.error() << "expected a body of " << numInputs
                      << " inputs and at least " << numOutputs
                      << " outputs, got " << body.input_size() << " inputs and "
                      << body.output_size() << " outputs";
}

/// Types that cover the types of the carried values before and after an
/// iteration.
static FailureOr<SmallVector<Type>> joinCarried(Node &node, TypeRange before,
                                                ValueRange after) {
  if (before.size() != after.size())
    return node.error() << "expected " << before.size()
                        << " carried values from the body, got "
                        << after.size();
  SmallVector<Type> joined;
  for (auto [i, type, value] : llvm::enumerate(before, after)) {
    RankedTensorType join = graph::joinTypes(type, value.getType());
    if (!join)
      return node.error() << "expected carried value " << i
                          << " of one element type and rank, got " << type
                          << ", then " << value.getType();
    joined.push_back(join);
  }
  return joined;
}

/// Builds `body` into `region` for carried values of `types`, which it may
/// widen. Returns whether they were wide enough.
static FailureOr<bool> buildBody(Node &node, SmallVector<Type> &types,
                                 LoopBody body, Region &region) {
  OpBuilder &b = node.builder();
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> arguments{RankedTensorType::get({}, b.getI64Type())};
  llvm::append_range(arguments, types);
  Block *block =
      b.createBlock(&region, region.end(), arguments,
                    SmallVector<Location>(arguments.size(), node.loc()));
  auto iteration =
      body(block->getArgument(0), block->getArguments().drop_front());
  if (failed(iteration))
    return failure();
  auto joined = joinCarried(node, types, iteration->carried);
  if (failed(joined))
    return failure();
  graph::NextOp::create(b, node.loc(), iteration->condition, iteration->carried,
                        iteration->rows);
  bool isWide = *joined == types;
  types = *joined;
  return isWide;
}

FailureOr<SmallVector<Value>> createLoop(Node &node, Value count,
                                         Value condition, ValueRange inits,
                                         LoopBody body) {
  SmallVector<Type> types(inits.getTypes());
  OpBuilder &b = node.builder();
  auto draft = graph::LoopOp::create(b, node.loc(), TypeRange(), count,
                                     condition, inits);
  // Each round makes at least one dimension dynamic.
  for (FailureOr<bool> isWide = false; !*isWide;) {
    draft.getBodyRegion().dropAllReferences();
    draft.getBodyRegion().getBlocks().clear();
    isWide = buildBody(node, types, body, draft.getBodyRegion());
    if (failed(isWide))
      return failure();
  }
  OperationState state(node.loc(), graph::LoopOp::getOperationName());
  graph::LoopOp::build(b, state, TypeRange(), count, condition, inits);
  auto loop = node.complete(draft, state);
  if (failed(loop))
    return failure();
  return SmallVector<Value>((*loop)->getResults());
}

} // namespace tvm::onnx_import
