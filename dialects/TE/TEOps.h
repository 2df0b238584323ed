// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEOPS_H
#define TVM_DIALECTS_TE_TEOPS_H

#include "dialects/TE/TEAttributes.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/TE/TEEnums.h.inc"

namespace tvm::te {
class ComputeOp;
class YieldOp;
} // namespace tvm::te

#define GET_OP_CLASSES
#include "dialects/TE/TEOps.h.inc"

#endif // TVM_DIALECTS_TE_TEOPS_H
