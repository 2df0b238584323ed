// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "transforms/Graph/Gradient/Rules.h"

using namespace mlir;

namespace tvm::graph {

template <typename Op>
static void ofReshape(Op op, Value gradient, GradientBuilder &b,
                      MutableArrayRef<Value> operands) {
  operands[0] = b.reshape(gradient, op.getX());
}

static void ofTranspose(TransposeOp op, Value gradient, GradientBuilder &b,
                        MutableArrayRef<Value> operands) {
  operands[0] = b.create<TransposeOp>(
      gradient, invertPermutationVector(op.getPermutation()));
}

/// The gradient as it is: the caller sums over broadcast dimensions, as for any
/// other operator.
static void ofExpand(ExpandOp, Value gradient, GradientBuilder &,
                     MutableArrayRef<Value> operands) {
  operands[0] = gradient;
}

/// The part that each input is. Where sizes are not known, none is.
static void ofConcat(ConcatOp op, Value gradient, GradientBuilder &b,
                     MutableArrayRef<Value> operands) {
  int64_t begin = 0, axis = op.getAxis();
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    auto type = cast<RankedTensorType>(input.getType());
    int64_t size = type.getDimSize(axis < 0 ? axis + type.getRank() : axis);
    if (ShapedType::isDynamic(size))
      return;
    operands[i] = b.create<SliceOp>(
        gradient, ArrayRef<int64_t>{axis}, ArrayRef<int64_t>{begin},
        ArrayRef<int64_t>{begin + size}, ArrayRef<int64_t>{1});
    begin += size;
  }
}

void attachMovementGradients(MLIRContext *context) {
  attachGradient<ReshapeOp, ofReshape<ReshapeOp>>(context);
  attachGradient<FlattenOp, ofReshape<FlattenOp>>(context);
  attachGradient<SqueezeOp, ofReshape<SqueezeOp>>(context);
  attachGradient<UnsqueezeOp, ofReshape<UnsqueezeOp>>(context);
  attachGradient<TransposeOp, ofTranspose>(context);
  attachGradient<ExpandOp, ofExpand>(context);
  attachGradient<ConcatOp, ofConcat>(context);
}

} // namespace tvm::graph
