// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHDIALECT_H
#define TVM_DIALECTS_GRAPH_GRAPHDIALECT_H

#include "dialects/Graph/Weights/WeightStore.h"
#include "mlir/IR/Dialect.h"

#include <memory>

#include "dialects/Graph/GraphDialect.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHDIALECT_H
