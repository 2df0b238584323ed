#ifndef TVM_DIALECTS_GRAPH_GRAPHINDEXING_H
#define TVM_DIALECTS_GRAPH_GRAPHINDEXING_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphIndexing.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHINDEXING_H
