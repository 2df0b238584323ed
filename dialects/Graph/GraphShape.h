#ifndef TVM_DIALECTS_GRAPH_GRAPHSHAPE_H
#define TVM_DIALECTS_GRAPH_GRAPHSHAPE_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphShape.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHSHAPE_H
