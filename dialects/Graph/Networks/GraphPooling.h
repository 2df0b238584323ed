// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHPOOLING_H
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHPOOLING_H

#include "dialects/Graph/GraphBase.h"
#include "dialects/Graph/Networks/GraphWindows.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphPooling.h.inc"

namespace tvm::graph {

/// The window of a pooling operator or its adaptor.
template <typename Op> Window getPoolWindow(Op op) {
  return Window{llvm::SmallVector<int64_t>(op.getKernel()),
                op.getStrides(),
                op.getDilations(),
                op.getPads(),
                op.getAutoPad(),
                op.getCeilMode()};
}

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_NETWORKS_GRAPHPOOLING_H
