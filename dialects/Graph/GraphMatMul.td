#ifndef TVM_DIALECTS_GRAPH_GRAPHMATMUL_TD
#define TVM_DIALECTS_GRAPH_GRAPHMATMUL_TD

include "dialects/Graph/GraphBase.td"

#endif
