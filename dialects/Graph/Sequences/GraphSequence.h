// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_SEQUENCES_GRAPHSEQUENCE_H
#define TVM_DIALECTS_GRAPH_SEQUENCES_GRAPHSEQUENCE_H

#include "dialects/Graph/Shapes/SymbolicOps.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Sequences/GraphSequence.h.inc"

#endif // TVM_DIALECTS_GRAPH_SEQUENCES_GRAPHSEQUENCE_H
