// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_ELEMENTWISE_H
#define TVM_TRANSFORMS_GRAPH_ELEMENTWISE_H

#include "dialects/Graph/GraphInterfaces.h"

namespace tvm::graph {

/// Whether `op`, which may be null, computes element by element, with broadcast
/// operands or without.
inline bool isElementWise(mlir::Operation *op) {
  auto fusion = llvm::dyn_cast_if_present<FusionInterface>(op);
  return fusion && (fusion.getFusionKind() == FusionKind::ElementWise ||
                    fusion.getFusionKind() == FusionKind::Broadcast);
}

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_ELEMENTWISE_H
