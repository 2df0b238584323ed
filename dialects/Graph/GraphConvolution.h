#ifndef TVM_DIALECTS_GRAPH_GRAPHCONVOLUTION_H
#define TVM_DIALECTS_GRAPH_GRAPHCONVOLUTION_H

#include "dialects/Graph/GraphBase.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphConvolution.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHCONVOLUTION_H
