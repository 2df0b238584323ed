// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHINTERFACES_H
#define TVM_DIALECTS_GRAPH_GRAPHINTERFACES_H

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/Shapes/ShapeValues.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace tvm::graph {
class LayoutConverter; // transforms/Graph/Layout
} // namespace tvm::graph

#include "dialects/Graph/GraphInterfaces.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHINTERFACES_H
