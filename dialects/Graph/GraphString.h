#ifndef TVM_DIALECTS_GRAPH_GRAPHSTRING_H
#define TVM_DIALECTS_GRAPH_GRAPHSTRING_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphString.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHSTRING_H
