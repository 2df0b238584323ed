// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHOPS_H
#define TVM_DIALECTS_GRAPH_GRAPHOPS_H

// All families. Code that needs one includes that one: it compiles faster.
#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Learning/GraphTrees.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Networks/GraphNormalization.h"
#include "dialects/Graph/Networks/GraphPooling.h"
#include "dialects/Graph/Networks/GraphRecurrent.h"
#include "dialects/Graph/Sequences/GraphSequence.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphRandom.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphResize.h"
#include "dialects/Graph/Tensors/GraphSampling.h"
#include "dialects/Graph/Tensors/GraphSelection.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "dialects/Graph/Tensors/GraphString.h"

#endif // TVM_DIALECTS_GRAPH_GRAPHOPS_H
