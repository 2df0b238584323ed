// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAPROGRAM_H
#define TVM_DIALECTS_VTA_VTAPROGRAM_H

#include "dialects/VTA/VTAInterfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"

#define GET_OP_CLASSES
#include "dialects/VTA/VTAProgram.h.inc"

#endif // TVM_DIALECTS_VTA_VTAPROGRAM_H
