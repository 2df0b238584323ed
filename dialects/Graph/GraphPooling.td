#ifndef TVM_DIALECTS_GRAPH_GRAPHPOOLING_TD
#define TVM_DIALECTS_GRAPH_GRAPHPOOLING_TD

include "dialects/Graph/GraphBase.td"

#endif
