// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHTYPES_H
#define TVM_DIALECTS_GRAPH_GRAPHTYPES_H

#include "dialects/Graph/GraphDialect.h"
#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "dialects/Graph/GraphTypes.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHTYPES_H
