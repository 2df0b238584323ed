// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Passes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_DIVIDECONCATENATIONSPASS
#include "transforms/Graph/Passes.h.inc"

/// Largest number of inputs of a concatenation with unknown sizes.
static constexpr size_t kMaxParts = 16;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The type of `parts` one after another along `axis`, one of them unknown.
static RankedTensorType getJoinedType(ValueRange parts, int64_t axis) {
  SmallVector<int64_t> shape(typeOf(parts.front()).getShape());
  for (Value part : llvm::drop_begin(parts))
    for (auto [dim, size] : llvm::zip_equal(shape, typeOf(part).getShape()))
      if (ShapedType::isDynamic(dim))
        dim = size;
  shape[axis] = 0;
  for (Value part : parts) {
    int64_t size = typeOf(part).getDimSize(axis);
    bool isKnown =
        !ShapedType::isDynamic(shape[axis]) && !ShapedType::isDynamic(size);
    shape[axis] = isKnown ? shape[axis] + size : ShapedType::kDynamic;
  }
  return typeOf(parts.front()).clone(shape);
}

/// Concatenates runs of `inputs`, about equally long, of at most `kMaxParts`,
/// in place of `op`.
static SmallVector<Value> joinRuns(OpBuilder &builder, ConcatOp op,
                                   ArrayRef<Value> inputs, int64_t axis) {
  size_t numRuns = llvm::divideCeil(inputs.size(), kMaxParts);
  size_t length = llvm::divideCeil(inputs.size(), numRuns);
  SmallVector<Value> joined;
  for (; !inputs.empty();
       inputs = inputs.drop_front(std::min(length, inputs.size()))) {
    ArrayRef<Value> run = inputs.take_front(length);
    joined.push_back(ConcatOp::create(builder, op.getLoc(),
                                      getJoinedType(run, axis), run, axis));
    keepDecisions(op, joined.back().getDefiningOp());
  }
  return joined;
}

void divideConcatenation(ConcatOp op) {
  int64_t rank = typeOf(op.getResult()).getRank();
  int64_t axis = op.getAxis();
  axis += axis < 0 ? rank : 0;
  if (llvm::all_of(op.getInputs(), [&](Value input) {
        return !typeOf(input).isDynamicDim(axis);
      }))
    return;
  SmallVector<Value> inputs(op.getInputs());
  OpBuilder builder(op);
  while (inputs.size() > kMaxParts)
    inputs = joinRuns(builder, op, inputs, axis);
  op.getInputsMutable().assign(inputs);
}

namespace {
struct DivideConcatenationsPass
    : impl::DivideConcatenationsPassBase<DivideConcatenationsPass> {
  void runOnOperation() override { getOperation().walk(divideConcatenation); }
};
} // namespace

} // namespace tvm::graph
