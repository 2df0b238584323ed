// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_CONTROL_GRAPHCONTROL_H
#define TVM_DIALECTS_GRAPH_CONTROL_GRAPHCONTROL_H

#include "dialects/Graph/GraphBase.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#define GET_OP_CLASSES
#include "dialects/Graph/Control/GraphControl.h.inc"

#endif // TVM_DIALECTS_GRAPH_CONTROL_GRAPHCONTROL_H
