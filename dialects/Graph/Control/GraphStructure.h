// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_CONTROL_GRAPHSTRUCTURE_H
#define TVM_DIALECTS_GRAPH_CONTROL_GRAPHSTRUCTURE_H

#include "dialects/Graph/GraphBase.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Control/GraphStructure.h.inc"

#endif // TVM_DIALECTS_GRAPH_CONTROL_GRAPHSTRUCTURE_H
