#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

static Results defineTranspose(TransposeOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        SmallVector<te::Index> source(axes);
        for (auto [i, dim] : llvm::enumerate(op.getPermutation()))
          source[dim] = axes[i];
        return d.b.read(d.operands[0], source);
      })};
}

void attachShapeDefinitions(MLIRContext *context) {
  attachTensor<TransposeOp, defineTranspose>(context);
}

} // namespace tvm
