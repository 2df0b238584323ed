#ifndef TVM_DIALECTS_GRAPH_GRAPHINDEXING_TD
#define TVM_DIALECTS_GRAPH_GRAPHINDEXING_TD

include "dialects/Graph/GraphBase.td"

#endif
