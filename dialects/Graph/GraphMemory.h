#ifndef TVM_DIALECTS_GRAPH_GRAPHMEMORY_H
#define TVM_DIALECTS_GRAPH_GRAPHMEMORY_H

#include "dialects/Graph/GraphBase.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphMemory.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHMEMORY_H
