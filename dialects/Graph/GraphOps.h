#ifndef TVM_DIALECTS_GRAPH_GRAPHOPS_H
#define TVM_DIALECTS_GRAPH_GRAPHOPS_H

// All families. Code that needs one includes that one: it compiles faster.
#include "dialects/Graph/GraphControl.h"
#include "dialects/Graph/GraphConvolution.h"
#include "dialects/Graph/GraphElementwise.h"
#include "dialects/Graph/GraphIndexing.h"
#include "dialects/Graph/GraphMatMul.h"
#include "dialects/Graph/GraphMemory.h"
#include "dialects/Graph/GraphNormalization.h"
#include "dialects/Graph/GraphPooling.h"
#include "dialects/Graph/GraphRandom.h"
#include "dialects/Graph/GraphRecurrent.h"
#include "dialects/Graph/GraphReduction.h"
#include "dialects/Graph/GraphResize.h"
#include "dialects/Graph/GraphSampling.h"
#include "dialects/Graph/GraphSelection.h"
#include "dialects/Graph/GraphSequence.h"
#include "dialects/Graph/GraphShape.h"
#include "dialects/Graph/GraphString.h"
#include "dialects/Graph/GraphStructure.h"
#include "dialects/Graph/GraphTrees.h"

#endif // TVM_DIALECTS_GRAPH_GRAPHOPS_H
