// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/RuntimeDims.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tvm::graph {

/// The uses of results of `op` by `tensor.dim`, with known numbers.
static SmallVector<tensor::DimOp> findDims(Operation *op) {
  SmallVector<tensor::DimOp> dims;
  for (Operation *user : op->getUsers())
    if (auto dim = dyn_cast<tensor::DimOp>(user))
      if (dim.getConstantIndex())
        dims.push_back(dim);
  return dims;
}

/// Computes them before `op`, each once, of dimensions of its operands.
static void resolveDimsOf(Operation *op) {
  SmallVector<tensor::DimOp> dims = findDims(op);
  OpBuilder builder(op);
  ReifiedRankedShapedTypeDims shapes;
  if (dims.empty() || !isa<ReifyRankedShapedTypeOpInterface>(op) ||
      failed(reifyResultShapes(builder, op, shapes)))
    return;
  llvm::DenseMap<std::pair<Value, int64_t>, Value> sizes;
  for (tensor::DimOp dim : dims) {
    auto result = cast<OpResult>(dim.getSource());
    int64_t axis = *dim.getConstantIndex();
    ArrayRef<OpFoldResult> shape = shapes[result.getResultNumber()];
    if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
      continue;
    Value &size = sizes[{result, axis}];
    if (!size)
      size =
          getValueOrCreateConstantIndexOp(builder, op->getLoc(), shape[axis]);
    dim.replaceAllUsesWith(size);
    dim.erase();
  }
}

LogicalResult resolveDims(func::FuncOp function) {
  // Backwards, so that all who ask for the dimensions of a value come before
  // it. Patterns, which know one of them at a time, would compute again what
  // sizes have in common, for each of them.
  SmallVector<Operation *> ops;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<tensor::DimOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    resolveDimsOf(op);
  RewritePatternSet patterns(function.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  return applyPatternsGreedily(function, std::move(patterns));
}

} // namespace tvm::graph
