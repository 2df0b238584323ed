#ifndef TVM_DIALECTS_GRAPH_GRAPHPOOLING_H
#define TVM_DIALECTS_GRAPH_GRAPHPOOLING_H

#include "dialects/Graph/GraphBase.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphPooling.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHPOOLING_H
