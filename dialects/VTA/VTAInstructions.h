// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAINSTRUCTIONS_H
#define TVM_DIALECTS_VTA_VTAINSTRUCTIONS_H

#include "dialects/VTA/VTAProgram.h"

#define GET_OP_CLASSES
#include "dialects/VTA/VTAInstructions.h.inc"

namespace tvm::vta {

/// The operation for `instruction`, whose transfers are from or to `buffer`
/// (null: none).
mlir::Operation *createInstruction(mlir::OpBuilder &builder, mlir::Location loc,
                                   const runtime::vta::Instruction &instruction,
                                   mlir::FlatSymbolRefAttr buffer);

/// An empty transfer, for tokens of `module`.
InstructionOpInterface createNop(mlir::OpBuilder &builder, mlir::Location loc,
                                 Module module);

} // namespace tvm::vta

#endif // TVM_DIALECTS_VTA_VTAINSTRUCTIONS_H
