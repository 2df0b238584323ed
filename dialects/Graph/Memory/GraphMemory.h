// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_MEMORY_GRAPHMEMORY_H
#define TVM_DIALECTS_GRAPH_MEMORY_GRAPHMEMORY_H

#include "dialects/Graph/GraphBase.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Memory/GraphMemory.h.inc"

#endif // TVM_DIALECTS_GRAPH_MEMORY_GRAPHMEMORY_H
