#ifndef TVM_DIALECTS_GRAPH_GRAPHRECURRENT_TD
#define TVM_DIALECTS_GRAPH_GRAPHRECURRENT_TD

include "dialects/Graph/GraphBase.td"

#endif
