// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHOPS_TD
#define TVM_DIALECTS_GRAPH_GRAPHOPS_TD

// All families, for the generated documentation.
include "dialects/Graph/Control/GraphControl.td"
include "dialects/Graph/Control/GraphStructure.td"
include "dialects/Graph/Learning/GraphTrees.td"
include "dialects/Graph/Memory/GraphMemory.td"
include "dialects/Graph/Networks/GraphConvolution.td"
include "dialects/Graph/Networks/GraphMatMul.td"
include "dialects/Graph/Networks/GraphNormalization.td"
include "dialects/Graph/Networks/GraphPooling.td"
include "dialects/Graph/Networks/GraphRecurrent.td"
include "dialects/Graph/Sequences/GraphSequence.td"
include "dialects/Graph/Tensors/GraphElementwise.td"
include "dialects/Graph/Tensors/GraphIndexing.td"
include "dialects/Graph/Tensors/GraphRandom.td"
include "dialects/Graph/Tensors/GraphReduction.td"
include "dialects/Graph/Tensors/GraphResize.td"
include "dialects/Graph/Tensors/GraphSampling.td"
include "dialects/Graph/Tensors/GraphSelection.td"
include "dialects/Graph/Tensors/GraphShape.td"
include "dialects/Graph/Tensors/GraphString.td"

#endif
