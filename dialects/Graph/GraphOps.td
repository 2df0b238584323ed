#ifndef TVM_DIALECTS_GRAPH_GRAPHOPS_TD
#define TVM_DIALECTS_GRAPH_GRAPHOPS_TD

// All families, for the generated documentation.
include "dialects/Graph/GraphControl.td"
include "dialects/Graph/GraphConvolution.td"
include "dialects/Graph/GraphElementwise.td"
include "dialects/Graph/GraphIndexing.td"
include "dialects/Graph/GraphMatMul.td"
include "dialects/Graph/GraphMemory.td"
include "dialects/Graph/GraphNormalization.td"
include "dialects/Graph/GraphPooling.td"
include "dialects/Graph/GraphRandom.td"
include "dialects/Graph/GraphRecurrent.td"
include "dialects/Graph/GraphReduction.td"
include "dialects/Graph/GraphResize.td"
include "dialects/Graph/GraphSelection.td"
include "dialects/Graph/GraphSampling.td"
include "dialects/Graph/GraphSequence.td"
include "dialects/Graph/GraphShape.td"
include "dialects/Graph/GraphString.td"
include "dialects/Graph/GraphStructure.td"
include "dialects/Graph/GraphTrees.td"

#endif
