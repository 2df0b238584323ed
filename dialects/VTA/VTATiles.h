// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTATILES_H
#define TVM_DIALECTS_VTA_VTATILES_H

#include "dialects/VTA/VTAAttributes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/VTA/VTATiles.h.inc"

namespace tvm::vta {

/// The memory of the chip that contains a tile.
std::optional<Memory> getMemory(mlir::Type type);

/// The accelerator of tile operations: `vta.config` of the nearest operation
/// around `op` that has it, or the defaults.
runtime::vta::Configuration getTileConfiguration(mlir::Operation *op);

} // namespace tvm::vta

#endif // TVM_DIALECTS_VTA_VTATILES_H
