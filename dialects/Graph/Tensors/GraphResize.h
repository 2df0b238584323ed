// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHRESIZE_H
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHRESIZE_H

#include "dialects/Graph/Shapes/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphResize.h.inc"

#endif // TVM_DIALECTS_GRAPH_TENSORS_GRAPHRESIZE_H
