#ifndef TVM_DIALECTS_GRAPH_GRAPHRESIZE_H
#define TVM_DIALECTS_GRAPH_GRAPHRESIZE_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphResize.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHRESIZE_H
