#ifndef TVM_DIALECTS_GRAPH_GRAPHSAMPLING_H
#define TVM_DIALECTS_GRAPH_GRAPHSAMPLING_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphSampling.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHSAMPLING_H
