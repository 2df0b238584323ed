#include "transforms/Graph/RuntimeDims.h"

#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tvm::graph {

LogicalResult resolveDims(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  return applyPatternsGreedily(function, std::move(patterns));
}

} // namespace tvm::graph
