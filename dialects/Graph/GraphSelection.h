#ifndef TVM_DIALECTS_GRAPH_GRAPHSELECTION_H
#define TVM_DIALECTS_GRAPH_GRAPHSELECTION_H

#include "dialects/Graph/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphSelection.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHSELECTION_H
