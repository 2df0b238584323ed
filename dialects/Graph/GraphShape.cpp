#include "dialects/Graph/GraphShape.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphShape.cpp.inc"

namespace tvm::graph {

//===-- transpose ---------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (static_cast<int64_t>(permutation.size()) != type.getRank() ||
      !isPermutationVector(permutation)) // C1
    return emitOptionalError(loc, "expected a permutation of ", type.getRank(),
                             " dimensions, got [", permutation, "]");
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  types.push_back(type.clone(shape));
  return success();
}

LogicalResult
TransposeOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> &shape = shapes.emplace_back();
  for (int64_t dim : getPermutation())
    shape.push_back(getDim(builder, getLoc(), getX(), dim));
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphShape.cpp.inc"
      >();
}
