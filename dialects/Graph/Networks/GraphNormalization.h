// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHNORMALIZATION_H
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHNORMALIZATION_H

#include "dialects/Graph/GraphBase.h"
#include "dialects/Graph/Networks/GraphWindows.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphNormalization.h.inc"

#endif // TVM_DIALECTS_GRAPH_NETWORKS_GRAPHNORMALIZATION_H
