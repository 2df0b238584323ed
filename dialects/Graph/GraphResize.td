#ifndef TVM_DIALECTS_GRAPH_GRAPHRESIZE_TD
#define TVM_DIALECTS_GRAPH_GRAPHRESIZE_TD

include "dialects/Graph/GraphBase.td"

#endif
