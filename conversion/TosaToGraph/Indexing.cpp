// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphIndexing.h"

#include "conversion/TosaToGraph/Patterns.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

/// `values[n, indices[n, w], c]`.
static Value convertGather(tosa::GatherOp, tosa::GatherOp::Adaptor x,
                           Expansion &e) {
  Value coordinates =
      e.create<UnsqueezeOp>(x.getIndices(), ArrayRef<int64_t>{2});
  return e.create<GatherNDOp>(x.getValues(), coordinates, /*batch_dims=*/1);
}

/// All channels of a row have the same destination.
static Value convertScatter(tosa::ScatterOp, tosa::ScatterOp::Adaptor x,
                            Expansion &e) {
  Value rows = e.create<UnsqueezeOp>(x.getIndices(), ArrayRef<int64_t>{2});
  Value shape = e.create<ShapeOp>(x.getInput(), 0, 3);
  return e.create<ScatterElementsOp>(
      x.getValuesIn(), e.create<ExpandOp>(rows, shape), x.getInput(),
      /*axis=*/1, ScatterReduction::None);
}

void addIndexing(Patterns &patterns) {
  patterns.add<tosa::GatherOp>(convertGather);
  patterns.add<tosa::ScatterOp>(convertScatter);
}

} // namespace tvm::tosa_to_graph
