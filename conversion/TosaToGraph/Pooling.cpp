// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphPooling.h"

#include "conversion/TosaToGraph/Patterns.h"
#include "conversion/TosaToGraph/Windows.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

static Value convertMaxPool(tosa::MaxPool2dOp op, tosa::MaxPool2dOp::Adaptor x,
                            Expansion &e) {
  e.expectPropagation(op.getNanMode());
  return e.create<MaxPoolOp>(
      x.getInput(), op.getKernel(), op.getStride(), ArrayRef<int64_t>{1, 1},
      ArrayRef<int64_t>(getPads(op.getPad())), /*ceil_mode=*/false,
      StringRef("NOTSET"), StringRef("NHWC"));
}

static Value convertAvgPool(tosa::AvgPool2dOp op, tosa::AvgPool2dOp::Adaptor x,
                            Expansion &e) {
  Type type = getElementTypeOrSelf(x.getInput());
  if (!isa<FloatType>(type))
    return e.refuse("expected a mean of floats, got one of integers");
  return e.create<AveragePoolOp>(
      x.getInput(), op.getKernel(), op.getStride(), ArrayRef<int64_t>{1, 1},
      ArrayRef<int64_t>(getPads(op.getPad())), /*count_include_pad=*/false,
      /*ceil_mode=*/false, StringRef("NOTSET"), StringRef("NHWC"));
}

void addPooling(Patterns &patterns) {
  patterns.add<tosa::MaxPool2dOp>(convertMaxPool);
  patterns.add<tosa::AvgPool2dOp>(convertAvgPool);
}

} // namespace tvm::tosa_to_graph
