#ifndef TVM_DIALECTS_GRAPH_GRAPHMATMUL_H
#define TVM_DIALECTS_GRAPH_GRAPHMATMUL_H

#include "dialects/Graph/GraphBase.h"

#define GET_OP_CLASSES
#include "dialects/Graph/GraphMatMul.h.inc"

#endif // TVM_DIALECTS_GRAPH_GRAPHMATMUL_H
