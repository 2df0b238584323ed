#ifndef TVM_DIALECTS_GRAPH_GRAPHRANDOM_H
#define TVM_DIALECTS_GRAPH_GRAPHRANDOM_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphRandom.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHRANDOM_H
