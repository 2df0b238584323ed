#ifndef TVM_DIALECTS_GRAPH_GRAPHREDUCTION_H
#define TVM_DIALECTS_GRAPH_GRAPHREDUCTION_H

#include "dialects/Graph/GraphBase.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphReduction.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHREDUCTION_H
