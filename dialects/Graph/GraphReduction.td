#ifndef TVM_DIALECTS_GRAPH_GRAPHREDUCTION_TD
#define TVM_DIALECTS_GRAPH_GRAPHREDUCTION_TD

include "dialects/Graph/GraphBase.td"

#endif
