// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHBASE_H
#define TVM_DIALECTS_GRAPH_GRAPHBASE_H

#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/GraphTraits.h"
#include "dialects/Graph/GraphTypes.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#endif // TVM_DIALECTS_GRAPH_GRAPHBASE_H
