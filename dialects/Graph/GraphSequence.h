#ifndef TVM_DIALECTS_GRAPH_GRAPHSEQUENCE_H
#define TVM_DIALECTS_GRAPH_GRAPHSEQUENCE_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphSequence.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHSEQUENCE_H
