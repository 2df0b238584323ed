#ifndef TVM_DIALECTS_GRAPH_GRAPHOPS_TD
#define TVM_DIALECTS_GRAPH_GRAPHOPS_TD

// One file per family; a new family is one more line here and in GraphOps.h.
include "dialects/Graph/GraphElementwise.td"
include "dialects/Graph/GraphStructure.td"

#endif
