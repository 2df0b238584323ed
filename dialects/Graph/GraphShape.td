#ifndef TVM_DIALECTS_GRAPH_GRAPHSHAPE_TD
#define TVM_DIALECTS_GRAPH_GRAPHSHAPE_TD

include "dialects/Graph/GraphBase.td"

#endif
