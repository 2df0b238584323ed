#ifndef TVM_DIALECTS_GRAPH_GRAPHTREES_H
#define TVM_DIALECTS_GRAPH_GRAPHTREES_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphTrees.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHTREES_H
