// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphPooling.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace tvm::graph {

/// Types of a pooling operator: the pooled data and `numIndices` times `i64`
/// tensors of their shape.
static LogicalResult inferPool(std::optional<Location> loc, Value x,
                               const Window &window, StringRef layout,
                               int numIndices, SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(x.getType());
  if (type.getRank() < 3) // C1
    return emitOptionalError(loc, "expected data of rank 3 or more, got ",
                             type);
  if (window.numDims() != type.getRank() - 2) // C2
    return emitOptionalError(loc, "expected ", type.getRank() - 2,
                             " kernel sizes, got ", window.numDims());
  if (failed(window.verify(loc)))
    return failure();
  auto shape = inferWindowShape(
      loc, window, TensorLayout(layout, type.getRank()), type.getShape());
  if (failed(shape))
    return failure();
  types.push_back(type.clone(*shape));
  for (int i = 0; i < numIndices; ++i)
    types.push_back(
        type.clone(*shape, IntegerType::get(type.getContext(), 64)));
  return success();
}

template <typename Op>
static LogicalResult reifyPool(OpBuilder &builder, Op op, const Window &window,
                               StringRef layoutName,
                               ReifiedRankedShapedTypeDims &shapes) {
  DimMath math(builder, op.getLoc());
  auto dims = getDims(builder, op.getLoc(), op.getX());
  TensorLayout layout(layoutName, dims.size());
  for (int64_t i = 0; i < window.numDims(); ++i)
    dims[layout.spatial(i)] =
        window.outputSize(math, i, dims[layout.spatial(i)]);
  shapes.assign(op->getNumResults(), dims);
  foldStaticDims(builder, op->getResultTypes(), shapes);
  return success();
}

/// Each element of the result is one of the data.
Precision MaxPoolOp::getPrecision() { return Precision::Follows; }

} // namespace tvm::graph

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphPooling.cpp.inc"

void tvm::graph::GraphDialect::registerPoolingOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Networks/GraphPooling.cpp.inc"
      >();
}
